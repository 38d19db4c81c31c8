import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { SimulatedMarket } from '../market/market.ts';
import type { Pace } from '../market-clock.ts';
import { type Frame, frameOf } from './frame.ts';
import type { SpoilCandle } from './market/kline-stream.ts';
import type { Liquidations } from './market/liquidations.ts';
import { makeStream } from './market/make-stream.ts';
import type { Books, MarketStream } from './market/market-stream.ts';
import type { StreamSpec } from './market/stream-name.ts';
import { openTape } from './market/tape.ts';

/** A subscriber of a stream. */
export interface Hearer {
  deliver(frame: Frame): void;
}

/**
 * The market streams with subscribers. Each is computed once for all of its subscribers, and not at all without any.
 */
export interface StreamHub {
  /** Does nothing for an existing subscriber. */
  join(name: string, spec: StreamSpec, hearer: Hearer): void;
  leave(name: string, hearer: Hearer): void;
  /** Called when market time has advanced. @param wallMs - a clock that never goes back */
  tick(before: Instant, now: Instant, wallMs: () => number): void;
}

interface LiveStream {
  readonly name: string;
  readonly stream: MarketStream;
  readonly hearers: Set<Hearer>;
}

/** The streams of one cadence, which send together. */
interface Cadence {
  readonly streams: Set<LiveStream>;
  dueMs: number;
}

/**
 * Time limit of streams per tick, so that calls are answered in between; the remaining streams continue at the next
 * tick. It matters for first reads, for which the market has to be computed.
 */
const TURN_MS = 40;

interface HubParts {
  readonly now: () => Instant;
  readonly pace: () => Pace;
  readonly spoil: SpoilCandle;
  readonly liquidations: Liquidations;
  readonly books: Books;
}

/** Opens the hub, which sends only at ticks. */
export function openStreamHub(market: SimulatedMarket, { now, pace, spoil, liquidations, books }: HubParts): StreamHub {
  const tape = openTape(market);
  const live = new Map<string, LiveStream>();
  const cadences = new Map<number, Cadence>();
  const minutely = new Set<LiveStream>();
  const waiting = new Set<LiveStream>();
  let wasFast = false;
  const start = (name: string, spec: StreamSpec): LiveStream => {
    const from = now();
    const stream = makeStream(spec, { market, tape, liquidations, books }, { now: from, spoil });
    const made = { name, stream, hearers: new Set<Hearer>() };
    for (const symbol of stream.follows) tape.follow(symbol, from);
    const cadence = cadences.get(stream.everyMs) ?? { streams: new Set(), dueMs: 0 };
    cadences.set(stream.everyMs, cadence);
    cadence.streams.add(made);
    if (stream.atMinute !== undefined) minutely.add(made);
    live.set(name, made);
    return made;
  };
  const stop = (ended: LiveStream): void => {
    for (const symbol of ended.stream.follows) tape.leave(symbol);
    cadences.get(ended.stream.everyMs)?.streams.delete(ended);
    minutely.delete(ended);
    waiting.delete(ended);
    live.delete(ended.name);
  };
  return {
    join(name, spec, hearer) {
      (live.get(name) ?? start(name, spec)).hearers.add(hearer);
    },
    leave(name, hearer) {
      const found = live.get(name);
      if (found === undefined) return;
      found.hearers.delete(hearer);
      if (found.hearers.size === 0) stop(found);
    },
    tick(before, instant, wallMs) {
      const [beganMs, at] = [wallMs(), pace()];
      const isStepping = at.kind === 'step';
      const beat = {
        now: instant,
        paceMs: isStepping ? instant : beganMs,
        // Time since the previous tick may have passed at the previous pace.
        isConflated: isFast(at) || wasFast,
        // A step sends everything that is due, however long it takes.
        isOver: () => !isStepping && wallMs() - beganMs > TURN_MS,
      };
      tape.advance(instant, beat.isOver);
      for (const minute of wholeMinutes(before, instant)) {
        for (const one of minutely) send(one, one.stream.atMinute?.(minute) ?? []);
      }
      wasFast = isFast(at);
      for (const [everyMs, cadence] of cadences) {
        if (isDue(cadence, everyMs, beat.paceMs)) for (const one of cadence.streams) waiting.add(one);
      }
      for (const one of waiting) {
        if (beat.isOver() && one.stream.everyMs > 0) continue;
        waiting.delete(one);
        send(one, one.stream.tell(beat));
      }
    },
  };
}

function isFast(pace: Pace): boolean {
  return pace.kind === 'run' && pace.speed > 1;
}

/** The whole minutes in (before, now], in order. */
function wholeMinutes(before: Instant, now: Instant): readonly Instant[] {
  const minutes: Instant[] = [];
  for (
    let minute = later(startOf(before, MINUTE_MS), MINUTE_MS);
    minute <= now;
    minute = instantOf(minute + MINUTE_MS)
  ) {
    minutes.push(minute);
  }
  return minutes;
}

/** Keeps the mean rate of a cadence that is not a multiple of the ticks; missed messages are not made up for. */
function isDue(cadence: Cadence, everyMs: number, paceMs: number): boolean {
  const isFarAhead = cadence.dueMs - paceMs > everyMs; // The due time was set by another clock.
  if (paceMs < cadence.dueMs && !isFarAhead) return false;
  const next = cadence.dueMs + everyMs;
  cadence.dueMs = next > paceMs && !isFarAhead ? next : paceMs + everyMs;
  return true;
}

function send({ name, hearers }: LiveStream, texts: readonly string[]): void {
  for (const text of texts) {
    const frame = frameOf(name, text);
    for (const hearer of hearers) hearer.deliver(frame);
  }
}
