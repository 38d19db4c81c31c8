import { at } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, gridBegin } from '#base/candle-interval.ts';
import { MINUTE_MS } from '#base/time.ts';
import type { Signal } from '../../bots/signal.ts';
import { type StoredPast, storedPast } from '../../bots/stored-past.ts';
import type { SymbolHistory } from '../../model/history.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Direction } from '../../model/order.ts';
import type { ColumnMemory } from '../../model/window.ts';
import { wholeWindows } from '../../scan/bar-table.ts';
import type { SweepPlan } from '../plan.ts';
import type { SweepRules, SweepSignal } from './sweep-signal.ts';

/**
 * The bars of a history, for the signals of all runs on it.
 * @param memory - for columns; it serves no other past before this one has been let go
 */
export function sweptPast(history: SymbolHistory, instrument: Instrument, memory?: ColumnMemory): StoredPast {
  return storedPast(instrument, wholeWindows(history, memory), memory);
}

interface Judging {
  readonly plan: SweepPlan;
  readonly history: SymbolHistory;
  readonly direction: Direction;
}

/** Judges the rules of an atom over the past. */
export function rulesOver(past: StoredPast, { plan, history, direction }: Judging): SweepRules {
  const { entry, exits } = plan;
  past.forgetBeyond(KEPT_BYTES_MAX);
  return {
    entry: signalOver(entry, past, { history, direction }),
    exit: signalOver(exits[direction], past, { history, direction }),
    opening: entry?.opening?.overPast(past, direction) ?? null,
  };
}

/** A worker of a sweep keeps columns of values for its runs, up to this size and those of one more set. */
const KEPT_BYTES_MAX = 2 ** 27;

function signalOver(
  signal: Signal | null,
  past: StoredPast,
  { history, direction }: Pick<Judging, 'history' | 'direction'>,
): SweepSignal | null {
  const over = signal?.overPast?.(past, direction);
  if (signal === null || over === undefined) return null;
  const { timeframe } = at(signal.reads, 0);
  const opened = (history.columns.start - gridBegin(timeframe)) / MINUTE_MS;
  return { over, barMinutes: CANDLE_LENGTH_MS[timeframe] / MINUTE_MS, opened };
}
