import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Kline, KlineInterval, KlineQuery, KlineStart, NumberedKline } from '../market.ts';
import type { SymbolTape } from '../tape/symbol-tape.ts';
import { type Bar, joinedBars } from './bar.ts';
import { intervalEnd, intervalStart } from './intervals.ts';
import type { SeriesBars } from './series-bars.ts';

/** One series of one symbol. */
export interface KlineSource {
  readonly tape: SymbolTape;
  readonly bars: SeriesBars;
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
  return found.map(({ start, bar }) => klineOf(start, bar, { interval: query.interval, now }));
}

/** The candle of trades that opens at a start, as of now; null without a market. */
export function numberedKline(source: KlineSource, opened: KlineStart, now: Instant): NumberedKline | null {
  const bar = barAt(source, opened, now);
  if (bar === null) return null;
  const kline = klineOf(opened.start, bar, { interval: opened.interval, now });
  if (bar.trades === 0) return { ...kline, firstId: null, lastId: null };
  const firstId = firstTradeId(source, opened.start);
  return { ...kline, firstId, lastId: firstId + bar.trades - 1 };
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
function barAt({ tape, bars }: KlineSource, { interval, start }: KlineStart, now: Instant): Bar | null {
  const end = intervalEnd(interval, start);
  const from = instantOf(Math.max(start, tape.listed.onboardDate));
  if (from > now) return null;
  if (end <= now) return bars.closed(from, end);
  return joinedBars(bars.closed(from, startOf(now, MINUTE_MS)), bars.open(now)) ?? bars.still(now);
}

function firstTradeId({ tape }: KlineSource, start: Instant): number {
  return tape.countsBefore(instantOf(Math.max(start, tape.listed.onboardDate))).trades + 1;
}

function klineOf(
  start: Instant,
  bar: Bar,
  { interval, now }: { readonly interval: KlineInterval; readonly now: Instant },
): Kline {
  const end = intervalEnd(interval, start);
  return { ...bar, time: start, closeTime: later(end, -1), isClosed: now >= end };
}
