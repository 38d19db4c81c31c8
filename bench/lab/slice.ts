import { assert, at } from '#base/assert.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { gridSets, parseGrid } from '#lab/grid/parameter-grid.ts';
import { SweepPool } from '#lab/sweep/sweep-pool.ts';
import { sweepSymbols } from '#lab/sweep/sweep-symbols.ts';
import { generatedYear } from '../ladder/generated-year.ts';
import { ACCOUNT } from '../ladder/subject.ts';
import { sharedYear, YEAR_INSTRUMENT } from './years.ts';

/** A thousand ladders: ten take profits, ten steps and ten numbers of steps. */
const GRID = [
  'take_profit_percent=0.8,1,1.2,1.4,1.6,1.8,2,2.2,2.4,2.6',
  'step_percent=0.6,0.7,0.8,0.9,1,1.1,1.2,1.3,1.4,1.5',
  'safety_orders_count=3,4,5,6,7,8,9,10,11,12',
].join(';');

/** Generated years that differ; each lies in memory several times, as symbols of their own. */
const YEARS = 5;

/** How long a thousand sets take on so many symbol-years in memory, on one worker a core. */
export async function sweepSlice(symbols: number, tell: (line: string) => void) {
  const sets = gridSets({ baseOrderSize: '200', volumeScale: '1.1', stopLossPercent: '30' }, parseGrid(GRID));
  tell(`making ${symbols} symbol-years`);
  const first = Array.from({ length: YEARS }, (_unused, place) => generatedYear(place + 1));
  const years = Array.from({ length: symbols }, (_unused, place) => sharedYear(at(first, place % YEARS)));
  const instruments = years.map((_year, place): Instrument => ({ ...YEAR_INSTRUMENT, symbol: `YEAR${place}` }));
  const load = async (symbol: string) => at(years, Number(symbol.slice('YEAR'.length)));
  const pool = new SweepPool();
  const sweep = async (swept: readonly Instrument[]): Promise<number> => {
    const begin = performance.now();
    for await (const { rows } of sweepSymbols(pool, {
      instruments: swept,
      load,
      account: ACCOUNT,
      setsFor: () => sets,
    })) {
      assert(
        rows.some((figure) => figure > 0),
        'the ladders of the bench trade',
      );
    }
    return (performance.now() - begin) / 1_000;
  };
  try {
    tell(`one symbol to warm up: ${(await sweep(instruments.slice(0, 1))).toFixed(2)} s`);
    const used = process.cpuUsage();
    const seconds = await sweep(instruments);
    const { user, system } = process.cpuUsage(used);
    tell(`${symbols} symbols: ${seconds.toFixed(2)} s`);
    return { seconds, processorSeconds: (user + system) / 1e6, workers: pool.workers, sets: sets.length };
  } finally {
    await pool.close();
  }
}
