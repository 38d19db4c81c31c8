import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, at } from '#base/assert.ts';
import type { BarColumns, ClosedBar } from '#engine/indicators/bar-input.ts';
import { computeIndicator } from '#engine/indicators/compute-indicator.ts';
import { followIndicator } from '#engine/indicators/follow-indicator.ts';
import type { Indicator } from '#engine/indicators/indicator.ts';
import type { IndicatorParams } from '#engine/indicators/params.ts';
import { parseIndicatorParams } from '#engine/indicators/parse-params.ts';
import { INDICATORS } from '#engine/indicators/registry.ts';
import { type CppProgram, compileCpp } from './compile-cpp.ts';
import { generatedYear, YEAR_MINUTES } from './ladder/generated-year.ts';
import { ROUNDS } from './ladder/rounds.ts';
import { median } from './median.ts';

const SOURCE = new URL('indicators/twin.cpp', import.meta.url).pathname;
const SEED = 1;
/** Those that the C++ loop computes too, at their defaults, in its order. */
const RACED = ['ema', 'rsi', 'atr'] as const;
type Raced = (typeof RACED)[number];
const NS_MAX = 4;
/** Of each that is raced, in a round, and as many in C++. */
const PASSES = 60;
const OTHER_PASSES = 10;
const TICKS_PER_PRICE = 10;
const DIFFERENCE_MAX = 1e-9;
const PUSHED_BARS = 50_000;
const PUSHED_PASSES = 10;

/**
 * Every indicator over a generated year of minutes, its columns and one bar at a time: nanoseconds per bar,
 * medians of five rounds; EMA, RSI and ATR in turn with a plain C++ loop, value by value equal to it. Passes when each of
 * the three takes at most 4 ns.
 */
export async function indicatorsBench(tell: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
  try {
    const columns = yearColumns();
    // A program computes more than one indicator, and the compiler then knows less of each than of the only one.
    for (const indicator of INDICATORS) computed(indicator, columns);
    const race = await raceTwin(folder, columns, tell);
    const others = Object.fromEntries(
      INDICATORS.filter(({ id }) => !RACED.some((raced) => raced === id)).map((indicator) => [
        indicator.id,
        rounded(columnsNs(indicator, columns, OTHER_PASSES)),
      ]),
    );
    const pushed = Object.fromEntries(INDICATORS.map((one) => [one.id, rounded(pushedNs(one, columns))]));
    const hasPassed = RACED.every((id) => race.columns_ns[id] <= NS_MAX);
    return { figures: { minutes: YEAR_MINUTES, ...race, others_columns_ns: others, pushed_ns: pushed }, hasPassed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function raceTwin(folder: string, columns: BarColumns, tell: (line: string) => void) {
  const program = await compileCpp(SOURCE, join(folder, 'twin'));
  const [input, output] = [join(folder, 'columns'), join(folder, 'results')];
  const { high = NONE, low = NONE, close = NONE } = columns;
  await writeFile(input, Buffer.concat([high, low, close].map((column) => Buffer.from(column.buffer))));
  const [ours, theirs]: [number[][], number[][]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    ours.push(RACED.map((id) => columnsNs(indicatorNamed(id), columns, PASSES)));
    if (program !== null) theirs.push(await twinNs(program, [input, output, String(PASSES)]));
    tell(
      `round ${round}, ns: ${ours.at(-1)?.map((ns) => ns.toFixed(2))}; C++ ${theirs.at(-1)?.map((ns) => ns.toFixed(2))}`,
    );
  }
  if (program !== null) checkEqual(await readFile(output), columns);
  const middle = (rounds: readonly number[][]) =>
    Object.fromEntries(RACED.map((id, place) => [id, median(rounds.map((lap) => at(lap, place)))])) as Record<
      Raced,
      number
    >; // Every name has its entry.
  const [mine, cpp] = [middle(ours), program === null ? null : middle(theirs)];
  const ratio = cpp && Object.fromEntries(RACED.map((id) => [id, rounded(cpp[id] / mine[id])]));
  return {
    columns_ns: roundedAll(mine),
    yardstick: { cpp_ns: cpp && roundedAll(cpp), compiler: program?.compiler ?? null },
    ratio: { cpp: ratio },
  };
}

const NONE = new Float64Array(0);

async function twinNs(program: CppProgram, words: readonly string[]): Promise<number[]> {
  return (await program.run(words)).trim().split(' ').map(Number);
}

/** Both must have computed the same, or the race means nothing. */
function checkEqual(results: Buffer, columns: BarColumns): void {
  const theirs = new Float64Array(Uint8Array.from(results).buffer);
  for (const [place, id] of RACED.entries()) {
    const { value = NONE } = computed(indicatorNamed(id), columns);
    for (let bar = 0; bar < YEAR_MINUTES; bar += 1) {
      const [a, b] = [at(value, bar), at(theirs, place * YEAR_MINUTES + bar)];
      const isEqual = Number.isNaN(a) ? Number.isNaN(b) : Math.abs(a - b) <= DIFFERENCE_MAX * Math.max(Math.abs(a), 1);
      assert(isEqual, `${id} of bar ${bar} is the same in C++: ${a} and ${b}`);
    }
  }
}

function computed(indicator: Indicator, columns: BarColumns): Readonly<Record<string, Float64Array>> {
  const outputs = outputsOf(indicator);
  computeIndicator(indicator, defaultsOf(indicator), columns, outputs);
  return outputs;
}

/** Into the same outputs again and again, as a sweep reuses them. */
function columnsNs(indicator: Indicator, columns: BarColumns, passes: number): number {
  const [params, outputs] = [defaultsOf(indicator), outputsOf(indicator)];
  return timedNs(YEAR_MINUTES, passes, () => computeIndicator(indicator, params, columns, outputs));
}

function pushedNs(indicator: Indicator, columns: BarColumns): number {
  const params = defaultsOf(indicator);
  const entries = Object.entries<Float64Array>(columns);
  const bars: ClosedBar[] = Array.from({ length: PUSHED_BARS }, (_, bar) =>
    Object.fromEntries(entries.map(([name, column]) => [name, at(column, bar)])),
  );
  return timedNs(PUSHED_BARS, PUSHED_PASSES, () => {
    const followed = followIndicator(indicator, params);
    for (const bar of bars) followed.push(bar);
  });
}

/**
 * The best pass by the wall clock: a pass takes a millisecond or so, in which a system does not count a thread's time, and
 * others can only add to it.
 */
function timedNs(count: number, passes: number, work: () => void): number {
  const laps = Array.from({ length: passes }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return (Math.min(...laps) * 1e6) / count;
}

function outputsOf(indicator: Indicator): Readonly<Record<string, Float64Array>> {
  return Object.fromEntries(Object.keys(indicator.outputs).map((name) => [name, new Float64Array(YEAR_MINUTES)]));
}

function defaultsOf(indicator: Indicator): IndicatorParams {
  const parsed = parseIndicatorParams(indicator, {});
  assert(parsed.kind === 'parsed', 'the defaults are allowed');
  return parsed.params;
}

function indicatorNamed(id: string): Indicator {
  return at(
    INDICATORS.filter((indicator) => indicator.id === id),
    0,
  );
}

/** The generated year as prices, with columns for what only some indicators read. */
function yearColumns(): BarColumns {
  const { columns } = generatedYear(SEED);
  const priceOf = (ticks: Int32Array): Float64Array => Float64Array.from(ticks, (count) => count / TICKS_PER_PRICE);
  const [open, high, low, close] = [columns.open, columns.high, columns.low, columns.close].map(priceOf);
  const volume = Float64Array.from(columns.volume);
  const time = Float64Array.from(columns.open, (_, minute) => columns.start + minute * 60_000);
  assert(open !== undefined && high !== undefined && low !== undefined && close !== undefined, 'four prices');
  return {
    ...{ time, open, high, low, close, volume },
    ...{ taker_buy_volume: volume, open_interest: volume, funding_rate: close, predicted_funding_rate: close },
    ...{ mark: close, index: open, btc_close: open, average_price: open, position_direction: open },
    ...{ levels_filled: volume, bars_in_position: volume, bars_since_exit: volume },
  };
}

function roundedAll<N extends string>(values: Readonly<Record<N, number>>): Record<N, number> {
  const entries = Object.entries<number>(values).map(([name, value]) => [name, rounded(value)]);
  return Object.fromEntries(entries) as Record<N, number>; // The same names.
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
