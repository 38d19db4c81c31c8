import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Kline, KlineInterval, KlineQuery } from '../market.ts';
import type { SymbolTape } from '../tape/symbol-tape.ts';
import { type Bar, joinedBars } from './bar.ts';
import { intervalEnd, intervalStart } from './intervals.ts';
import type { SeriesBars } from './series-bars.ts';

/** One series of one symbol. */
export interface KlineSource {
  readonly tape: SymbolTape;
  readonly bars: SeriesBars;
  /** False for series that have no numbered trades. */
  readonly hasTrades: boolean;
}

interface OpenedBar {
  readonly start: Instant;
  readonly bar: Bar;
}

/**
 * A page of candles, oldest first. With a start time the first ones from there, otherwise the last ones up to the end
 * time or now. A candle without a market in any of its minutes is omitted.
 */
export function klinePage(source: KlineSource, query: KlineQuery, now: Instant): readonly Kline[] {
  const until = Math.min(query.endTime ?? now, lastMoment(source.tape, now));
  const found =
    query.startTime === null ? lastBars(source, query, { until, now }) : firstBars(source, query, { until, now });
  const first = found[0];
  if (first === undefined) return [];
  let id = source.hasTrades ? firstTradeId(source, first.start) : null;
  return found.map(({ start, bar }) => {
    const kline = klineOf(start, bar, { interval: query.interval, now, firstId: id });
    if (id !== null) id += bar.trades;
    return kline;
  });
}

/** The candle that is still open at an instant; null without a market. */
export function openKline(source: KlineSource, interval: KlineInterval, now: Instant): Kline | null {
  const start = intervalStart(interval, now);
  const bar = barAt(source, { interval, start }, now);
  if (bar === null) return null;
  return klineOf(start, bar, { interval, now, firstId: source.hasTrades ? firstTradeId(source, start) : null });
}

/** The last moment worth searching: a symbol that is still halted has no candles after the halt. */
function lastMoment({ listed, changes }: SymbolTape, now: Instant): number {
  const halt = changes.halt(startOf(now, MINUTE_MS));
  return Math.min(now, (listed.haltedAt ?? Number.POSITIVE_INFINITY) - 1, (halt?.from ?? Number.POSITIVE_INFINITY) - 1);
}

interface PageEnd {
  readonly until: number;
  readonly now: Instant;
}

function firstBars(source: KlineSource, query: KlineQuery, { until, now }: PageEnd): readonly OpenedBar[] {
  const { interval, limit } = query;
  const from = Math.max(query.startTime ?? 0, intervalStart(interval, source.tape.listed.onboardDate));
  const opened = intervalStart(interval, from);
  const found: OpenedBar[] = [];
  let start = opened < from ? intervalEnd(interval, opened) : opened;
  while (start <= until && found.length < limit) {
    const bar = barAt(source, { interval, start }, now);
    if (bar !== null) found.push({ start, bar });
    start = intervalEnd(interval, start);
  }
  return found;
}

function lastBars(source: KlineSource, { interval, limit }: KlineQuery, { until, now }: PageEnd): readonly OpenedBar[] {
  const oldest = intervalStart(interval, source.tape.listed.onboardDate);
  const found: OpenedBar[] = [];
  let start = intervalStart(interval, until);
  while (start >= oldest && found.length < limit) {
    const bar = barAt(source, { interval, start }, now);
    if (bar !== null) found.push({ start, bar });
    start = intervalStart(interval, start - 1);
  }
  return found.reverse();
}

/** The part of a candle between the listing and now. */
function barAt(
  { tape, bars }: KlineSource,
  { interval, start }: { interval: KlineInterval; start: Instant },
  now: Instant,
): Bar | null {
  const end = intervalEnd(interval, start);
  const from = instantOf(Math.max(start, tape.listed.onboardDate));
  if (from > now) return null;
  if (end <= now) return bars.closed(from, end);
  return joinedBars(bars.closed(from, startOf(now, MINUTE_MS)), bars.open(now)) ?? bars.still(now);
}

function firstTradeId({ tape }: KlineSource, start: Instant): number {
  return tape.countsBefore(instantOf(Math.max(start, tape.listed.onboardDate))).trades + 1;
}

interface KlineTerms {
  readonly interval: KlineInterval;
  readonly now: Instant;
  readonly firstId: number | null;
}

function klineOf(start: Instant, bar: Bar, { interval, now, firstId }: KlineTerms): Kline {
  const end = intervalEnd(interval, start);
  const hasTrades = firstId !== null && bar.trades > 0;
  return {
    ...bar,
    time: start,
    closeTime: later(end, -1),
    isClosed: now >= end,
    firstId: hasTrades ? firstId : null,
    lastId: hasTrades ? firstId + bar.trades - 1 : null,
  };
}
