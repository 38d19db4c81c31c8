import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import { settlingOf } from '../indicators/indicator.ts';
import { valueAt } from '../indicators/lines/frame.ts';
import type { HeldPosition } from '../model/position.ts';
import type { FillBlock } from './columns/block-column.ts';
import { indicatorInBlocks, settledIndicator } from './columns/indicator-blocks.ts';
import { type PositionQuestion, positionValues } from './columns/position-values.ts';
import { askedIndicator, type RuleInput } from './indicator-complaints.ts';
import type { IndicatorOperand, Operand, PositionOperand, PriceField, PriceOperand } from './rule.ts';
import { barsIn, type RuleBars, scale, type TimeframeBars } from './rule-bars.ts';

/** An operand over the bars of its own timeframe. */
export interface OperandColumn {
  /** Null: the same at every bar. */
  readonly timeframe: CandleInterval | null;
  readonly reads: readonly RuleInput[];
  /** How many bars before a bar settle its value. */
  readonly settling: number;
  /** Equal for operands that have the same values. */
  readonly key: string;
  /**
   * For a value that depends a little on where its past begins, even when it has settled: computes blocks of up to so many bars, each
   * as if no bar were known that is more than `settling` before it. Null for all others.
   */
  readonly inBlocks: ((bars: TimeframeBars, longest: number) => FillBlock) | null;
  /** A value of the position; null for one of the market, which `valuesOf` gives. */
  readonly ofPosition: PositionColumn | null;
  /** A value per bar of its timeframe, computed from the first of the bars on; NaN where it is unknown. A constant has one value. */
  valuesOf(bars: RuleBars): Float64Array;
}

/** The value of a position at each bar of a stretch. */
export type PositionColumn = (asked: PositionQuestion, position: HeldPosition) => Float64Array;

/** @param base - the timeframe of the rule */
export function operandColumn(operand: Operand, base: CandleInterval): OperandColumn {
  if ('ind' in operand) return indicatorColumn(operand, operand.timeframe ?? base);
  if ('price' in operand) return priceColumn(operand, operand.timeframe ?? base);
  if ('pos' in operand) return positionColumn(operand, base);
  if ('percentOf' in operand) return percentColumn(operandColumn(operand.percentOf, base), operand.p);
  const values = Float64Array.of(Number(operand.const));
  return { ...NEITHER, timeframe: null, reads: [], settling: 0, key: operand.const, valuesOf: () => values };
}

const NEITHER = { inBlocks: null, ofPosition: null } as const;

function percentColumn(inner: OperandColumn, p: string): OperandColumn {
  const percent = Number(p);
  const { ofPosition, inBlocks } = inner;
  const part = (values: Float64Array) => values.map((value) => (value * percent) / 100);
  return {
    ...inner,
    key: `${p} % of ${inner.key}`,
    ofPosition: ofPosition && ((asked, position) => part(ofPosition(asked, position))),
    inBlocks:
      inBlocks &&
      ((bars, longest) => {
        const fill = inBlocks(bars, longest);
        return (from, to, into) => {
          fill(from, to, into);
          into.set(part(into.subarray(from, to)), from);
        };
      }),
    valuesOf: (bars) => part(inner.valuesOf(bars)),
  };
}

function positionColumn({ pos }: PositionOperand, timeframe: CandleInterval): OperandColumn {
  return {
    ...{ timeframe, settling: 0, key: pos, inBlocks: null },
    reads: pos === 'unrealized_percent' ? ['close'] : [],
    ofPosition: (asked, position) => positionValues(pos, asked, position),
    valuesOf: (bars) => new Float64Array(barsIn(bars, timeframe).length).fill(Number.NaN),
  };
}

const PRICE_READS: Readonly<Record<PriceField, readonly RuleInput[]>> = {
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close'],
  volume: ['volume'],
  hl2: ['high', 'low'],
  hlc3: ['high', 'low', 'close'],
};

const EMPTY = new Float64Array(0);

function priceColumn({ price, offset = 0 }: PriceOperand, timeframe: CandleInterval): OperandColumn {
  const reads = PRICE_READS[price];
  return {
    ...NEITHER,
    timeframe,
    reads,
    settling: offset,
    key: `${price} ${timeframe} ${offset}`,
    valuesOf(bars) {
      const { columns, length, grids, memory } = barsIn(bars, timeframe);
      const [one = EMPTY, ...others] = reads.map((name) => columns[name] ?? EMPTY);
      const known = Math.max(0, length - offset);
      const values = memory.numbers(length).fill(Number.NaN);
      values.set(one.subarray(0, known), offset);
      for (const other of others)
        for (let bar = 0; bar < known; bar += 1)
          values[bar + offset] = valueAt(values, bar + offset) + valueAt(other, bar);
      return scale(values, grids[price === 'volume' ? 'volume' : 'price'], {
        from: 0,
        to: length,
        count: reads.length,
      });
    },
  };
}

function indicatorColumn(operand: IndicatorOperand, timeframe: CandleInterval): OperandColumn {
  const asked = askedIndicator(operand);
  const { indicator, params, out, reads } = asked;
  const unit = indicator.unit?.(params, out) ?? 'number';
  // The bar itself is the last of those that settle its value.
  const settling = settlingOf(indicator, params, CANDLE_LENGTH_MS[timeframe]) - 1;
  return {
    timeframe,
    reads,
    settling,
    key: JSON.stringify([indicator.id, params, out, timeframe]),
    ofPosition: null,
    inBlocks({ columns, grids }, longest) {
      const fill = indicatorInBlocks({ ...asked, settling }, columns, longest);
      if (unit === 'number') return fill;
      return (from, to, into) => {
        fill(from, to, into);
        scale(into, grids[unit], { from, to });
      };
    },
    valuesOf(bars) {
      const { columns, length, grids } = barsIn(bars, timeframe);
      const values = settledIndicator({ ...asked, settling }, columns, length);
      return unit === 'number' ? values : scale(values, grids[unit], { from: 0, to: length });
    },
  };
}
