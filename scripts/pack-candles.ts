import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { assert, at } from '#base/assert.ts';
import { parseDecimal } from '#base/decimal.ts';
import { MINUTE_MS } from '#base/time.ts';
import { gridOf } from '#engine/model/instrument.ts';

/**
 * Creates the files of `data/` from the source's candles and funding rates, exported as gzip CSV:
 * `SYMBOL-1m-*.csv.gz` (open_time_ms,open,high,low,close,volume) and `SYMBOL-funding-*.csv.gz` (funding_time_ms,funding_rate).
 * Usage: node scripts/pack-candles.ts FOLDER_OF_CANDLES FOLDER_OF_FUNDING
 */
const FIRST_MS = Date.UTC(2025, 4, 4, 15, 37);
const LAST_MS = Date.UTC(2025, 5, 3, 15, 31);
const MINUTES = (LAST_MS - FIRST_MS) / MINUTE_MS + 1;
const SYMBOLS = [
  ['BTCUSDT', '0.1', '0.001'],
  ['ETHUSDT', '0.01', '0.001'],
  ['SOLUSDT', '0.01', '0.01'],
  ['XRPUSDT', '0.0001', '0.1'],
  ['BNBUSDT', '0.01', '0.01'],
  ['LINKUSDT', '0.001', '0.01'],
] as const;

const [candleFolder, fundingFolder] = process.argv.slice(2);
assert(candleFolder !== undefined && fundingFolder !== undefined, 'both folders are named');
const target = fileURLToPath(new URL('../data/', import.meta.url));

const funding = ['symbol,funding_time_ms,funding_rate'];
for (const [symbol, tick, step] of SYMBOLS) {
  const packed = gzipSync(packCandles(symbol, tick, step), { level: 9 });
  writeFileSync(join(target, `${symbol}-1m.i32.gz`), packed);
  funding.push(...cutFunding(symbol));
  process.stdout.write(`${symbol} ${packed.length} bytes ${createHash('sha256').update(packed).digest('hex')}\n`);
}
writeFileSync(join(target, 'funding.csv'), `${funding.join('\n')}\n`);

/** Five consecutive int32 columns of little-endian differences; `data/README.md` describes them. */
function packCandles(symbol: string, tick: string, step: string): Buffer {
  const columns = new Int32Array(MINUTES * 5);
  let previousClose = 0;
  let index = 0;
  for (const line of linesOf(candleFolder, `${symbol}-1m-20250504-`)) {
    const [time, open = '', high = '', low = '', close = '', volume = ''] = line.split(',');
    if (Number(time) < FIRST_MS || Number(time) > LAST_MS) continue;
    assert(Number(time) === FIRST_MS + index * MINUTE_MS, `${symbol} has minute ${index}`);
    const [o, h, l, c] = [snap(open, tick), snap(high, tick), snap(low, tick), snap(close, tick)];
    columns[index] = o - previousClose;
    columns[MINUTES + index] = c - o;
    columns[MINUTES * 2 + index] = h - Math.max(o, c);
    columns[MINUTES * 3 + index] = Math.min(o, c) - l;
    columns[MINUTES * 4 + index] = snap(volume, step);
    previousClose = c;
    index++;
  }
  assert(index === MINUTES, `${symbol} has ${MINUTES} minutes`);
  return Buffer.from(columns.buffer);
}

/** The nearest count of the grid, because one price of the source is off its tick. */
function snap(text: string, size: string): number {
  const grid = gridOf(size);
  const spare = 4;
  const count = parseDecimal(text, grid.decimals + spare);
  assert(count !== null, `"${text}" is a number`);
  return Math.round(count / (grid.units * 10 ** spare));
}

function cutFunding(symbol: string): string[] {
  return linesOf(fundingFolder, `${symbol}-funding-20250306-`)
    .filter((line) => Number(line.split(',')[0]) >= FIRST_MS && Number(line.split(',')[0]) <= LAST_MS)
    .map((line) => `${symbol},${line}`);
}

function linesOf(folder: string | undefined, prefix: string): string[] {
  assert(folder !== undefined, 'the folder is named');
  const file = readdirSync(folder).filter((name) => name.startsWith(prefix));
  assert(file.length === 1, `one file begins with ${prefix}`);
  return gunzipSync(readFileSync(join(folder, at(file, 0))))
    .toString()
    .trim()
    .split('\n')
    .slice(1);
}
