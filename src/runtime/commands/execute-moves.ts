import { accepted, type Outcome, refused } from '#base/errors.ts';
import { later } from '#base/time.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import type { BotMove, MovesRequest } from '#ports/runtime.ts';
import type { StoredCommand } from '#storage/recorder/recorder.ts';
import { commandAccount, handOver, type PaperAccount } from '../paper-account.ts';
import type { Parts } from '../runtime-parts.ts';
import { BOT_CHANGED, NAME_TAKEN } from './decide.ts';
import { NOT_FOUND, repeatKeyOf } from './paper-commands.ts';
import { pricesAt } from './prices-at.ts';
import { allOrNone, ownAccounts, type Papers } from './together.ts';

/** Moves bots to other portfolios in one transaction; a repeat gets the first one's answer. */
export function executeMoves(parts: Parts, request: MovesRequest): Promise<Outcome<null>> {
  return parts.once(repeatKeyOf(request), () => moveOnce(parts, request));
}

async function moveOnce(parts: Parts, request: MovesRequest): Promise<Outcome<null>> {
  const { ownerId, moves, address, answer } = request;
  const papers = await ownAccounts(
    parts,
    ownerId,
    moves.flatMap(({ from, to }) => [from, to]),
  );
  if (papers === null) return NOT_FOUND;
  const outcome = allOrNone(parts, papers, (accounts) => moves.map((move) => moveBot(parts, accounts, move)));
  if (!outcome.ok) return outcome;
  const sent = { ownerId, ...(address === undefined ? {} : { address }) };
  for (const [place, commands] of outcome.value.entries()) {
    for (const command of commands) {
      const keyed = place === 0 && command.command.type === 'join' && answer !== undefined ? { answer } : {};
      parts.store.remember({ ...sent, ...command, ...keyed });
    }
  }
  await parts.store.flush();
  return accepted(null);
}

type Told = Omit<StoredCommand, 'ownerId'>;

/** The bot leaves one account and goes on in the other between two minutes; what is refused half way was done to copies. */
function moveBot({ options }: Parts, papers: Papers, { botId, from, to }: BotMove): Outcome<readonly Told[]> {
  const [source, target] = [papers.get(from), papers.get(to)];
  const snapshot = source?.account.bot(botId) ?? null;
  if (source === undefined || target === undefined || snapshot === null) return refused(...BOT_CHANGED);
  const leave = { type: 'leave', botId } as const;
  const join = joinOf(snapshot, pricesAt(options.feed, target.minute, snapshot.bot.symbols));
  const left = commandAccount(source, leave);
  if (!left.ok) return left;
  if ([...target.names.values()].includes(source.names.get(botId) ?? '')) return refused(...NAME_TAKEN);
  const joined = commandAccount(target, join);
  if (!joined.ok) return joined;
  handOver(source, target, botId);
  return accepted([told(source, botId, leave), told(target, botId, join)]);
}

function joinOf({ bot, netCycles }: BotSnapshot, prices: Extract<BotCommand, { type: 'join' }>['prices']) {
  return {
    type: 'join',
    bot,
    netCyclesBegun: netCycles.map(({ symbol, begun }) => ({ symbol, begun })),
    prices,
  } as const;
}

function told({ portfolioId, minute }: PaperAccount, botId: string, command: BotCommand): Told {
  return { portfolioId, botId, afterMinute: minute, at: later(minute, CLOSE_OFFSET_MS), command };
}
