import type { Cash, Rate } from '#base/exact.ts';

/** Limits that no bot of an exchange account may exceed, judged before every order; null: not set, and then nothing opens. */
export interface AccountCaps {
  /** What one bot may hold, and all of them, with their open entries. */
  readonly botNotional: Cash | null;
  readonly accountNotional: Cash | null;
  readonly ordersPerMinute: number | null;
  /** Loss of a UTC day after which nothing more opens. */
  readonly dailyLoss: Cash | null;
  /** Distance of an entry's price from the market, as a fraction of it. */
  readonly priceBand: Rate | null;
}
