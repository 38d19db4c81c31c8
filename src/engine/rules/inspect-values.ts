import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import type { BarColumns } from '../indicators/bar-input.ts';
import { newColumns } from '../model/window.ts';
import { isArbitrary } from './arbitrary-levels.ts';
import type { Complaint } from './chosen.ts';
import { askedIndicator } from './indicator-complaints.ts';
import type { OperandColumn } from './operand-column.ts';
import { comparisonsOf, operandsOf } from './operands-of.ts';
import type { Operand, Rule } from './rule.ts';
import { nothingKept, PLAIN_GRIDS, type RuleBars } from './rule-bars.ts';

/** The values of a rule that are never known, because the series behind them is not stored. */
export function unknownValues(rule: Rule): readonly Complaint[] {
  return comparisonsOf(rule).flatMap(({ comparison, path }) =>
    operandsOf(comparison).flatMap(([name, operand]) =>
      unstoredOf(operand).map((series) => ({
        path: [...path, name],
        sentence: `${series} is not stored, so this value is unknown at every bar and its comparison never acts`,
      })),
    ),
  );
}

function unstoredOf(operand: Operand): readonly string[] {
  if ('ind' in operand) return askedIndicator(operand).unstored;
  return 'percentOf' in operand ? unstoredOf(operand.percentOf) : [];
}

/** How many bars at the end are compared. */
const COMPARED = 16;
/** The share of its size by which a longer past may change a value (domain document, 4.3). */
const CHANGE_MAX = 1e-6;

type ColumnOf = (operand: Operand, base: CandleInterval) => OperandColumn;

/**
 * Tries every value of a rule on made-up bars: it must not change when the bars after it are cut off, and hardly when the
 * past before it is twice as long as the one it declares. What fails must not decide, because it would say one thing in
 * a test and another in a running bot.
 * @param columnOf - `operandColumn`, which computes the values
 */
export function unsteadyValues(rule: Rule, columnOf: ColumnOf): readonly Complaint[] {
  const known = new Map<string, string | null>();
  return comparisonsOf(rule).flatMap(({ comparison, path }) =>
    operandsOf(comparison).flatMap(([name, operand]) => {
      const key = JSON.stringify(operand);
      const sentence = known.has(key)
        ? known.get(key)
        : complaintOf(columnOf(operand, rule.timeframe), 'ind' in operand && isArbitrary(operand));
      known.set(key, sentence ?? null);
      return sentence == null ? [] : [{ path: [...path, name], sentence }];
    }),
  );
}

/**
 * What is wrong with a column; null when nothing is.
 * @param isLevelArbitrary - whether only differences between its values mean something
 */
function complaintOf(column: OperandColumn, isLevelArbitrary: boolean): string | null {
  const { timeframe } = column;
  if (timeframe === null) return null;
  const settling = column.settling + 1; // With the bar itself.
  const [long, short] = [2 * settling + COMPARED, settling + COMPARED];
  const values = (bars: number, until: number) => column.valuesOf(madeUpBars(timeframe, long, { bars, until }));
  const [whole, late] = [values(long, long), values(short, long)];
  const cut = values(short - COMPARED, long - COMPARED);
  if (cut.some((value, bar) => !Object.is(value, late[bar]))) return 'changes when later bars become known';
  const [longer, shorter] = [whole.slice(-COMPARED), late.slice(-COMPARED)];
  return isChanged(longer, shorter, isLevelArbitrary)
    ? `depends on bars before the last ${settling}, which are all that it declares to read`
    : null;
}

function isChanged(longer: Float64Array, shorter: Float64Array, isLevelArbitrary: boolean): boolean {
  const [from, fromShort] = isLevelArbitrary ? [longer[0] ?? 0, shorter[0] ?? 0] : [0, 0];
  const pairs = Array.from(longer, (value, bar) => [value - from, (shorter[bar] ?? Number.NaN) - fromShort] as const);
  const size = Math.max(0, ...pairs.flat().map((value) => (Number.isNaN(value) ? 0 : Math.abs(value))));
  return pairs.some(([a, b]) => Number.isNaN(a) !== Number.isNaN(b) || Math.abs(a - b) > size * CHANGE_MAX);
}

const PRICE = 1_000;
const VOLUME = 100;
const MOVE = 0.004;

/** A walk of so many bars, the same each time; its part of `bars` bars that ends before the bar `until`. */
function madeUpBars(
  timeframe: CandleInterval,
  length: number,
  { bars, until }: { bars: number; until: number },
): RuleBars {
  const from = until - bars;
  const walk = walkOf(length);
  const span = CANDLE_LENGTH_MS[timeframe];
  const begin = gridBegin(timeframe);
  const part = Object.fromEntries(Object.entries(walk).map(([name, column]) => [name, column.slice(from, until)]));
  const time = Float64Array.from({ length: bars }, (_unused, bar) => begin + (from + bar) * span);
  const columns: BarColumns = { ...part, time };
  const end = instantOf(begin + until * span);
  return new Map([
    [timeframe, { columns, grids: PLAIN_GRIDS, length: bars, end, first: 0, kept: nothingKept(), memory: newColumns }],
  ]);
}

function walkOf(length: number) {
  const dice = chance(1);
  const column = () => new Float64Array(length);
  const walk = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  let price = PRICE;
  for (let bar = 0; bar < length; bar += 1) {
    walk.open[bar] = price;
    price *= 1 + (dice.next() * 2 - 1) * MOVE;
    walk.close[bar] = price;
    walk.high[bar] = Math.max(walk.open[bar] ?? price, price) * (1 + dice.next() * MOVE);
    walk.low[bar] = Math.min(walk.open[bar] ?? price, price) * (1 - dice.next() * MOVE);
    walk.volume[bar] = VOLUME * (1 + dice.next());
  }
  return walk;
}
