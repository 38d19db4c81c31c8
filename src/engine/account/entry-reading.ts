import { at } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { HeldPositions, RuleReader, Signal } from '../bots/signal.ts';
import type { PastEntry, RuleReading } from '../model/atom.ts';
import type { MarketWindow, WindowSpec } from '../model/window.ts';
import { closeOf, lastClosed } from '../scan/bar-table.ts';
import { type ClosedBars, windowAt } from '../scan/closed-bars.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';
import { flatPositions, heldPositions } from './signals/held-positions.ts';

/** What the entry rule of an atom says at its last close, derived anew from the market; null without a rule or a minute. */
export function entryReadingOf(account: RunningAccount, atom: RunningAtom): RuleReading | null {
  const rule = explained(account, atom);
  if (rule === null) return null;
  const { reader, base, now } = rule;
  // Shorter bars have closed since then: the lanes that the engine goes on with must not be taken back.
  const own: ClosedBars = new Map();
  const isShorter = ({ timeframe }: WindowSpec) => CANDLE_LENGTH_MS[timeframe] < CANDLE_LENGTH_MS[base];
  const windows = windowsAt(account, atom, {
    close: closeOf(base, lastClosed(base, now)),
    lanes: (spec) => (isShorter(spec) ? own : account.closedBars),
  });
  return readingOf(reader, { windows, atom, positions: heldPositions(atom) });
}

/** The same at the last close of its bars by an instant of the past; null also where it had no close by then. */
export function pastEntryOf(account: RunningAccount, atom: RunningAtom, time: Instant): PastEntry | null {
  const rule = explained(account, atom);
  if (rule === null) return null;
  const { reader, base, now, signal } = rule;
  const place = lastClosed(base, instantOf(Math.min(time, now)));
  const positions = flatPositions();
  // The lanes that the engine goes on with stay as they are.
  const windowsOfOwn = (own: ClosedBars) => windowsAt(account, atom, { close: closeOf(base, place), lanes: () => own });
  const reading = readingOf(reader, { windows: windowsOfOwn(new Map()), atom, positions });
  const seen = windowsOfOwn(new Map())(signal.reads);
  const { instrument, key } = atom;
  const isComplete = seen.length === signal.reads.length;
  const next = closeOf(base, place + 1);
  return {
    reading,
    isWanted: isComplete && signal.acts({ instrument, direction: key.direction, windows: seen, positions }),
    nextAt: next > now ? null : next,
  };
}

interface Explained {
  readonly signal: Signal;
  readonly reader: RuleReader;
  /** The bars at whose closes the rule is judged. */
  readonly base: CandleInterval;
  /** The end of the last minute. */
  readonly now: Instant;
}

function explained({ minute }: RunningAccount, { context: { signal }, key }: RunningAtom): Explained | null {
  const reader = signal?.readerOf?.(key.direction) ?? null;
  if (signal === null || reader === null || minute === null) return null;
  return { signal, reader, base: at(reader.reads, 0).timeframe, now: later(minute, MINUTE_MS) };
}

type Windows = (specs: readonly WindowSpec[]) => readonly MarketWindow[];

function windowsAt(
  { setting }: RunningAccount,
  { key }: RunningAtom,
  { close, lanes }: { readonly close: Instant; readonly lanes: (spec: WindowSpec) => ClosedBars },
): Windows {
  const minute = { time: later(close, -MINUTE_MS), bar: setting.past.bar };
  return (specs) => specs.flatMap((spec) => windowAt(lanes(spec), minute, key.symbol, spec) ?? []);
}

function readingOf(
  reader: RuleReader,
  { windows, atom, positions }: { windows: Windows; atom: RunningAtom; positions: HeldPositions },
): RuleReading {
  const { instrument, key } = atom;
  const past = windows(reader.past); // The longer ones first: the others lie within them.
  return reader.reading(windows(reader.reads), past, { instrument, direction: key.direction, positions });
}
