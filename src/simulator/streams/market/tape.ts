import { type Instant, later } from '#base/time.ts';
import type { AggregateTrade, SimulatedMarket } from '../../market/market.ts';

/** Trades of a symbol since it was first followed. */
export interface Pulse {
  /** Number of trades so far; a change means new trades. */
  readonly count: number;
  /** Those of the latest tick, oldest first. */
  readonly fresh: readonly AggregateTrade[];
}

/** The trades of all followed symbols, looked up once a tick for all their streams. */
export interface Tape {
  /** Starts to collect trades of a symbol at this instant. */
  follow(symbol: string, from: Instant): void;
  leave(symbol: string): void;
  /**
   * Collects the trades since the previous tick. The first read of a symbol must compute its whole past; once this turn
   * has used its time, such symbols wait for the next turn, and none of their trades are lost.
   */
  advance(now: Instant, isOver: () => boolean): void;
  pulse(symbol: string): Pulse;
}

const QUIET: Pulse = { count: 0, fresh: [] };

interface Followed {
  followers: number;
  /** Trades up to this instant have been collected. */
  until: Instant;
  isMade: boolean;
  /** Of the latest trade: an account may trade once more at an instant that has been looked at. */
  lastId: number;
  count: number;
  fresh: readonly AggregateTrade[];
}

export function openTape(market: SimulatedMarket): Tape {
  const followed = new Map<string, Followed>();
  return {
    follow(symbol, from) {
      const known = followed.get(symbol);
      if (known !== undefined) known.followers += 1;
      else followed.set(symbol, { followers: 1, until: from, isMade: false, lastId: 0, count: 0, fresh: [] });
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
        const from = pulse.isMade ? later(pulse.until, -1) : pulse.until;
        pulse.fresh = market.tape(symbol, from, now).filter(({ id }) => id > pulse.lastId);
        pulse.lastId = pulse.fresh.at(-1)?.id ?? (pulse.isMade ? pulse.lastId : (market.latest(symbol, now)?.id ?? 0));
        pulse.count += pulse.fresh.length;
        pulse.until = now;
        pulse.isMade = true;
      }
    },
    pulse: (symbol) => followed.get(symbol) ?? QUIET,
  };
}
