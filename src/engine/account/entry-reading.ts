import { at } from '#base/assert.ts';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import type { RuleReading } from '../model/atom.ts';
import type { MarketWindow, WindowSpec } from '../model/window.ts';
import { closeOf, lastClosed } from '../scan/bar-table.ts';
import { windowAt } from '../scan/closed-bars.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';
import { heldPositions } from './signals/held-positions.ts';

/** What the entry rule of an atom says at its last close, derived anew from the market; null without a rule or a minute. */
export function entryReadingOf(account: RunningAccount, atom: RunningAtom): RuleReading | null {
  const { symbol, direction } = atom.key;
  const reader = atom.context.signal?.readerOf?.(direction) ?? null;
  if (reader === null || account.minute === null) return null;
  const base = at(reader.reads, 0).timeframe;
  const close = closeOf(base, lastClosed(base, later(account.minute, MINUTE_MS)));
  const minute = { time: later(close, -MINUTE_MS), bar: account.setting.past.bar };
  // Shorter bars have closed since then: the lanes that the engine goes on with must not be taken back.
  const own = new Map();
  const isShorter = ({ timeframe }: WindowSpec) => CANDLE_LENGTH_MS[timeframe] < CANDLE_LENGTH_MS[base];
  const windows = (specs: readonly WindowSpec[]): readonly MarketWindow[] =>
    specs.flatMap((spec) => windowAt(isShorter(spec) ? own : account.closedBars, minute, symbol, spec) ?? []);
  const past = windows(reader.past); // The longer ones first: the others lie within them.
  const { instrument } = atom;
  return reader.reading(windows(reader.reads), past, { instrument, direction, positions: heldPositions(atom) });
}
