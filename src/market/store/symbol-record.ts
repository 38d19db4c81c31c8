import { AppError } from '#base/errors.ts';
import type { Rate } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { SettledFunding } from '#ports/market-source.ts';
import type { SymbolCoverage } from './coverage-file.ts';
import { complaintOf } from './sound-candle.ts';
import { type MinuteSpan, type SpanSet, spanSet } from './span-set.ts';
import type { SymbolCandles } from './symbol-candles.ts';

/** Where minutes came from: the stream or a REST answer. */
export type Origin = 'stream' | 'answer';

/** A stored settlement: its rate, the exchange's timestamp, and the hours since the previous one where its source has them. */
export type StoredSettlement = Pick<SettledFunding, 'time' | 'rate'> & { readonly hours?: number };

/** A minute received twice with different values: the first version stays, even if it was "absent". */
export interface ToldTwice {
  readonly symbol: string;
  readonly kept: Candle | null;
  readonly told: Candle;
}

/** Everything known about one symbol's past. */
export interface SymbolRecord {
  readonly candles: SymbolCandles;
  /** @throws AppError EXCHANGE_ANSWER for an impossible candle; then none is stored */
  put(candles: readonly Candle[], origin: Origin): readonly ToldTwice[];
  putAbsent(span: MinuteSpan): void;
  putFunding(span: MinuteSpan, settlements: readonly StoredSettlement[]): void;
  funding(minute: Instant): Rate | null;
  /** Settlements in the minutes of a span, oldest first. */
  settlements(span: MinuteSpan): readonly StoredSettlement[];
  missing(span: MinuteSpan): readonly MinuteSpan[];
  /** Stored minutes that came only from the stream. */
  unverified(span: MinuteSpan): readonly MinuteSpan[];
  missingFunding(span: MinuteSpan): readonly MinuteSpan[];
  knownUntil(minute: Instant): Instant;
  /** What its candle files do not contain. */
  coverage(): SymbolCoverage;
  /** All settlements, oldest first, if there are new ones since the last call; null otherwise. */
  takeSettlements(): readonly StoredSettlement[] | null;
}

/**
 * @param known - the coverage stored beside the candles
 * @param settlements - oldest first
 */
export function symbolRecord(
  symbol: string,
  candles: SymbolCandles,
  { known, settlements }: { readonly known: SymbolCoverage | null; readonly settlements: readonly StoredSettlement[] },
): SymbolRecord {
  const [absent, verified, funded] = [spanSet(known?.absent), spanSet(known?.verified), spanSet(known?.funding)];
  const settled = new Map(settlements.map((one) => [startOf(one.time, MINUTE_MS), one]));
  let hasNewSettlements = false;
  return {
    candles,
    put(told, origin) {
      checkSound(symbol, told);
      const late = told.filter(({ time }) => absent.has(time));
      const taken = late.length === 0 ? told : told.filter(({ time }) => !absent.has(time));
      const differences = candles.put(taken);
      if (origin === 'answer') for (const { time } of taken) verified.add(minuteSpan(time));
      return [...differences, ...late.map((one) => ({ kept: null, told: one }))].map((one) => ({ symbol, ...one }));
    },
    putAbsent(span) {
      for (const hole of candles.present.missing(span)) absent.add(hole);
    },
    putFunding(span, told) {
      for (const { time, rate } of told) {
        const minute = startOf(time, MINUTE_MS);
        if (settled.has(minute) || minute < span.from || minute >= span.to) continue;
        settled.set(minute, { time, rate });
        hasNewSettlements = true;
      }
      funded.add(span);
    },
    funding: (minute) => settled.get(minute)?.rate ?? null,
    settlements: ({ from, to }) =>
      oldestFirst([...settled].flatMap(([minute, one]) => (minute >= from && minute < to ? [one] : []))),
    missing: (span) => candles.present.missing(span).flatMap((hole) => absent.missing(hole)),
    unverified: (span) => verified.missing(span).flatMap((part) => presentIn(candles.present, part)),
    missingFunding: (span) => funded.missing(span),
    knownUntil(minute) {
      for (let end = minute; ; ) {
        const next = absent.runEnd(candles.present.runEnd(end));
        if (next === end) return end;
        end = next;
      }
    },
    coverage: () => ({ absent: [...absent.list()], verified: [...verified.list()], funding: [...funded.list()] }),
    takeSettlements() {
      if (!hasNewSettlements) return null;
      hasNewSettlements = false;
      return oldestFirst([...settled.values()]);
    },
  };
}

function oldestFirst(settlements: readonly StoredSettlement[]): readonly StoredSettlement[] {
  return settlements.toSorted((one, other) => one.time - other.time);
}

/** The stored minutes of a span. */
function presentIn(present: SpanSet, span: MinuteSpan): readonly MinuteSpan[] {
  const holes = present.missing(span);
  const begins = [span.from, ...holes.map(({ to }) => to)];
  return begins.map((from, index) => ({ from, to: holes[index]?.from ?? span.to })).filter(({ from, to }) => from < to);
}

function minuteSpan(minute: Instant): MinuteSpan {
  return { from: minute, to: later(minute, MINUTE_MS) };
}

/** The source has parsed them; this is the last check before they are used for decisions. */
function checkSound(symbol: string, candles: readonly Candle[]): void {
  let last = instantOf(Number.NEGATIVE_INFINITY);
  for (const candle of candles) {
    const complaint = candle.time <= last ? 'minutes do not ascend' : complaintOf(candle);
    if (complaint !== null) {
      const minute = Number.isSafeInteger(candle.time) ? new Date(candle.time).toISOString() : candle.time;
      throw new AppError('EXCHANGE_ANSWER', `${symbol} at ${minute}: this candle is impossible: ${complaint}.`, {
        isRetryable: true,
      });
    }
    last = candle.time;
  }
}
