import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { assert, at } from '#base/assert.ts';
import { rateFrom } from '#base/decimal.ts';
import type { Rate } from '#base/exact.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';

/** The candles and the settled funding of one symbol, from the first recorded minute on. */
export interface RecordedSymbol {
  readonly columns: CandleColumns;
  /** Rate by the index of the minute that contains the settlement. */
  readonly funding: ReadonlyMap<number, Rate>;
}

/** Open of the first recorded minute, and the number of consecutive minutes; see `data/README.md`. */
export const RECORDING_START: Instant = instantOf(Date.UTC(2025, 4, 4, 15, 37));
export const RECORDING_MINUTES = 43_195;

const COLUMNS = 5;
const FOLDER = new URL('../../../data/', import.meta.url);
const inflate = promisify(gunzip);

/**
 * Reads the recording of the symbols. The files are inflated off the main thread, so a database may start meanwhile.
 */
export async function loadRecording(symbols: readonly string[]): Promise<ReadonlyMap<string, RecordedSymbol>> {
  const settlements = readFile(new URL('funding.csv', FOLDER), 'utf8');
  const columns = await Promise.all(symbols.map(loadColumns));
  const funding = parseFunding(await settlements);
  return new Map(
    symbols.map((symbol, index) => [
      symbol,
      { columns: at(columns, index), funding: funding.get(symbol) ?? new Map<number, Rate>() },
    ]),
  );
}

async function loadColumns(symbol: string): Promise<CandleColumns> {
  const bytes = await inflate(await readFile(new URL(`${symbol}-1m.i32.gz`, FOLDER)));
  assert(bytes.byteLength === RECORDING_MINUTES * COLUMNS * 4, `${symbol} holds ${RECORDING_MINUTES} minutes`);
  // A copy, because an Int32Array needs an offset that is a multiple of four.
  const whole = new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const column = (number: number) => whole.subarray(number * RECORDING_MINUTES, (number + 1) * RECORDING_MINUTES);
  return undoDifferences([column(0), column(1), column(2), column(3), column(4)]);
}

/** Turns the stored differences into prices, in place: small numbers repeat more often, so they compress better. */
function undoDifferences([open, close, high, low, volume]: readonly [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
]): CandleColumns {
  let previousClose = 0;
  for (let index = 0; index < open.length; index++) {
    const opened = previousClose + at(open, index);
    const closed = opened + at(close, index);
    open[index] = opened;
    close[index] = closed;
    high[index] = Math.max(opened, closed) + at(high, index);
    low[index] = Math.min(opened, closed) - at(low, index);
    previousClose = closed;
  }
  return { start: RECORDING_START, open, high, low, close, volume };
}

/** A settlement may be some milliseconds after the hour; it belongs to the minute that contains it. */
function parseFunding(text: string): Map<string, Map<number, Rate>> {
  const bySymbol = new Map<string, Map<number, Rate>>();
  for (const line of text.trim().split('\n').slice(1)) {
    const [symbol = '', time = '', fraction = ''] = line.split(',');
    const rates = bySymbol.get(symbol) ?? new Map<number, Rate>();
    rates.set(Math.floor((Number(time) - RECORDING_START) / MINUTE_MS), rateFrom(fraction));
    bySymbol.set(symbol, rates);
  }
  return bySymbol;
}
