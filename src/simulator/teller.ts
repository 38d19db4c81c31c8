import { type Instant, MINUTE_MS, startOf } from '#base/time.ts';
import type { AccountEvent } from './exchange/events.ts';
import type { Simulation } from './simulation.ts';
import type { Recorder } from './stored/recorder.ts';

/** Publishes events and the progress of market time in order, each once everything it depends on is on disk. */
export interface Teller {
  happened(accountId: string, event: AccountEvent): void;
  /** Publishes the new market time, and the events up to it. */
  upTo(now: Instant): void;
  /** Resolves when everything has been published. */
  done(): Promise<void>;
  onEvent: Simulation['onEvent'];
  onTick: Simulation['onTick'];
}

/** @param from - market time that has already been published */
export function teller(recorder: Pick<Recorder, 'settled'>, from: Instant): Teller {
  const hearers = new Set<(accountId: string, event: AccountEvent) => void>();
  const watchers = new Set<(before: Instant, now: Instant) => void>();
  let events: { readonly accountId: string; readonly event: AccountEvent }[] = [];
  let toldUntil = from;
  let wanted = from;
  let isTelling = false;
  let telling: Promise<void> = Promise.resolve();

  const tell = async (): Promise<void> => {
    isTelling = true;
    while (wanted > toldUntil || events.length > 0) {
      const [now, batch] = [wanted, events];
      events = [];
      // Minutes and events are final; anything in between may be published again after a crash, and is the same then.
      if (batch.length > 0 || startOf(now, MINUTE_MS) > toldUntil) await recorder.settled();
      for (const { accountId, event } of batch) for (const hear of [...hearers]) hear(accountId, event);
      const before = toldUntil;
      toldUntil = now;
      if (now > before) for (const watch of [...watchers]) watch(before, now);
    }
    isTelling = false; // Also reset when there was nothing to wait for, which happens before the promise is assigned.
  };
  return {
    happened: (accountId, event) => void events.push({ accountId, event }),
    upTo(now) {
      wanted = now;
      if (!isTelling) telling = tell();
    },
    done: async () => {
      await telling;
    },
    onEvent: (hear) => subscribed(hearers, hear),
    onTick: (watch) => subscribed(watchers, watch),
  };
}

function subscribed<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
