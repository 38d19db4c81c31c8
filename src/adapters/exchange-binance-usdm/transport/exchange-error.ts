import { AppError } from '#base/errors.ts';
import type { RejectionCause } from '#ports/venue.ts';

/**
 * What a failure means for the caller.
 * - `busy`: the exchange or our own budget asks to wait; nothing was executed
 * - `overload`: refused by the exchange's overload protection; nothing was executed
 * - `unavailable`: no answer, or one that leaves it unknown whether the request was executed
 * - `answer`: an invalid answer, such as HTML, incomplete JSON, or a candle whose high is below its low
 * - `off-grid`: an answer whose prices or quantities do not lie on the instrument's grid
 * - `stream`: the listen key must be made anew
 * - the causes of the port: refusals of that kind, by the exchange's code; `refused` is every other one
 */
export type ExchangeErrorKind = CodedCause | 'busy' | 'unavailable' | 'answer' | 'off-grid' | 'stream' | 'refused';

/** The causes of a rejection that the exchange's code names. */
export type CodedCause = Exclude<RejectionCause, 'other' | 'late' | 'circuit'>;

/** Facts about a failure. */
export interface ExchangeFailure {
  readonly kind: ExchangeErrorKind;
  /** The exchange's own code, such as -2019; null when it gave none. */
  readonly venueCode: number | null;
  /** Null without an answer. */
  readonly httpStatus: number | null;
  /** Wall milliseconds to wait, for `busy`; otherwise null. */
  readonly retryAfterMs: number | null;
  /** Whether an order sent with this request may exist nevertheless. */
  readonly isExecutionUnknown: boolean;
  /** Plain words, without any part of the request. */
  readonly reason: string;
}

/** A failure of the exchange, identified by its code alone, because texts vary between hosts and years. */
export class ExchangeError extends AppError implements ExchangeFailure {
  readonly kind: ExchangeErrorKind;
  readonly venueCode: number | null;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number | null;
  readonly isExecutionUnknown: boolean;
  readonly reason: string;

  constructor(failure: ExchangeFailure, cause?: unknown) {
    const { code, isRetryable } = CODES[failure.kind];
    super(code, sentenceOf(failure), cause === undefined ? { isRetryable } : { isRetryable, cause });
    this.name = 'ExchangeError';
    this.kind = failure.kind;
    this.venueCode = failure.venueCode;
    this.httpStatus = failure.httpStatus;
    this.retryAfterMs = failure.retryAfterMs;
    this.isExecutionUnknown = failure.isExecutionUnknown;
    this.reason = failure.reason;
  }
}

/** An invalid answer. The request may have been executed. */
export function answerError(reason: string, cause?: unknown): ExchangeError {
  return new ExchangeError({ ...NOTHING_KNOWN, kind: 'answer', reason }, cause);
}

/** Numbers that are off the instrument's grid. */
export function offGridError(reason: string): ExchangeError {
  return new ExchangeError({ ...NOTHING_KNOWN, kind: 'off-grid', reason });
}

/** No answer; `isExecutionUnknown` is false when nothing can have left this machine. */
export function unavailableError(reason: string, isExecutionUnknown: boolean, cause?: unknown): ExchangeError {
  return new ExchangeError({ ...NOTHING_KNOWN, kind: 'unavailable', reason, isExecutionUnknown }, cause);
}

/** Refused by our own budget; nothing was sent. */
export function busyError(reason: string, retryAfterMs: number): ExchangeError {
  return new ExchangeError({ ...NOTHING_KNOWN, kind: 'busy', reason, retryAfterMs, isExecutionUnknown: false });
}

const NOTHING_KNOWN = { venueCode: null, httpStatus: null, retryAfterMs: null, isExecutionUnknown: true } as const;

const CODES: Record<ExchangeErrorKind, { readonly code: string; readonly isRetryable: boolean }> = {
  busy: { code: 'EXCHANGE_BUSY', isRetryable: true },
  overload: { code: 'EXCHANGE_BUSY', isRetryable: true },
  unavailable: { code: 'EXCHANGE_UNAVAILABLE', isRetryable: true },
  answer: { code: 'EXCHANGE_ANSWER', isRetryable: false },
  'off-grid': { code: 'EXCHANGE_ANSWER', isRetryable: false },
  clock: { code: 'EXCHANGE_CLOCK', isRetryable: true },
  key: { code: 'EXCHANGE_KEY_REFUSED', isRetryable: false },
  symbol: { code: 'SYMBOL_UNKNOWN', isRetryable: false },
  filter: { code: 'EXCHANGE_REFUSED', isRetryable: false },
  margin: { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'position-limit': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'closes-too-much': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'duplicate-close': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'order-count': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'position-mode': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'price-band': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'would-take': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'not-trading': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  'order-type': { code: 'EXCHANGE_REFUSED', isRetryable: false },
  absent: { code: 'EXCHANGE_REFUSED', isRetryable: false },
  duplicate: { code: 'EXCHANGE_REFUSED', isRetryable: false },
  trigger: { code: 'EXCHANGE_REFUSED', isRetryable: false },
  unchanged: { code: 'EXCHANGE_REFUSED', isRetryable: false },
  stream: { code: 'EXCHANGE_UNAVAILABLE', isRetryable: true },
  refused: { code: 'EXCHANGE_REFUSED', isRetryable: false },
};

const SENTENCES: Record<ExchangeErrorKind, string> = {
  busy: 'The exchange accepts no requests at the moment; try again shortly.',
  overload: 'The exchange is overloaded; try again shortly.',
  unavailable: 'The exchange did not answer.',
  answer: 'The exchange gave an answer that makes no sense.',
  'off-grid': "The exchange gave figures that do not fit the instrument's grid.",
  clock: 'The exchange refused the time of the request; the clock is synchronised again.',
  key: 'The exchange does not accept the API key: it was deleted, belongs to another environment, or is not allowed from this address.',
  symbol: 'The exchange does not know this symbol.',
  filter: "The exchange refused a price or quantity that does not fit the symbol's rules.",
  margin: 'The exchange refused the order: not enough margin.',
  'position-limit': 'The exchange refused the order: the position would be too large for its leverage.',
  'closes-too-much': 'The exchange refused the order: it closes more than is free to close.',
  'duplicate-close': 'The exchange already has an open order of this type that closes the position.',
  'order-count': 'The exchange refused the order: too many orders are open.',
  'position-mode': "The exchange refused the order: its position side does not fit the account's position mode.",
  'price-band': 'The exchange refused the order at market: the best price is too far from the mark.',
  'would-take': 'The exchange refused the post-only order: it would have been filled at once.',
  'not-trading': 'The exchange refused the order: the contract is not trading.',
  'order-type': 'The exchange does not accept this type of order here.',
  absent: 'The exchange does not know this order.',
  duplicate: 'The exchange already has an open order with this client id.',
  trigger: 'The exchange refused the order: it would trigger at once.',
  unchanged: 'The setting at the exchange already has this value.',
  stream: 'The account stream must be reopened.',
  refused: 'The exchange refused the request.',
};

function sentenceOf({ kind, venueCode, httpStatus, reason }: ExchangeFailure): string {
  const code = venueCode === null ? '' : ` code ${venueCode}`;
  const status = httpStatus === null ? '' : ` HTTP ${httpStatus}`;
  return `${SENTENCES[kind]} (${reason}${code}${status})`;
}
