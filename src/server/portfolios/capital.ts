import { cashFrom } from '#base/decimal.ts';
import { add, type Cash, cash, multiplyDivide, subtract, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Tx } from '#storage/database/database.ts';
import type { Period } from '#storage/period.ts';
import { sumPortfolio } from '#storage/roll-ups/results.ts';
import { type HourOfTransfers, transfersByHour } from '#storage/roll-ups/transfers.ts';

/** What was paid into a portfolio over time. It counts from the market hour in which it came. */
export interface Capital {
  /** Until now. */
  readonly paidIn: Cash;
  /** Oldest first. */
  readonly changes: readonly CapitalChange[];
}

/** Of a portfolio that is not read. */
export const NO_CAPITAL: Capital = { paidIn: ZERO_CASH, changes: [] };

interface CapitalChange {
  /** The full hour before the change: later times have it. */
  readonly after: Instant;
  /** What was paid in until then. */
  readonly paidInBefore: Cash;
  /** Equity before and after the deposit or withdrawal; null for a change that equity does not show. */
  readonly equity: { readonly before: Cash; readonly after: Cash } | null;
}

/** A portfolio with what was paid into it until now, and the first hour of its curve. */
export interface CapitalOf {
  readonly portfolioId: string;
  readonly paidIn: Cash;
  /** Undefined for one that never ran a bot over a full hour. */
  readonly firstAt: Instant | undefined;
}

/** Reads the capital of portfolios, each named once: one statement, and one more for each hour with a deposit. */
export async function readCapitals(
  tx: Tx,
  ownerId: string,
  portfolios: readonly CapitalOf[],
): Promise<ReadonlyMap<string, Capital>> {
  const ids = portfolios.map(({ portfolioId }) => portfolioId);
  const transfers = await transfersByHour(tx, ownerId, ids);
  const capitals = new Map<string, Capital>();
  for (const one of portfolios) {
    const changes: CapitalChange[] = [];
    let later = one.paidIn;
    for (const hour of (transfers.get(one.portfolioId) ?? []).toReversed()) {
      const paidInBefore = subtract(later, hour.amount);
      const equity = await equityAround(tx, ownerId, { ...one, paidIn: paidInBefore, hour });
      changes.push({ after: hour.at, paidInBefore, equity });
      later = paidInBefore;
    }
    capitals.set(one.portfolioId, { paidIn: one.paidIn, changes: changes.reverse() });
  }
  return capitals;
}

/**
 * Before the first hour of the curve there is no return that a deposit could change; nor is there one of no equity. A wallet is
 * set while every bot is flat, so everything gained by then is the results of ended cycles.
 */
async function equityAround(
  tx: Tx,
  ownerId: string,
  { portfolioId, paidIn, firstAt, hour }: CapitalOf & { readonly hour: HourOfTransfers },
): Promise<CapitalChange['equity']> {
  const { depositedAt, deposited } = hour;
  if (depositedAt === null || firstAt === undefined || hour.at < firstAt) return null;
  const period = { from: instantOf(0), to: instantOf(depositedAt + 1) };
  const before = add(paidIn, cashFrom((await sumPortfolio(tx, ownerId, { portfolioId, period })).result));
  const after = add(before, deposited);
  return before > 0 && after > 0 ? { before, after } : null;
}

/** What had been paid in by a time. */
export function paidInAt({ paidIn, changes }: Capital, time: Instant): Cash {
  return changes.find(({ after }) => after >= time)?.paidInBefore ?? paidIn;
}

/** The changes within a period, `from` included and `to` excluded. */
export function changesIn({ changes }: Capital, { from, to }: Period): readonly CapitalChange[] {
  return changes.filter(({ after }) => after >= from && after < to);
}

/**
 * An amount of one time as it would be at a later one had it been paid in and out in proportion: with every deposit and
 * withdrawal in between it grows or shrinks as equity did, so that its ratio to equity is a time-weighted return. Rounded half
 * up with each of them.
 */
export function carried(capital: Capital, amount: Cash, period: Period): Cash {
  let worth = amount;
  for (const { equity } of changesIn(capital, period)) {
    if (equity !== null) worth = cash(multiplyDivide(worth, equity.after, equity.before, 'half-up'));
  }
  return worth;
}

/** What had been gained by a time, in the money of now: equity then, carried to now, less what was paid in until now. */
export function gainedNow(capital: Capital, time: Instant, gained: Cash): Cash {
  if (capital.changes.length === 0) return gained;
  const equity = add(paidInAt(capital, time), gained);
  return subtract(carried(capital, equity, { from: time, to: END_OF_TIME }), capital.paidIn);
}

const END_OF_TIME = instantOf(Number.MAX_SAFE_INTEGER);
