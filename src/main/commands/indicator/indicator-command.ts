import { at } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import type { BarColumns, BarInput } from '#engine/indicators/bar-input.ts';
import { computeIndicator } from '#engine/indicators/compute-indicator.ts';
import { followIndicator } from '#engine/indicators/follow-indicator.ts';
import { type Indicator, lookbackOf, settlingOf } from '#engine/indicators/indicator.ts';
import type { IndicatorParams } from '#engine/indicators/params.ts';
import { paramSpecsOf, parseIndicatorParams } from '#engine/indicators/parse-params.ts';
import { INDICATORS } from '#engine/indicators/registry.ts';
import { scale } from '#engine/rules/rule-bars.ts';
import { missingBetween } from '#engine/schedule/minute-holes.ts';
import { readBars } from '#market/candle-files/csv/read-bars.ts';
import { refusingBadInput } from '../bad-input.ts';
import { writeText } from '../write-text.ts';
import { countedColumns } from './counted-columns.ts';
import { type IndicatorPlan, readIndicatorPlan } from './indicator-plan.ts';

/** Columns of any bars that rules may read; others may be missing and are then unknown. */
const TRADED: readonly BarInput[] = ['volume'];

/**
 * `indicator`: the values of an indicator over the bars of a file, or the list of all indicators. Bad input ends it with
 * exit code 2 and one sentence, and nothing is written to standard output.
 */
export async function indicatorCommand(words: readonly string[]): Promise<void> {
  await refusingBadInput(async () => {
    const plan = readIndicatorPlan(words);
    const text = plan.kind === 'list' ? listText(plan.isJson) : await valuesText(plan);
    await writeText([`${text}\n`], { out: null, isGzip: false });
  });
}

async function valuesText(plan: Extract<IndicatorPlan, { kind: 'compute' }>): Promise<string> {
  const { indicator, params, file, form, isJson } = plan;
  const columns = await readBars(file);
  const missing = indicator.inputs(params).find((name) => TRADED.includes(name) && columns[name] === undefined);
  if (missing !== undefined) {
    throw new AppError('CSV_INVALID', `${file}, line 1: there is no column ${missing}, which ${indicator.id} reads.`);
  }
  const holes = missingBetween(Array.from(timesOf(columns), instantOf));
  if (holes !== null) process.stderr.write(`${file}: ${holes}; values are computed without them.\n`);
  const { counted, grids } = countedColumns(columns);
  const values = form === 'columns' ? overColumns(indicator, params, counted) : pushed(indicator, params, counted);
  for (const [name, column] of Object.entries(values)) {
    const unit = indicator.unit?.(params, name) ?? 'number';
    if (unit !== 'number') scale(column, grids[unit], { from: 0, to: column.length });
  }
  // NaN, which is no value, becomes null in JSON.
  const outputs = Object.fromEntries(Object.entries(values).map(([name, column]) => [name, Array.from(column)]));
  if (isJson) return JSON.stringify({ name: indicator.id, params, outputs });
  const names = Object.keys(outputs);
  const rows = Array.from(timesOf(columns), (time, bar) =>
    [new Date(time).toISOString(), ...names.map((name) => textOf(at(outputs[name] ?? [], bar)))].join(','),
  );
  return [['open_time', ...names].join(','), ...rows].join('\n');
}

type Values = Readonly<Record<string, Float64Array>>;

function overColumns(indicator: Indicator, params: IndicatorParams, columns: BarColumns): Values {
  const values = emptyValues(indicator, columns);
  computeIndicator(indicator, params, columns, values);
  return values;
}

/** As a live bot computes it: the same numbers, found without the columns. */
function pushed(indicator: Indicator, params: IndicatorParams, columns: BarColumns): Values {
  const values = emptyValues(indicator, columns);
  const followed = followIndicator(indicator, params);
  const entries = Object.entries<Float64Array>(columns);
  for (const bar of timesOf(columns).keys()) {
    const told = followed.push(Object.fromEntries(entries.map(([name, column]) => [name, at(column, bar)])));
    for (const [index, column] of Object.values(values).entries()) column[bar] = at(told, index);
  }
  return values;
}

function emptyValues(indicator: Indicator, columns: BarColumns): Values {
  const { length } = timesOf(columns);
  return Object.fromEntries(Object.keys(indicator.outputs).map((name) => [name, new Float64Array(length)]));
}

function timesOf({ time = new Float64Array(0) }: BarColumns): Float64Array {
  return time;
}

function textOf(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

function listText(isJson: boolean): string {
  const rows = INDICATORS.map(rowOf);
  if (isJson) return JSON.stringify({ indicators: rows });
  return rows
    .map(({ name, formula, params, outputs }) => {
      const given = Object.entries(params).map(([param, { default: value }]) => `${param}=${value}`);
      return `${name}(${given.join(', ')}) → ${outputs.join(', ')}\n    ${formula}`;
    })
    .join('\n');
}

/** An indicator for the list; lookback and settling are those of the defaults over bars of a minute. */
function rowOf(indicator: Indicator) {
  const parsed = parseIndicatorParams(indicator, {});
  const params = parsed.kind === 'parsed' ? parsed.params : {};
  const outputs = Object.keys(indicator.outputs);
  return {
    name: indicator.id,
    formula: indicator.formula,
    params: Object.fromEntries(
      Object.entries(paramSpecsOf(indicator)).map(([name, { fallback, ...spec }]) => [
        name,
        { ...spec, default: fallback },
      ]),
    ),
    inputs: indicator.inputs(params),
    outputs,
    lookback: Object.fromEntries(outputs.map((name) => [name, lookbackOf(indicator, params, name)])),
    settling: settlingOf(indicator, params, MINUTE_MS),
    is_level_arbitrary: indicator.isLevelArbitrary === true,
  };
}
