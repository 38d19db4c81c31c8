import type { Instant } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import type { SweepAccount } from '#engine/sweep/plan.ts';
import type { SweepOptions, SweepPool } from './sweep-pool.ts';

/** Many symbols, each with many parameter sets. */
export interface SymbolSweep {
  readonly instruments: readonly Instrument[];
  /**
   * Loads the past of a symbol into shared memory; asked once for each, one ahead of the symbol under way. `free` is the
   * memory of one that is done with, to be written over; null when there is none.
   */
  readonly load: (symbol: string, free: SharedArrayBuffer | null) => Promise<SymbolHistory>;
  readonly account: SweepAccount;
  /** The sets to try on a symbol; the same list for several symbols travels to the workers once. */
  readonly setsFor: (instrument: Instrument, history: SymbolHistory) => readonly LadderParams[];
}

/** The figures of all sets on one symbol. */
export interface SymbolRows {
  readonly instrument: Instrument;
  /** Open of the first minute, and how many there were. */
  readonly start: Instant;
  readonly minutes: number;
  readonly sets: readonly LadderParams[];
  /** One row of figures a set, in the order of the sets. */
  readonly rows: Float64Array;
}

/**
 * Sweeps symbol after symbol: each is loaded once, run with all its sets and let go, while the next one is being loaded,
 * so that at most two are in memory. Progress is that of the symbol under way.
 * @throws SweepFailure and AppError as the pool does, and what `load` throws
 */
export async function* sweepSymbols(
  pool: SweepPool,
  { instruments, load, account, setsFor }: SymbolSweep,
  options: SweepOptions = {},
): AsyncGenerator<SymbolRows> {
  let free: SharedArrayBuffer | null = null;
  let loading = loadAhead(load, instruments[0], free);
  for (const [index, instrument] of instruments.entries()) {
    const history = await loading;
    loading = loadAhead(load, instruments[index + 1], free);
    if (history === null) return;
    const { start, close } = history.columns;
    const sets = setsFor(instrument, history);
    const rows = await pool.run({ history, instrument, account, sets }, options);
    free = close.buffer instanceof SharedArrayBuffer ? close.buffer : null;
    yield { instrument, start, minutes: close.length, sets, rows };
  }
}

function loadAhead(
  load: SymbolSweep['load'],
  next: Instrument | undefined,
  free: SharedArrayBuffer | null,
): Promise<SymbolHistory | null> {
  if (next === undefined) return Promise.resolve(null);
  const loading = load(next.symbol, free);
  loading.catch(() => undefined); // It is awaited later, or not at all when the sweep ends before.
  return loading;
}
