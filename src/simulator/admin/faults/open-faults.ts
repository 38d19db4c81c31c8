import { chance } from '#base/prng.ts';
import type { StreamFaults } from '../../streams/stream-faults.ts';
import { type CandleFaults, openCandleFaults } from './candle-faults.ts';
import { type EventFaults, openEventFaults } from './event-faults.ts';
import { type FreshOrders, openFreshOrders } from './fresh-orders.ts';
import { PROFILES, type ProfileName } from './profiles.ts';
import { openRequestFaults, type RequestFaults } from './request-faults.ts';
import type { WaitClock, Waits } from './waits.ts';

/** How the exchange behaves; the seed is of what is drawn from now on, so that it can be repeated. */
export interface ActiveProfile {
  readonly name: ProfileName;
  readonly seed: number;
  /** The clock of everything that waits, faults included. */
  readonly clock: WaitClock;
}

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
  /** Changes how the exchange behaves all the time. */
  setProfile(wanted: ActiveProfile): void;
  profile(): ActiveProfile;
  /** The active faults, for the page. */
  list(): readonly object[];
  clear(): void;
}

/** @param first - how the exchange behaves at first, and the seed of jitter and chaos */
export function openFaults(waits: Waits, first: Omit<ActiveProfile, 'clock'>): Faults {
  let profile: ActiveProfile = { ...first, clock: 'wall' };
  // Draws of their own, so that what happens to the n-th request does not depend on how many events were sent before it.
  let [requestDraws, eventDraws] = [chance(first.seed), chance(first.seed)];
  const candles = openCandleFaults();
  const events = openEventFaults(() => eventDraws.next());
  const fresh = openFreshOrders(waits.nowMs);
  const requests = openRequestFaults({ candles, fresh, waits }, () => requestDraws.next());
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
      after: waits.after,
      isStrict: () => isStrict,
    },
    setStrict(wanted) {
      isStrict = wanted;
    },
    setProfile(wanted) {
      profile = wanted;
      [requestDraws, eventDraws] = [chance(wanted.seed), chance(wanted.seed)];
      waits.follow(wanted.clock);
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
