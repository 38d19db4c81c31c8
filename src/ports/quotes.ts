import type { Instant } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/** The best bid and the best ask of a symbol, the bid at most the ask. */
export interface BookQuote {
  /** The instrument's index in the list that is followed. */
  readonly symbol: number;
  /** Ticks, above zero. */
  readonly bid: number;
  readonly ask: number;
  /** When the exchange sent it, market time. */
  readonly at: Instant;
}

/** The best prices of some instruments, as sent by an exchange between two minutes. They only move what is shown. */
export interface QuoteStream {
  /** Follows these instruments instead of those before; the indexes of those that stay must not change. */
  follow(instruments: readonly Instrument[]): void;
  close(): void;
}

/**
 * Opens a stream of quotes. It reconnects by itself after an interruption; missed quotes are lost, because the next one
 * replaces them anyway.
 * @param listener - receives the same object at every call
 */
export type OpenQuotes = (listener: (quote: BookQuote) => void) => QuoteStream;
