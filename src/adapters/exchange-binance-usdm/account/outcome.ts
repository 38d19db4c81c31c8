import { unreachable } from '#base/assert.ts';
import type { RejectionCause, SendOutcome, UnknownReason } from '#ports/venue.ts';
import { ExchangeError, type ExchangeErrorKind } from '../transport/exchange-error.ts';

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

function causeOf(kind: Exclude<ExchangeErrorKind, 'busy' | 'unavailable' | 'answer' | 'off-grid'>): RejectionCause {
  switch (kind) {
    case 'filter':
    case 'margin':
    case 'absent':
    case 'duplicate':
    case 'trigger':
    case 'unchanged':
    case 'key':
    case 'clock':
    case 'overload':
    case 'symbol':
      return kind;
    case 'stream':
    case 'refused':
      return 'other';
    default:
      return unreachable(kind);
  }
}
