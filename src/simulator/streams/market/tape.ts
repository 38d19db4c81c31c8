import type { Instant } from '#base/time.ts';
import type { AggregateTrade, SimulatedMarket } from '../../market/market.ts';

/** What was traded of a symbol since somebody follows it. */
export interface Pulse {
  /** How many trades; a change means that there is news. */
  readonly count: number;
  /** Those of the latest tick, oldest first. */
  readonly fresh: readonly AggregateTrade[];
}

/** The trades of all followed symbols, looked up once a tick for all their streams. */
export interface Tape {
  /** From this instant on. */
  follow(symbol: string, from: Instant): void;
  leave(symbol: string): void;
  /**
   * Takes in the trades since the tick before. A symbol that nobody has asked for yet costs its whole past to make: once
   * this turn has taken long enough, such ones wait for the next, and nothing of theirs is lost.
   */
  advance(now: Instant, isOver: () => boolean): void;
  pulse(symbol: string): Pulse;
}

const QUIET: Pulse = { count: 0, fresh: [] };

interface Followed {
  followers: number;
  /** Trades up to here have been taken in. */
  until: Instant;
  isMade: boolean;
  count: number;
  fresh: readonly AggregateTrade[];
}

export function openTape(market: SimulatedMarket): Tape {
  const followed = new Map<string, Followed>();
  return {
    follow(symbol, from) {
      const known = followed.get(symbol);
      if (known !== undefined) known.followers += 1;
      else followed.set(symbol, { followers: 1, until: from, isMade: false, count: 0, fresh: [] });
    },
    leave(symbol) {
      const known = followed.get(symbol);
      if (known === undefined) return;
      known.followers -= 1;
      if (known.followers === 0) followed.delete(symbol);
    },
    advance(now, isOver) {
      for (const [symbol, pulse] of followed) {
        pulse.fresh = [];
        if (!pulse.isMade && isOver()) continue;
        pulse.fresh = market.trades(symbol, pulse.until, now);
        pulse.count += pulse.fresh.length;
        pulse.until = now;
        pulse.isMade = true;
      }
    },
    pulse: (symbol) => followed.get(symbol) ?? QUIET,
  };
}
