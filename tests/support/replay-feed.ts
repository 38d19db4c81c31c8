import { assert, at } from '#base/assert.ts';
import { type Scale, scaled, scaledRounds } from '#base/scaled-rounds.ts';
import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { SkipIndex } from '#engine/model/history.ts';
import { type Extremes, extremesBetween } from '#engine/scan/extremes.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { loadRecording, RECORDING_MINUTES, RECORDING_START, type RecordedSymbol } from '#market/recording/recording.ts';
import type { Feed } from '#ports/feed.ts';
import { minuteClock } from './minute-clock.ts';
import { volumesBefore } from './volumes-before.ts';

/** Three weeks of history: the position of the market when it is first opened. */
const START_INDEX = 30_240;
const FIRST_MINUTE = later(RECORDING_START, -RECORDING_MINUTES * MINUTE_MS);

interface Track extends RecordedSymbol {
  readonly scaleOf: (round: number) => Scale;
  /** Index of the unscaled recording. */
  readonly index: SkipIndex;
  /** Sum of the volumes of the recording's minutes before this one. */
  readonly volumeBefore: (index: number) => number;
}

/** A feed in memory whose head a test moves; minutes beyond it can be read too. */
export interface ReplayFeed extends Feed {
  /** Makes this many market minutes close per minute of the wall clock from now on. */
  run(speed: number): void;
  /** Closes this many market minutes at once. */
  step(minutes: number): void;
  pause(): void;
}

/**
 * The recorded market, played over and over: one round before the recording, then the recording, then rounds that
 * begin at the price at which the previous one ended. The same minute always has the same candle. It is implemented here
 * independently of the simulator, so that the two can be compared. It stands still until `run` is called.
 */
export async function openReplayFeed(): Promise<ReplayFeed> {
  const instruments = recordedInstruments();
  const tracks = new Map<string, Track>();
  for (const [symbol, recorded] of await loadRecording([...instruments.keys()])) {
    const { columns } = recorded;
    tracks.set(symbol, {
      ...recorded,
      scaleOf: scaledRounds(at(columns.open, 0), at(columns.close, columns.close.length - 1)),
      index: skipIndexOf(columns),
      volumeBefore: volumesBefore(columns),
    });
  }
  const startMinute = later(RECORDING_START, START_INDEX * MINUTE_MS);
  return {
    ...movingHead(startMinute),
    instruments,
    firstMinute: FIRST_MINUTE,
    startMinute,
    hold: async () => {},
    storedShare: () => 1,
    minute: (time) => marketMinute(tracks, time),
    candles: (symbol, from, to) => candlesOf(tracks.get(symbol), from, to),
    bar: (symbol, from, to) => barOf(tracks.get(symbol), from, to),
    round: (time) => placeOf(time).round,
  };
}

function movingHead(startMinute: Instant): Pick<ReplayFeed, 'closed' | 'onClosed' | 'run' | 'step' | 'pause'> {
  const listeners = new Set<() => void>();
  let clock = minuteClock(startMinute, 1, performance.now());
  let timer: NodeJS.Timeout | null = null;
  const pause = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const wait = (): void => {
    timer = setTimeout(turn, Math.ceil(clock.untilNext(performance.now()))).unref();
  };
  const step = (minutes: number): void => {
    for (let minute = 0; minute < minutes; minute += 1) clock.tick();
    if (minutes > 0) for (const listener of [...listeners]) listener();
  };
  const turn = (): void => {
    step(clock.due(performance.now())); // None when the timer fired a hair too soon.
    wait();
  };
  return {
    closed: () => clock.minute(),
    onClosed: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run(speed) {
      pause();
      clock = minuteClock(clock.minute(), speed, performance.now());
      wait();
    },
    step,
    pause,
  };
}

/** The round and index of a minute; round 0 is the one before the recording. */
function placeOf(time: Instant): { readonly round: number; readonly index: number } {
  const count = (time - FIRST_MINUTE) / MINUTE_MS;
  assert(Number.isInteger(count) && count >= 0, `${time} is the open of a minute that the replay has`);
  return { round: Math.floor(count / RECORDING_MINUTES), index: count % RECORDING_MINUTES };
}

/** Candles are computed on first use: most accounts read only one or two symbols. */
function marketMinute(tracks: ReadonlyMap<string, Track>, time: Instant): MarketMinute {
  const { round, index } = placeOf(time);
  const made = new Map<string, Candle>();
  const candle = (symbol: string): Candle | null => {
    const ready = made.get(symbol);
    if (ready !== undefined) return ready;
    const track = tracks.get(symbol);
    if (track === undefined) return null;
    const fresh = candleAt(track, round, { index, time });
    made.set(symbol, fresh);
    return fresh;
  };
  return {
    time,
    candle,
    mark: () => null,
    funding: (symbol) => tracks.get(symbol)?.funding.get(index) ?? null,
    range: (symbol, from, to) => rangeOf(tracks.get(symbol), from, to),
    bar: (symbol, from, to) =>
      from < FIRST_MINUTE ? null : barOf(tracks.get(symbol), from, instantOf(Math.min(to, time + MINUTE_MS))),
  };
}

function joined(one: Extremes, other: Extremes): Extremes {
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}

/** Rounding keeps the order of prices, so the scaled extreme of a round is the extreme of its scaled prices. */
function rangeOf(track: Track | undefined, from: Instant, to: Instant): Extremes | null {
  const first = Math.max(FIRST_MINUTE, Math.ceil(from / MINUTE_MS) * MINUTE_MS);
  const last = startOf(to, MINUTE_MS);
  if (track === undefined || first > last) return null;
  const [begin, end] = [placeOf(instantOf(first)), placeOf(last)];
  let found: Extremes | null = null;
  for (let round = begin.round; round <= end.round; round++) {
    const recorded = extremesBetween(
      track,
      round === begin.round ? begin.index : 0,
      round === end.round ? end.index + 1 : RECORDING_MINUTES,
    );
    assert(recorded !== null, 'a round has minutes between the ends');
    const scale = track.scaleOf(round);
    const here = { low: scaled(recorded.low, scale), high: scaled(recorded.high, scale) };
    found = found === null ? here : joined(found, here);
  }
  return found;
}

function candlesOf(track: Track | undefined, from: Instant, to: Instant): readonly Candle[] {
  if (track === undefined) return [];
  const candles: Candle[] = [];
  for (let time = from; time < to; time = later(time, MINUTE_MS)) {
    const { round, index } = placeOf(time);
    candles.push(candleAt(track, round, { index, time }));
  }
  return candles;
}

/** Open and close come from the first and last minute; the rest is looked up, so a day costs little more than a minute. */
function barOf(track: Track | undefined, from: Instant, to: Instant): Candle | null {
  if (track === undefined || from >= to || from < FIRST_MINUTE) return null;
  const last = later(to, -MINUTE_MS);
  const [begin, end] = [placeOf(from), placeOf(last)];
  const extremes = rangeOf(track, from, last);
  assert(extremes !== null, 'minutes that the replay has lie between the ends');
  const whole = track.volumeBefore(RECORDING_MINUTES) * (end.round - begin.round);
  return {
    time: from,
    open: candleAt(track, begin.round, { index: begin.index, time: from }).open,
    high: extremes.high,
    low: extremes.low,
    close: candleAt(track, end.round, { index: end.index, time: last }).close,
    volume: whole + track.volumeBefore(end.index + 1) - track.volumeBefore(begin.index),
  };
}

function candleAt({ columns, scaleOf }: Track, round: number, minute: { index: number; time: Instant }): Candle {
  const scale = scaleOf(round);
  const price = (column: Int32Array): number => scaled(at(column, minute.index), scale);
  return {
    time: minute.time,
    open: price(columns.open),
    high: price(columns.high),
    low: price(columns.low),
    close: price(columns.close),
    volume: at(columns.volume, minute.index),
  };
}
