import type { Instant } from '#base/time.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Stretch, SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import type { SweepAccount } from '#engine/sweep/plan.ts';
import { runSpan } from '../run-span.ts';
import type { SweepOptions, SweepPool } from './sweep-pool.ts';

/** Several symbols, each with many parameter sets. */
export interface SymbolSweep {
  readonly instruments: readonly Instrument[];
  /**
   * Loads the history of a symbol into shared memory; called once per symbol, one ahead of the symbol under way. `free` is
   * the memory of a finished symbol, to be overwritten; null when there is none.
   */
  readonly load: (symbol: string, free: SharedArrayBuffer | null) => Promise<SymbolHistory>;
  readonly account: SweepAccount;
  /** From when on sets are run: the minutes before are read by rules. Omitted or null, from the first minute on. */
  readonly from?: Instant | null;
  /** Of all sets; omitted, ladders on paper. */
  readonly kind?: BotKind;
  /** The sets to try on a symbol; a list shared by several symbols is sent to the workers only once. */
  readonly setsFor: (instrument: Instrument, history: SymbolHistory, span: Stretch) => readonly BotParams[];
}

/** The figures of all sets on one symbol. */
export interface SymbolRows {
  readonly instrument: Instrument;
  /** Open of the first minute, followed by the number of minutes. */
  readonly start: Instant;
  readonly minutes: number;
  /** Minutes in which candles are missing, where every set stood still; ascending and disjoint. */
  readonly gaps: readonly Stretch[];
  readonly sets: readonly BotParams[];
  /** One row of figures per set, in the order of the sets. */
  readonly rows: Float64Array;
}

/**
 * Sweeps one symbol at a time: each is loaded once, run with all its sets and released while the next one is being loaded,
 * so at most two are in memory. Progress is reported per symbol.
 * @throws SweepFailure and AppError as the pool does, and what `load` throws
 */
export async function* sweepSymbols(
  pool: SweepPool,
  { instruments, load, account, setsFor, from = null, ...ofKind }: SymbolSweep,
  options: SweepOptions = {},
): AsyncGenerator<SymbolRows> {
  let free: SharedArrayBuffer | null = null;
  let loading = loadAhead(load, instruments[0], free);
  for (const [index, instrument] of instruments.entries()) {
    const history = await loading;
    loading = loadAhead(load, instruments[index + 1], free);
    if (history === null) return;
    const { start, close } = history.columns;
    const stretch = runSpan({ start, minutes: close.length, symbols: new Map([[instrument.symbol, history]]) }, from);
    const sets = setsFor(instrument, history, stretch);
    const rows = await pool.run({ history, stretch, instrument, account, sets, ...ofKind }, options);
    free = close.buffer instanceof SharedArrayBuffer ? close.buffer : null;
    const [begin, minutes] = [instantAt(history.columns, stretch.from), stretch.to - stretch.from];
    yield { instrument, start: begin, minutes, gaps: cutFrom(history.frozen, stretch.from), sets, rows };
  }
}

/** The parts of stretches that lie after a minute, counted from it. */
function cutFrom(stretches: readonly Stretch[], minute: number): readonly Stretch[] {
  return stretches
    .filter(({ to }) => to > minute)
    .map(({ from, to }) => ({ from: Math.max(0, from - minute), to: to - minute }));
}

function loadAhead(
  load: SymbolSweep['load'],
  next: Instrument | undefined,
  free: SharedArrayBuffer | null,
): Promise<SymbolHistory | null> {
  if (next === undefined) return Promise.resolve(null);
  const loading = load(next.symbol, free);
  loading.catch(() => undefined); // Awaited later, or never when the sweep ends first.
  return loading;
}
