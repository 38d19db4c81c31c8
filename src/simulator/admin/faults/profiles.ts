import { wireError } from '../../wire-error.ts';
import { type EventChaos, NO_CHAOS } from './event-faults.ts';
import type { Usual } from './request-faults.ts';

/** How an exchange behaves all the time, below the faults that somebody sets. */
export interface Profile extends Usual {
  readonly events: EventChaos;
  /** How long queries do not find a new order, milliseconds of wall time. */
  readonly hiddenMs: number;
  /** All sockets break after a random time of at most this long; null for never. */
  readonly dropWithinMs: number | null;
}

export const PROFILE_NAMES = ['ideal', 'realistic', 'storm'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** The figures are chosen: the exchange publishes none. */
export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  ideal: { latencyMs: { least: 0, most: 0 }, events: NO_CHAOS, hiddenMs: 0, requests: [], dropWithinMs: null },
  realistic: {
    latencyMs: { least: 20, most: 80 },
    events: { duplicated: 0.02, swapped: 0.05, delayMsMax: 60 },
    hiddenMs: 0,
    requests: [],
    dropWithinMs: null,
  },
  storm: {
    latencyMs: { least: 50, most: 500 },
    events: { duplicated: 0.1, swapped: 0.2, delayMsMax: 2_000 },
    hiddenMs: 3_000,
    requests: [
      { share: 0.03, fault: { kind: 'error-after', ...errorOf('executionUnknown') } },
      { share: 0.03, fault: { kind: 'error', ...errorOf('throttled') } },
      { share: 0.02, fault: { kind: 'error', ...errorOf('tooManyRequests', '2400') } },
      { share: 0.01, fault: { kind: 'lost-reply', afterMs: 1_000 } },
    ],
    dropWithinMs: 60_000,
  },
};

function errorOf(...words: Parameters<typeof wireError>) {
  const { status, code, message } = wireError(...words);
  return { status, code, message };
}
