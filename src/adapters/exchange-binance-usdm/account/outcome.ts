import type { RejectionCause, SendOutcome, UnknownReason } from '#ports/venue.ts';
import { type CodedCause, ExchangeError } from '../transport/exchange-error.ts';

type Failed = Exclude<SendOutcome<never>, { readonly kind: 'acknowledged' }>;

/**
 * The outcome of a failed send. It is a rejection only if the request was definitely not executed; otherwise it is
 * unknown, and the exchange must be asked before anything else is done.
 */
export function outcomeOf(thrown: unknown): Failed {
  if (!(thrown instanceof ExchangeError)) throw thrown;
  const { kind, venueCode } = thrown;
  if (kind === 'busy') return { kind: 'throttled', pauseMs: thrown.retryAfterMs ?? 0 };
  if (kind === 'unavailable' || kind === 'answer' || kind === 'off-grid') {
    return { kind: 'unknown', reason: unknownReason(thrown) };
  }
  return rejected(causeOf(kind), thrown.message, venueCode);
}

/** A send that was definitely not executed; without a code the refusal is our own. */
export function rejected(cause: RejectionCause, reason: string, venueCode: number | null = null): Failed {
  return { kind: 'rejected', cause, reason, venueCode, rules: null };
}

function unknownReason({ kind, venueCode, isExecutionUnknown }: ExchangeError): UnknownReason {
  if (kind !== 'unavailable') return 'unreadable';
  if (venueCode !== null) return 'exchange-unsure';
  return isExecutionUnknown ? 'no-answer' : 'not-connected';
}

function causeOf(kind: CodedCause | 'stream' | 'refused'): RejectionCause {
  return kind === 'stream' || kind === 'refused' ? 'other' : kind;
}
