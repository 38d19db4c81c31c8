import { isDeepStrictEqual } from 'node:util';
import { trimDecimal } from '#base/decimal.ts';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { later } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { AtomView, BotSnapshot } from '#engine/model/account.ts';
import type { BotCommand, CommandPrices, EngineBot } from '#engine/model/bot.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { type AccountRecord, cycleIdOf, orderIdIn, runIdOf } from '#engine/model/record.ts';
import type { CarriedOut, CommandRequest, SeenBot, SeenExits, UserCommand } from '#ports/runtime.ts';
import type { StoredCommand } from '#storage/recorder/recorder.ts';
import { commandAccount, type PaperAccount } from '../paper-account.ts';

/** A command that was carried out: what to answer, and what to store. */
export interface Decision {
  readonly carriedOut: CarriedOut;
  readonly stored: StoredCommand;
}

/** The last prices of symbols, where they have one. */
type PricesOf = (symbols: readonly string[]) => CommandPrices;

/**
 * Has the account carry out a command, after what only the portfolio knows: which run the command is meant for, and
 * whether a name is free. All against one state of the account: nothing may come between the checks, the effect and its
 * place in the next batch. A refusal changes nothing.
 */
export function decide(paper: PaperAccount, request: CommandRequest, pricesOf: PricesOf): Outcome<Decision> {
  const botId = botIdOf(request.command);
  const before = botId === null ? null : paper.account.bot(botId);
  const reasons = runRefusals(before, request);
  if (reasons.length > 0) return refused(...reasons);
  const command = completed(request.command, before, pricesOf);
  if (command.type === 'create' && isNameTaken(paper, request)) {
    const own = paper.account.judge(command); // What is wrong with the bot itself is told before its name.
    return refused(...(own.length > 0 ? own : NAME_TAKEN));
  }
  const views = botId === null ? [] : paper.account.views(botId);
  const outcome = commandAccount(paper, command);
  if (!outcome.ok) return outcome;
  if (command.type === 'create' && request.row !== undefined) paper.names.set(command.bot.botId, request.row.name);
  const { runNo: _meant, seen: _seen, deal, ...kept } = request;
  const afterMinute = paper.minute;
  return accepted({
    carriedOut: carriedOut(paper, { command, before, views, records: outcome.value }),
    stored: {
      ...kept,
      command,
      botId,
      afterMinute,
      at: later(afterMinute, CLOSE_OFFSET_MS),
      ...dealRow(deal, outcome.value),
    },
  });
}

/** The row of a deal, with the order that it became. */
function dealRow(deal: CommandRequest['deal'], records: readonly AccountRecord[]): Pick<StoredCommand, 'deal'> {
  const order = records.find((record) => record.type === 'order' && record.order.role === 'manual');
  if (deal === undefined || order?.type !== 'order') return {};
  const cycleId = cycleIdOf(order, order.cycleSeq);
  return { deal: { ...deal, cycleId, orderId: orderIdIn(cycleId, order.order.number) } };
}

/** What a command did to an account: to be asked right after it. */
export function carriedOut(
  { account }: Pick<PaperAccount, 'account'>,
  done: {
    readonly command: BotCommand;
    readonly before: BotSnapshot | null;
    /** The bot's atoms before the command. */
    readonly views: readonly AtomView[];
    readonly records: readonly AccountRecord[];
  },
): CarriedOut {
  const { command, before, views, records } = done;
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
    unchanged: countUnchanged(before, bot),
    liquidations: botId === null ? [] : liquidationsOf(views, account.views(botId)),
  };
}

function countUnchanged(before: BotSnapshot | null, after: BotSnapshot | null): number {
  const rested = new Set(restingIn(before));
  return restingIn(after).filter((name) => rested.has(name)).length;
}

function restingIn(bot: BotSnapshot | null): readonly string[] {
  const atoms = bot?.bot.atoms ?? [];
  return atoms.flatMap(({ symbol, direction, cycle }) =>
    (cycle?.orders ?? []).map(({ number }) => [symbol, direction, cycle?.seq, number].join(' ')),
  );
}

function liquidationsOf(before: readonly AtomView[], after: readonly AtomView[]): CarriedOut['liquidations'] {
  return after.flatMap(({ symbol, direction, liquidationPrice }) => {
    const was = before.find((one) => one.symbol === symbol && one.direction === direction)?.liquidationPrice ?? null;
    return was === null && liquidationPrice === null
      ? []
      : [{ symbol, direction, before: was, after: liquidationPrice }];
  });
}

/** The command with everything that its sender left to the instant: the prices, and exits as the bot's parameters say. */
export function completed(command: UserCommand, bot: BotSnapshot | null, pricesOf: PricesOf): BotCommand {
  switch (command.type) {
    case 'create':
      return { ...command, prices: pricesOf(command.bot.symbols) };
    case 'apply-params':
      return { ...command, prices: pricesOf(bot?.bot.symbols ?? []) };
    case 'order-deal':
      return { ...command, prices: pricesOf(bot === null ? [] : [command.symbol]) };
    case 'set-conditions': {
      const usual = bot === null ? NO_EXITS : familyOf(bot.bot.kind).exitsOf(bot.bot.params);
      return { ...usual, ...command, prices: pricesOf(bot?.bot.symbols ?? []) };
    }
    default:
      return command;
  }
}

const NO_EXITS = { stopLossPercent: null, takeProfitPercent: null } as const;

/** Why the command is not meant for the run that the bot is in; empty when it is. A deleted bot refuses every command. */
export function runRefusals(
  before: BotSnapshot | null,
  { runNo, seen }: Pick<CommandRequest, 'runNo' | 'seen'>,
): readonly Reason[] {
  if (before === null || before.bot.state === 'DELETED') return [];
  if (runNo !== undefined && before.bot.runNo !== runNo) return supersededBy(before.bot);
  return seen === undefined || isAsSeen(before.bot, seen) ? [] : BOT_CHANGED;
}

function isAsSeen(bot: EngineBot, seen: SeenBot): boolean {
  return 'paramsVersion' in seen ? bot.paramsVersion === seen.paramsVersion : hasExits(bot, seen);
}

function hasExits(bot: SeenExits, seen: SeenExits): boolean {
  return (['stopLossPercent', 'takeProfitPercent'] as const).every(
    (exit) => trimmed(bot[exit]) === trimmed(seen[exit]),
  );
}

const trimmed = (percent: string | null): string | null => (percent === null ? null : trimDecimal(percent));

/** The bot is no longer as the sender of a command saw it. */
export const BOT_CHANGED: readonly Reason[] = [{ code: 'BOT_CHANGED', detail: 'The bot was changed in the meantime.' }];

function supersededBy({ botId, runNo }: EngineBot): readonly Reason[] {
  const [code, path] = ['EXECUTOR_SUPERSEDED', ['strategyExecutorId']];
  const figures = { strategyExecutorId: runIdOf(botId, runNo) };
  return [
    { code, detail: 'The bot has begun another run.' },
    { code, detail: 'is not the current run', path, figures },
  ];
}

/** A name is taken by a bot of the portfolio that is not deleted. */
function isNameTaken({ names }: PaperAccount, { row }: CommandRequest): boolean {
  return row !== undefined && [...names.values()].includes(row.name);
}

export const NAME_TAKEN: readonly Reason[] = [
  { code: 'NAME_TAKEN', detail: 'A bot of this portfolio has this name already.' },
  { code: 'TAKEN', detail: 'is taken', path: ['name'] },
];

function holdsPosition({ cycle }: EngineBot['atoms'][number]): boolean {
  return cycle !== null && cycle.position.quantity > 0;
}

function botIdOf(command: UserCommand | BotCommand): string | null {
  if (command.type === 'create' || command.type === 'join') return command.bot.botId;
  return 'botId' in command ? command.botId : null;
}
