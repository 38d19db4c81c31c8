import type { Instant } from '#base/time.ts';
import type { Market, Trade } from '../market/market.ts';

/** What was traded of a symbol since somebody follows it. */
export interface Pulse {
  /** How many trades; a change means that there is news. */
  readonly count: number;
  /** Those of the latest tick, oldest first. */
  readonly fresh: readonly Trade[];
}

/** The trades of all followed symbols, looked up once a tick for all their streams. */
export interface Tape {
  follow(symbol: string): void;
  leave(symbol: string): void;
  /** Takes in the trades of (before, now]. */
  advance(before: Instant, now: Instant): void;
  pulse(symbol: string): Pulse;
}

const QUIET: Pulse = { count: 0, fresh: [] };

interface Followed {
  followers: number;
  count: number;
  fresh: readonly Trade[];
}

export function openTape(market: Market): Tape {
  const followed = new Map<string, Followed>();
  return {
    follow(symbol) {
      const known = followed.get(symbol);
      if (known === undefined) followed.set(symbol, { followers: 1, count: 0, fresh: [] });
      else known.followers += 1;
    },
    leave(symbol) {
      const known = followed.get(symbol);
      if (known === undefined) return;
      known.followers -= 1;
      if (known.followers === 0) followed.delete(symbol);
    },
    advance(before, now) {
      for (const [symbol, pulse] of followed) {
        pulse.fresh = market.trades(symbol, before, now);
        pulse.count += pulse.fresh.length;
      }
    },
    pulse: (symbol) => followed.get(symbol) ?? QUIET,
  };
}
