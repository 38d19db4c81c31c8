import type { Chance } from '#base/prng.ts';
import type { StreamFaults } from '../streams/stream-faults.ts';
import { type CandleFaults, openCandleFaults } from './candle-faults.ts';
import { type EventFaults, openEventFaults } from './event-faults.ts';
import { type FreshOrders, openFreshOrders } from './fresh-orders.ts';
import { openRequestFaults, type RequestFaults } from './request-faults.ts';

/** Every fault that an experiment can set. Faults are kept in memory only, so a restart clears them. */
export interface Faults {
  /** Faults of requests; the HTTP listener consults them. */
  readonly requests: RequestFaults;
  /** Faults of streams. */
  readonly streams: StreamFaults;
  readonly candles: CandleFaults;
  readonly events: EventFaults;
  readonly fresh: FreshOrders;
  setStrict(isStrict: boolean): void;
  /** The active faults, for the page. */
  list(): readonly object[];
  clear(): void;
}

/**
 * @param wallMs - the wall clock, in milliseconds
 * @param chance - source of jitter and chaos, seeded so that an experiment can be repeated
 */
export function openFaults(wallMs: () => number, chance: Chance): Faults {
  const candles = openCandleFaults();
  const events = openEventFaults(chance);
  const fresh = openFreshOrders(wallMs);
  const requests = openRequestFaults(candles, fresh, chance.next);
  let isStrict = false;
  return {
    requests,
    candles,
    events,
    fresh,
    streams: {
      spoilCandle: candles.spoil,
      rearrange: events.rearrange,
      isStrict: () => isStrict,
    },
    setStrict(wanted) {
      isStrict = wanted;
    },
    list: () => [
      ...requests.list(),
      ...candles.list(),
      ...events.list(),
      ...(fresh.lagMs() === 0 ? [] : [{ kind: 'hidden-orders', forMs: fresh.lagMs() }]),
      ...(isStrict ? [{ kind: 'strict-roots' }] : []),
    ],
    clear() {
      requests.clear();
      candles.clear();
      events.clear();
      fresh.setLag(0);
      isStrict = false;
    },
  };
}
