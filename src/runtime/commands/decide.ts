import { isDeepStrictEqual } from 'node:util';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { subtract } from '#base/exact.ts';
import { later } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { type PricedInstruments, paramsRefusals } from '#engine/bots/params-refusals.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { BotCommand, EngineBot } from '#engine/model/bot.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { type AccountRecord, runIdOf } from '#engine/model/record.ts';
import type { CarriedOut, CommandRequest, UserCommand } from '#ports/runtime.ts';
import type { StoredCommand } from '#storage/recorder/recorder.ts';
import { commandAccount, type PaperAccount } from '../paper-account.ts';

/** A command that was carried out: what to answer, and what to store. */
export interface Decision {
  readonly carriedOut: CarriedOut;
  readonly stored: StoredCommand;
}

/**
 * Decides on a command and carries it out, all against one state of the account: nothing may come between the checks,
 * the effect and its place in the next batch. A refusal changes nothing.
 */
export function decide(paper: PaperAccount, request: CommandRequest, market: PricedInstruments): Outcome<Decision> {
  const botId = botIdOf(request.command);
  const before = botId === null ? null : paper.account.bot(botId);
  const command = completed(request.command, before);
  const reasons = before === null ? newBotRefusals(paper, request, market) : refusals(before, request, market);
  if (reasons.length > 0) return refused(...reasons);
  const outcome = commandAccount(paper, command);
  if (!outcome.ok) return outcome;
  if (command.type === 'create' && request.row !== undefined) paper.names.set(command.bot.botId, request.row.name);
  const { runNo: _meant, ...kept } = request;
  const afterMinute = paper.minute;
  return accepted({
    carriedOut: carriedOut(paper, { command, before, records: outcome.value }),
    stored: { ...kept, command, botId, afterMinute, at: later(afterMinute, CLOSE_OFFSET_MS) },
  });
}

/** What a command did to an account: to be asked right after it. */
export function carriedOut(
  { account }: Pick<PaperAccount, 'account'>,
  done: {
    readonly command: BotCommand;
    readonly before: BotSnapshot | null;
    readonly records: readonly AccountRecord[];
  },
): CarriedOut {
  const { command, before, records } = done;
  const botId = botIdOf(command);
  const bot = botId === null ? null : account.bot(botId);
  const orders = records.filter((record) => record.type === 'order');
  const isLeftOpen = command.type === 'stop' && bot !== null && bot.bot.atoms.some(holdsPosition);
  return {
    changed: bot === null || !isDeepStrictEqual(before?.bot, bot.bot),
    bot,
    warnings: isLeftOpen ? ['POSITION_LEFT_OPEN'] : [],
    cancels: orders.filter(({ state }) => state === 'CANCELED'),
    places: orders.filter(({ state }) => state === 'OPEN'),
  };
}

/** The command with everything that its sender left to the bot's state. */
export function completed(command: UserCommand, bot: BotSnapshot | null): BotCommand {
  if (command.type !== 'set-conditions') return command;
  const usual = bot === null ? NO_EXITS : familyOf(bot.bot.kind).exitsOf(bot.bot.params);
  return { ...usual, ...command };
}

/** Why the command is not meant for the bot as it stands; empty when it is. */
export function refusals(
  { bot }: BotSnapshot,
  { command, runNo }: Pick<CommandRequest, 'command' | 'runNo'>,
  market: PricedInstruments,
): readonly Reason[] {
  if (bot.state === 'DELETED') return [{ code: 'BOT_DELETED', detail: 'The bot was deleted.' }];
  if (runNo !== undefined && bot.runNo !== runNo) return supersededBy(bot);
  const { kind, symbols } = bot;
  if (command.type === 'apply-params') return paramsRefusals(market, { kind, symbols, params: command.params });
  if (command.type !== 'set-conditions') return [];
  const exits = { ...familyOf(kind).exitsOf(bot.params), ...exitsOf(command) };
  const { stopLossPercent, takeProfitPercent } = bot;
  if (isDeepStrictEqual(exits, { stopLossPercent, takeProfitPercent })) return [];
  return paramsRefusals(market, { kind, symbols, params: bot.params, ...exits });
}

const NO_EXITS = { stopLossPercent: null, takeProfitPercent: null } as const;

function exitsOf({ stopLossPercent, takeProfitPercent }: Extract<UserCommand, { type: 'set-conditions' }>) {
  return {
    ...(stopLossPercent === undefined ? {} : { stopLossPercent }),
    ...(takeProfitPercent === undefined ? {} : { takeProfitPercent }),
  };
}

function supersededBy({ botId, runNo }: EngineBot): readonly Reason[] {
  const [code, path] = ['EXECUTOR_SUPERSEDED', ['strategyExecutorId']];
  const figures = { strategyExecutorId: runIdOf(botId, runNo) };
  return [
    { code, detail: 'The bot has begun another run.' },
    { code, detail: 'is not the current run', path, figures },
  ];
}

/** A name is taken by a bot of the portfolio that is not deleted; the ladder must fit into what the portfolio has now. */
function newBotRefusals(
  paper: PaperAccount,
  { command, row }: CommandRequest,
  market: PricedInstruments,
): readonly Reason[] {
  if (command.type !== 'create') return [];
  const { kind, symbols, params, stopLossPercent, takeProfitPercent } = command.bot;
  const own = familyOf(kind).exitsOf(params);
  const reasons = paramsRefusals(market, {
    ...{ kind, symbols, params },
    ...(stopLossPercent === own.stopLossPercent ? {} : { stopLossPercent }),
    ...(takeProfitPercent === own.takeProfitPercent ? {} : { takeProfitPercent }),
    wallet: paper.account.wallet(),
    limitLeft: paper.limit === null ? null : subtract(paper.limit, paper.account.committed()),
  });
  if (reasons.length > 0) return reasons;
  return row !== undefined && [...paper.names.values()].includes(row.name) ? NAME_TAKEN : [];
}

const NAME_TAKEN: readonly Reason[] = [
  { code: 'NAME_TAKEN', detail: 'A bot of this portfolio has this name already.' },
  { code: 'TAKEN', detail: 'is taken', path: ['name'] },
];

function holdsPosition({ cycle }: EngineBot['atoms'][number]): boolean {
  return cycle !== null && cycle.position.quantity > 0;
}

function botIdOf(command: UserCommand): string | null {
  if (command.type === 'set-limit' || command.type === 'set-wallet') return null;
  return command.type === 'create' ? command.bot.botId : command.botId;
}
