import { cashText } from '#base/decimal.ts';
import { add, type Cash, cash, subtract, ZERO_CASH } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, later } from '#base/time.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { Database } from '#storage/database/database.ts';
import { storeBatches } from '#storage/recorder/recorder.ts';
import { ETH, START, START_PRICES } from './market.ts';
import { cycleOf, cycleRecord, KEY, newBot } from './stored-cycle.ts';

/** An ended cycle as stored, with its net result. */
export interface KnownCycle {
  readonly botId: string;
  readonly cycle: Cycle;
  readonly endAt: Instant;
  readonly result: Cash;
}

/** An hour of a bot as stored. */
export interface KnownHour {
  readonly botId: string;
  readonly at: Instant;
  readonly realized: Cash;
  readonly unrealized: Cash;
}

/** The data stored for a portfolio, to be summed without any roll-up. */
export interface KnownPortfolio {
  readonly portfolioId: string;
  /** In the order in which they ended. */
  readonly cycles: readonly KnownCycle[];
  readonly hours: readonly KnownHour[];
}

const BOTS = 4;
const CYCLES = 150;
export const WALLET = '5000';

/**
 * Stores portfolios of `ann`, each with four bots over `days` days, one deleted half-way and two started late; a third of
 * the cycles end exactly on an hour or at midnight. They are stored in nine batches, in order of time.
 */
export async function storeRandomPortfolios(
  engine: Database,
  dice: Chance,
  { portfolios, days }: { readonly portfolios: readonly string[]; readonly days: number },
): Promise<readonly KnownPortfolio[]> {
  const known = portfolios.map((portfolioId) => randomPortfolio(dice, portfolioId, days));
  for (const { portfolioId } of known) await insertPortfolio(engine, portfolioId);
  const instruments = new Map([[ETH.symbol, ETH]]);
  const partMs = (days * DAY_MS) / 8;
  for (let part = 0; part <= 8; part += 1) {
    const [from, to] = [later(START, part * partMs), later(START, (part + 1) * partMs)];
    const isNow = (time: Instant): boolean => time >= from && time < to;
    const batches = known.map(({ portfolioId, cycles, hours }) => ({
      ownerId: 'ann',
      portfolioId,
      records: cycles
        .filter(({ endAt }) => isNow(endAt))
        .map(({ botId, cycle }) => cycleRecord(cycle, { ...KEY, botId })),
      wallet: cash(500_000_000_000),
      minute: from,
      bots: [],
      hours: hours.filter(({ at }) => isNow(at)),
      firstSeq: 1,
    }));
    const commands = part > 0 ? [] : known.flatMap(({ portfolioId }) => creations(portfolioId));
    await storeBatches(engine, { batches, commands, clock: from, instruments });
  }
  await engine.db
    .updateTable('bots')
    .set({ state: 'DELETED', deletedAt: new Date(START) })
    .where('botId', 'like', '%-0')
    .execute();
  return known;
}

function randomPortfolio(dice: Chance, portfolioId: string, days: number): KnownPortfolio {
  const money = (most: number): Cash => cash(Math.round((dice.next() * 2 - 1) * most));
  const cycles = Array.from({ length: CYCLES }, (_, index) => {
    const anywhere = Math.floor(dice.next() * days * DAY_MS);
    const onEdge = Math.floor(anywhere / HOUR_MS / 3) * HOUR_MS * 3;
    const endAt = later(START, dice.pick([anywhere, anywhere, onEdge]));
    const isCanceled = dice.next() < 0.2;
    const amounts = {
      gross: isCanceled ? ZERO_CASH : dice.pick([money(9_999_999_999), money(99), ZERO_CASH]),
      commission: money(7),
      funding: money(123_456_789),
      liquidationFee: dice.pick([ZERO_CASH, cash(1)]),
    };
    const state = isCanceled ? 'CANCELED' : dice.pick(['CLOSED', 'LIQUIDATED'] as const);
    const ended = dice.pick(['take_profit', 'trailing', 'stop_loss', 'exit_signal', 'manual'] as const);
    const closeReason = isCanceled ? 'entry_expired' : state === 'LIQUIDATED' ? 'liquidation' : ended;
    const cycle = cycleOf({ seq: index + 1, state, closeReason, endAt, ...amounts });
    const { gross, funding, commission, liquidationFee } = amounts;
    const result = subtract(subtract(add(gross, funding), commission), liquidationFee);
    return { botId: `${portfolioId}-${index % BOTS}`, cycle, endAt, result };
  });
  return {
    portfolioId,
    cycles: cycles.sort((a, b) => a.endAt - b.endAt || (cycleKey(a) < cycleKey(b) ? -1 : 1)),
    hours: Array.from({ length: BOTS }, (_, bot) => randomHours(dice, `${portfolioId}-${bot}`, { bot, days })).flat(),
  };
}

function cycleKey({ botId, cycle }: Omit<KnownCycle, 'result'>): string {
  return `${botId}-${KEY.symbol}-${KEY.direction}-${cycle.seq}`;
}

/** A walk with jumps; bot 0 ends half-way, the last two begin later. */
function randomHours(
  dice: Chance,
  botId: string,
  { bot, days }: { readonly bot: number; readonly days: number },
): readonly KnownHour[] {
  const hours = days * 24;
  const [first, last] = [bot < 2 ? 1 : dice.between(2, hours / 2), bot === 0 ? Math.floor(hours / 2) : hours];
  let realized = ZERO_CASH;
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const step = dice.next() < 0.05 ? 20_000_000_000 : 900_000_000;
    realized = add(realized, cash(Math.round((dice.next() * 2 - 1) * step)));
    const unrealized = dice.pick([ZERO_CASH, cash(Math.round((dice.next() * 2 - 1.2) * step))]);
    return { botId, at: later(START, (first + index) * HOUR_MS), realized, unrealized };
  });
}

async function insertPortfolio(engine: Database, portfolioId: string): Promise<void> {
  await engine.db
    .insertInto('portfolios')
    .values({
      ownerId: 'ann',
      portfolioId,
      name: portfolioId,
      kind: 'dca-bot',
      execution: 'paper',
      comment: '',
      limitUsdt: null,
      isDemo: false,
      walletStart: WALLET,
      wallet: cashText(cash(500_000_000_000)),
      minuteAt: null,
      createdAt: new Date(START),
    })
    .execute();
}

function creations(portfolioId: string) {
  return Array.from({ length: BOTS }, (_, index) => {
    const botId = `${portfolioId}-${index}`;
    return {
      ownerId: 'ann',
      portfolioId,
      botId,
      afterMinute: null,
      at: START,
      command: { type: 'create', bot: newBot(botId), autostart: true, prices: START_PRICES } as const,
      row: { name: botId, comment: '', strategyId: null, strategyVersion: null },
    };
  });
}

/** The gain of a portfolio's bots at a time: the sum of each bot's last hour up to then. */
export function gainedAt({ hours }: KnownPortfolio, time: Instant): Cash {
  const last = new Map<string, KnownHour>();
  for (const hour of hours) {
    if (hour.at <= time && hour.at >= (last.get(hour.botId)?.at ?? 0)) last.set(hour.botId, hour);
  }
  return [...last.values()].reduce((all, { realized, unrealized }) => add(all, add(realized, unrealized)), ZERO_CASH);
}
