import { chance } from '#base/prng.ts';
import type { StreamFaults } from '../../streams/stream-faults.ts';
import { type CandleFaults, openCandleFaults } from './candle-faults.ts';
import { type EventFaults, openEventFaults } from './event-faults.ts';
import { type FreshOrders, openFreshOrders } from './fresh-orders.ts';
import { PROFILES, type ProfileName } from './profiles.ts';
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
  /** Changes how the exchange behaves all the time. @param seed - of what follows, so that it can be repeated */
  setProfile(name: ProfileName, seed: number): void;
  profile(): { readonly name: ProfileName; readonly seed: number };
  /** The active faults, for the page. */
  list(): readonly object[];
  clear(): void;
}

/**
 * @param wallMs - the wall clock, in milliseconds
 * @param first - how the exchange behaves at first, and the seed of jitter and chaos
 */
export function openFaults(wallMs: () => number, first: { readonly name: ProfileName; readonly seed: number }): Faults {
  let profile = first;
  let draws = chance(first.seed);
  const random = (): number => draws.next();
  const candles = openCandleFaults();
  const events = openEventFaults(random);
  const fresh = openFreshOrders(wallMs);
  const requests = openRequestFaults(candles, fresh, random);
  let isStrict = false;
  const behave = (): void => {
    const { latencyMs, requests: shares, events: chaos, hiddenMs } = PROFILES[profile.name];
    requests.setUsual({ latencyMs, requests: shares });
    events.setUsual(chaos);
    fresh.setLag(hiddenMs);
  };
  behave();
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
    setProfile(name, seed) {
      profile = { name, seed };
      draws = chance(seed);
      behave();
    },
    profile: () => profile,
    list: () => [
      ...(profile.name === 'ideal' ? [] : [{ kind: 'profile', ...profile }]),
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
      isStrict = false;
      behave();
    },
  };
}
