import { at } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { RunningAtom } from '../account/running-bot.ts';
import {
  type Judgements,
  NOT_JUDGED,
  type SearchedPast,
  type SearchedSignal,
  type SignalRole,
} from '../account/searched-past.ts';
import type { SymbolHistory } from '../model/history.ts';
import type { WindowSpec } from '../model/window.ts';
import { type BarTable, barTable, closeOf, lastClosed, tableWindow } from '../scan/bar-table.ts';
import { nextBarClose } from '../scan/closed-bars.ts';
import { indexOf, instantAt } from '../scan/market-minutes.ts';
import type { Span } from './span.ts';

/**
 * The first minute of the span at whose close a signal may act; `to` when there is none. Where the signal can be judged
 * over many bars at once, this happens once for each stretch of a past; what is decided at a close
 * follows from the bars that have closed by then.
 */
export function nextSignal(atom: RunningAtom, { role, signal }: Asked, { history, from, to }: Span): number {
  const pace = signal.reads[0]?.timeframe;
  const stored = history.symbols.get(atom.key.symbol);
  if (from >= to || stored === undefined) return to;
  if (pace === undefined) return from;
  const close = nextBarClose(instantAt(history, from), pace);
  if (signal.actsOver === undefined) return Math.min(to, indexOf(history, close));
  const past = searchedPast(atom, stored);
  const judged = judgementsOf(past, role, signal);
  const { first, acts } = judged;
  const end = Math.min(lastClosed(pace, instantAt(history, to)), first + acts.length - 1);
  for (let place = lastClosed(pace, later(close, MINUTE_MS)); place <= end; place += 1) {
    if (acts[place - first] === NOT_JUDGED) judgeStretch(atom, past, { judged, place });
    if (acts[place - first] === 1) return indexOf(history, later(closeOf(pace, place), -MINUTE_MS));
  }
  return to;
}

interface Asked {
  readonly role: SignalRole;
  readonly signal: SearchedSignal;
}

function searchedPast(atom: RunningAtom, stored: SymbolHistory): SearchedPast {
  if (atom.searched?.stored !== stored) atom.searched = { stored, tables: new Map(), judged: new Map() };
  return atom.searched;
}

function judgementsOf(past: SearchedPast, role: SignalRole, signal: SearchedSignal): Judgements {
  const known = past.judged.get(role);
  if (known?.signal === signal) return known;
  const { first, length } = tableOf(past, at(signal.reads, 0).timeframe);
  const judged = { signal, first, acts: new Uint8Array(length).fill(NOT_JUDGED) };
  past.judged.set(role, judged);
  return judged;
}

function tableOf({ stored, tables }: SearchedPast, timeframe: CandleInterval): BarTable {
  const table = tables.get(timeframe) ?? barTable(stored, timeframe);
  tables.set(timeframe, table);
  return table;
}

interface Judging {
  readonly judged: Judgements;
  /** The bar from which on the truths are filled in. */
  readonly place: number;
}

/** Judges the bars from `place` on for which every window begins at the same bar. */
function judgeStretch(atom: RunningAtom, past: SearchedPast, { judged, place }: Judging): void {
  const { reads } = judged.signal;
  const { timeframe } = at(reads, 0);
  const from = closeOf(timeframe, place);
  const change = Math.min(...reads.map((spec) => nextBegin(spec, from)));
  const behind = Math.ceil((change - gridBegin(timeframe)) / CANDLE_LENGTH_MS[timeframe]) - 1;
  const last = Math.min(behind, judged.first + judged.acts.length) - 1;
  const end = closeOf(timeframe, last);
  const windows = reads.map((spec) => {
    return tableWindow(tableOf(past, spec.timeframe), spec, beginOf(spec, from), lastClosed(spec.timeframe, end) + 1);
  });
  const seen = { instrument: atom.instrument, direction: atom.key.direction, windows };
  const count = last - place + 1;
  const acts = judged.signal.actsOver?.(seen, count) ?? new Uint8Array(count);
  judged.acts.set(acts, place - judged.first);
}

/** Place on the grid of the first bar of the window at the close of a bar. */
function beginOf({ timeframe, bars, block = 1 }: WindowSpec, close: Instant): number {
  const last = lastClosed(timeframe, close);
  return last + 1 - bars - (last % block);
}

/** The close at which the window begins at a later bar. */
function nextBegin({ timeframe, block = 1 }: WindowSpec, close: Instant): Instant {
  const last = lastClosed(timeframe, close);
  return instantOf(closeOf(timeframe, last - (last % block) + block));
}
