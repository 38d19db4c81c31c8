import { at } from '#base/assert.ts';
import { type Rate, rate, ticks } from '#base/exact.ts';
import { DAY_MINUTES, type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { MarketMinute } from '../model/account.ts';
import type { Candle } from '../model/candle.ts';
import { longHoles, type MarketHistory, type Stretch, type SymbolHistory } from '../model/history.ts';
import { extremesBetween } from './extremes.ts';

/** One stored minute of the whole market as a running account takes it; `index` counts from the history's start. */
export function marketMinute(history: MarketHistory, index: number): MarketMinute {
  return storedMinutes(history)(index);
}

/**
 * Reads stored minutes one after the other. The returned object is reused for the next minute, because making a new one
 * costs as much as running an atom through it; to keep a minute, take it from a reader of its own.
 */
export function storedMinutes(history: MarketHistory): (index: number) => MarketMinute {
  const lanes = new Map([...history.symbols].map(([symbol, stored]) => [symbol, newLane(stored)]));
  let current = 0;
  const minute = {
    time: history.start,
    candle(symbol: string) {
      const lane = lanes.get(symbol);
      return lane === undefined ? null : candleIn(lane, current);
    },
    mark: () => null, // Stored histories hold no marks.
    endPrice(symbol: string) {
      const stored = history.symbols.get(symbol);
      const hasEnded = stored !== undefined && isEnd(stored.frozen, current);
      return hasEnded ? ticks(at(stored.columns.close, current - 1)) : null;
    },
    funding(symbol: string) {
      const lane = lanes.get(symbol);
      return lane === undefined ? null : fundingAt(lane.stored, current);
    },
    range(symbol: string, from: Instant, to: Instant) {
      const stored = history.symbols.get(symbol);
      return stored === undefined ? null : extremesBetween(stored, openedFrom(history, from), indexOf(history, to) + 1);
    },
    bar(symbol: string, from: Instant, to: Instant) {
      const lane = lanes.get(symbol);
      const end = Math.min(openedFrom(history, to), current + 1);
      return lane === undefined ? null : barBetween(lane.bars, openedFrom(history, from), end);
    },
  };
  return (index) => {
    current = index;
    minute.time = instantAt(history, index);
    return minute;
  };
}

/** A symbol and its last candle that was read: the same one is read several times a minute. */
interface Lane {
  readonly stored: SymbolHistory;
  readonly bars: JoinedMinutes;
  index: number;
  candle: Candle | null;
}

function newLane(stored: SymbolHistory): Lane {
  return { stored, bars: joinedMinutes(stored), index: -1, candle: null };
}

function candleIn(lane: Lane, index: number): Candle | null {
  if (lane.index !== index) {
    lane.candle = candleAt(lane.stored, index);
    lane.index = index;
  }
  return lane.candle;
}

/** The open of a minute. */
export function instantAt({ start }: Pick<MarketHistory, 'start'>, index: number): Instant {
  return instantOf(start + index * MINUTE_MS);
}

/** The minute that holds an instant. */
export function indexOf({ start }: Pick<MarketHistory, 'start'>, at: Instant): number {
  return Math.floor((at - start) / MINUTE_MS);
}

/** The first minute that opens at an instant or after it. */
function openedFrom({ start }: Pick<MarketHistory, 'start'>, at: Instant): number {
  return Math.ceil((at - start) / MINUTE_MS);
}

/** The candle of a minute; null in a frozen one and outside of what is stored. */
function candleAt({ columns, frozen }: SymbolHistory, index: number): Candle | null {
  const open = columns.open[index];
  const high = columns.high[index];
  const low = columns.low[index];
  const close = columns.close[index];
  const volume = columns.volume[index];
  if (open === undefined || high === undefined || low === undefined || close === undefined || volume === undefined) {
    return null;
  }
  if (thawAt(frozen, index) !== index) return null;
  return { time: instantOf(columns.start + index * MINUTE_MS), open, high, low, close, volume };
}

/** The minutes of a history as bars count them. */
interface JoinedMinutes extends Pick<SymbolHistory, 'columns' | 'unstored'> {
  /** The holes that do not count as flat. */
  readonly holes: readonly Stretch[];
}

function joinedMinutes(stored: SymbolHistory): JoinedMinutes {
  const { columns, unstored = [] } = stored;
  return { columns, unstored, holes: longHoles(stored) };
}

/** The minutes [from, to) as one bar that opens with the first of them; null where none has a market, or one is not stored. */
function barBetween({ columns, unstored = [], holes }: JoinedMinutes, from: number, to: number): Candle | null {
  if (isUnstored(unstored, { from, to })) return null;
  const end = Math.min(to, columns.close.length);
  const first = thawAt(holes, Math.max(0, from));
  if (first >= end) return null;
  const open = at(columns.open, first);
  let [high, low, close, volume] = [0, Number.POSITIVE_INFINITY, 0, 0];
  for (let minute = first; minute < end; minute = thawAt(holes, minute + 1)) {
    high = Math.max(high, at(columns.high, minute));
    low = Math.min(low, at(columns.low, minute));
    close = at(columns.close, minute);
    volume += at(columns.volume, minute);
  }
  return { time: instantOf(columns.start + from * MINUTE_MS), open, high, low, close, volume };
}

/** Whether one of the minutes [from, to) lies in a stretch that is not stored. */
export function isUnstored(unstored: readonly Stretch[], { from, to }: Stretch): boolean {
  const next = unstored[firstIndex(unstored.length, (place) => (unstored[place]?.to ?? 0) > from)];
  return next !== undefined && next.from < to;
}

/** The first minute from `index` on that is not frozen. */
export function thawAt(frozen: readonly Stretch[], index: number): number {
  return stretchAt(frozen, index)?.to ?? index;
}

/** The first frozen minute after `index`; infinity when none is. */
export function nextFrozen(frozen: readonly Stretch[], index: number): number {
  const place = firstIndex(frozen.length, (candidate) => (frozen[candidate]?.to ?? 0) > index + 1);
  return Math.max(index + 1, frozen[place]?.from ?? Number.POSITIVE_INFINITY);
}

/**
 * Exchanges suspend trading for hours; what trades under a symbol after a week is listed anew, or has another number of coins to a
 * unit.
 */
const ENDED_MINUTES_MIN = 7 * DAY_MINUTES;

/** The minute with which a contract has ended that has had no candle since `missing`, if it has none in it either. */
export function endAfter(missing: number): number {
  return missing + ENDED_MINUTES_MIN;
}

/** The first minute of [from, to) with which a contract ends; `to` when none is. */
export function nextEnd(frozen: readonly Stretch[], from: number, to: number): number {
  for (let place = firstIndex(frozen.length, (one) => (frozen[one]?.to ?? 0) > from); ; place += 1) {
    const stretch = frozen[place];
    if (stretch === undefined || stretch.from >= to) return to;
    const end = endAfter(stretch.from);
    if (stretch.from > 0 && end >= from && end < Math.min(to, stretch.to)) return end;
  }
}

/** Whether a contract ends with a minute. */
function isEnd(frozen: readonly Stretch[], index: number): boolean {
  return nextEnd(frozen, index, index + 1) === index;
}

/** The close of the last minute of [from, to) that has a candle; null when none has. */
export function lastClose({ columns, frozen }: SymbolHistory, { from, to }: Stretch): number | null {
  const last = (stretchAt(frozen, to - 1)?.from ?? to) - 1;
  return last < from ? null : (columns.close[last] ?? null);
}

function stretchAt(frozen: readonly Stretch[], index: number): Stretch | null {
  if (frozen.length === 0) return null;
  const found = frozen[firstIndex(frozen.length, (place) => (frozen[place]?.to ?? 0) > index)];
  return found !== undefined && found.from <= index ? found : null;
}

function fundingAt({ funding }: SymbolHistory, index: number): Rate | null {
  const place = nextFunding(funding.minute, index);
  const settled = funding.rate[place];
  return funding.minute[place] === index && settled !== undefined ? rate(settled) : null;
}

/** The one found last: a minute reads its own settlement, and the minute after it the next one. */
let foundIn: Int32Array | null = null;
let foundPlace = 0;

/** Place of the first settlement at or after a minute; the number of settlements when there is none. */
export function nextFunding(minutes: Int32Array, index: number): number {
  if (foundIn === minutes) {
    if (isNextFunding(minutes, index, foundPlace)) return foundPlace;
    if (isNextFunding(minutes, index, foundPlace + 1)) return rememberFunding(minutes, foundPlace + 1);
  }
  return rememberFunding(minutes, searchFunding(minutes, index));
}

/** Apart from the look at the remembered place, because a closure here would cost that look an allocation. */
function searchFunding(minutes: Int32Array, index: number): number {
  return firstIndex(minutes.length, (candidate) => (minutes[candidate] ?? 0) >= index);
}

function isNextFunding(minutes: Int32Array, index: number, place: number): boolean {
  if (place > minutes.length || (place > 0 && at(minutes, place - 1) >= index)) return false;
  return place === minutes.length || at(minutes, place) >= index;
}

function rememberFunding(minutes: Int32Array, place: number): number {
  foundIn = minutes;
  foundPlace = place;
  return place;
}

/** The first place for which an ascending question is answered with yes; `count` when none is. */
function firstIndex(count: number, isReached: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
