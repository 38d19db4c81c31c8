import { accept, refuse, type WireError, type WireReply } from '../../wire-error.ts';
import { type CountedWindows, openWindows } from './counted-windows.ts';
import type { OrderCount, Pool } from './endpoint.ts';

/** Requests of an address and orders of an account, per fixed window of the wall clock. */
export interface RateLimits {
  /**
   * Counts a request, even one that is refused.
   * @param nowMs - wall time
   * @returns a 429 or, for an address that does not slow down, a 418; both with a retry time
   */
  charge(address: string, pool: Pool, weight: number, nowMs: number): WireReply<null>;
  /**
   * Weight used by the address in the current minute; for `funding` and `data`, which have a longer window, that of
   * `futures`.
   */
  usedWeight(address: string, pool: Pool, nowMs: number): number;
  /** Counts orders; those above a limit are refused with 429 and not counted. */
  chargeOrders(accountId: string, count: OrderCount, nowMs: number): WireReply<null>;
  usedOrders(accountId: string, nowMs: number): OrderCount;
  /** The current weight limit of futures calls. */
  weightLimit(): number;
  /** The current order limits. */
  orderLimits(): OrderCount;
  /** Divides all limits, for experiments; 1 restores them. */
  divide(divisor: number): void;
  /** Bans every address until then. */
  banAll(untilMs: number): void;
  /** Clears all counts and bans. */
  forget(): void;
}

interface Budget {
  readonly limit: number;
  readonly windowMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const FIVE_MINUTES_MS = 300_000;
const DAY_MS = 86_400_000;

/**
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info, and docs/exchange-simulator.md.
 */
const BUDGETS: Readonly<Record<Pool, Budget>> = {
  futures: { limit: 2_400, windowMs: MINUTE_MS },
  spot: { limit: 6_000, windowMs: MINUTE_MS },
  funding: { limit: 500, windowMs: FIVE_MINUTES_MS },
  data: { limit: 1_000, windowMs: FIVE_MINUTES_MS },
};
const TEN_SECONDS: Budget = { limit: 300, windowMs: 10 * SECOND_MS };
const MINUTE: Budget = { limit: 1_200, windowMs: MINUTE_MS };

/** Refused requests per window before a ban; the exchange does not publish its own figure. */
const FORGIVEN = 10;
const BAN_FIRST_MS = 2 * MINUTE_MS;
const BAN_MAX_MS = 3 * DAY_MS;

/** Counters in memory; a restart clears them. */
export function openRateLimits(): RateLimits {
  let divisor = 1;
  const limitOf = (budget: Budget): number => Math.max(1, Math.floor(budget.limit / divisor));
  const weights = poolWindows();
  const tenSeconds = openWindows(TEN_SECONDS.windowMs);
  const minute = openWindows(MINUTE.windowMs);
  const bans = openBans();
  const usedWeight = (address: string, pool: Pool, nowMs: number): number =>
    weights[pool === 'spot' ? 'spot' : 'futures'].count(address, nowMs);

  return {
    charge(address, pool, weight, nowMs) {
      const untilMs = bans.until(address, nowMs);
      if (untilMs !== null) return { ok: false, error: bannedError(untilMs, nowMs) };
      const amount = BUDGETS[pool].windowMs === MINUTE_MS ? weight : 1;
      const used = weights[pool].add(address, amount, nowMs);
      if (pool !== 'futures' && pool !== 'spot' && weight > 0) weights.futures.add(address, weight, nowMs);
      const limit = limitOf(BUDGETS[pool]);
      if (used <= limit) return accept(null);
      const bannedMs = bans.violate(address, pool, nowMs);
      if (bannedMs !== null) return { ok: false, error: bannedError(bannedMs, nowMs) };
      return later('tooManyRequests', weights[pool].endsInMs(nowMs), String(limit));
    },
    usedWeight,
    chargeOrders(accountId, count, nowMs) {
      const [tenMax, minuteMax] = [limitOf(TEN_SECONDS), limitOf(MINUTE)];
      if (tenSeconds.count(accountId, nowMs) + count.tenSeconds > tenMax) {
        return later('tooManyOrders', tenSeconds.endsInMs(nowMs), String(tenMax), 'TEN_SECONDS');
      }
      if (minute.count(accountId, nowMs) + count.minute > minuteMax) {
        return later('tooManyOrders', minute.endsInMs(nowMs), String(minuteMax), 'MINUTE');
      }
      tenSeconds.add(accountId, count.tenSeconds, nowMs);
      minute.add(accountId, count.minute, nowMs);
      return accept(null);
    },
    usedOrders: (accountId, nowMs) => ({
      tenSeconds: tenSeconds.count(accountId, nowMs),
      minute: minute.count(accountId, nowMs),
    }),
    weightLimit: () => limitOf(BUDGETS.futures),
    orderLimits: () => ({ tenSeconds: limitOf(TEN_SECONDS), minute: limitOf(MINUTE) }),
    divide(by) {
      divisor = by;
    },
    banAll: bans.all,
    forget() {
      for (const windows of [...Object.values(weights), tenSeconds, minute]) windows.clear();
      bans.clear();
    },
  };
}

function poolWindows(): Readonly<Record<Pool, CountedWindows>> {
  return {
    futures: openWindows(BUDGETS.futures.windowMs),
    spot: openWindows(BUDGETS.spot.windowMs),
    funding: openWindows(BUDGETS.funding.windowMs),
    data: openWindows(BUDGETS.data.windowMs),
  };
}

function later(name: 'tooManyRequests' | 'tooManyOrders', inMs: number, ...words: readonly string[]): WireReply<null> {
  const refusal = refuse(name, ...words);
  return { ok: false, error: { ...refusal.error, retryAfterS: Math.ceil(inMs / SECOND_MS) } };
}

function bannedError(untilMs: number, nowMs: number): WireError {
  const { error } = refuse('banned', String(untilMs));
  return { ...error, retryAfterS: Math.ceil((untilMs - nowMs) / SECOND_MS) };
}

interface Bans {
  until(address: string, nowMs: number): number | null;
  /** Counts a refused request; returns the end of the resulting ban, or null. */
  violate(address: string, pool: Pool, nowMs: number): number | null;
  all(untilMs: number): void;
  clear(): void;
}

/** Each ban of an address is twice as long as the previous one, unless that ended three days ago. */
function openBans(): Bans {
  const violations = openWindows(MINUTE_MS);
  const byAddress = new Map<string, { readonly untilMs: number; readonly lengthMs: number }>();
  let allUntilMs = 0;
  return {
    until(address, nowMs) {
      const untilMs = Math.max(allUntilMs, byAddress.get(address)?.untilMs ?? 0);
      return untilMs > nowMs ? untilMs : null;
    },
    violate(address, pool, nowMs) {
      if (violations.add(`${pool} ${address}`, 1, nowMs) <= FORGIVEN) return null;
      const before = byAddress.get(address);
      const isRepeated = before !== undefined && nowMs - before.untilMs < BAN_MAX_MS;
      const lengthMs = isRepeated ? Math.min(BAN_MAX_MS, before.lengthMs * 2) : BAN_FIRST_MS;
      byAddress.set(address, { untilMs: nowMs + lengthMs, lengthMs });
      return nowMs + lengthMs;
    },
    all(untilMs) {
      allUntilMs = untilMs;
    },
    clear() {
      allUntilMs = 0;
      violations.clear();
      byAddress.clear();
    },
  };
}
