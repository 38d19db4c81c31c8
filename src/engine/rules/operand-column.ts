import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import { computeIndicator } from '../indicators/compute-indicator.ts';
import { firstHole } from '../indicators/holes.ts';
import { settlingOf } from '../indicators/indicator.ts';
import type { HeldPosition } from '../model/position.ts';
import { type PositionQuestion, positionValues } from './columns/position-values.ts';
import { askedIndicator, type RuleInput } from './indicator-complaints.ts';
import type { IndicatorOperand, Operand, PositionOperand, PriceField, PriceOperand } from './rule.ts';
import { barsIn, type RuleBars } from './rule-bars.ts';

/** An operand over the bars of its own timeframe. */
export interface OperandColumn {
  /** Null: the same at every bar. */
  readonly timeframe: CandleInterval | null;
  readonly reads: readonly RuleInput[];
  /** How many bars before a bar settle its value. */
  readonly settling: number;
  /** Equal for operands that have the same values. */
  readonly key: string;
  /** Whether a value depends a little on where its past begins, even when it has settled. */
  readonly isSmoothed: boolean;
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

const NEITHER = { isSmoothed: false, ofPosition: null } as const;

function percentColumn(inner: OperandColumn, p: string): OperandColumn {
  const percent = Number(p);
  const { ofPosition } = inner;
  const part = (values: Float64Array) => values.map((value) => (value * percent) / 100);
  return {
    ...inner,
    key: `${p} % of ${inner.key}`,
    ofPosition: ofPosition && ((asked, position) => part(ofPosition(asked, position))),
    valuesOf: (bars) => part(inner.valuesOf(bars)),
  };
}

function positionColumn({ pos }: PositionOperand, timeframe: CandleInterval): OperandColumn {
  return {
    ...{ timeframe, settling: 0, key: pos, isSmoothed: false },
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

function priceColumn({ price, offset = 0 }: PriceOperand, timeframe: CandleInterval): OperandColumn {
  const reads = PRICE_READS[price];
  return {
    ...NEITHER,
    timeframe,
    reads,
    settling: offset,
    key: `${price} ${timeframe} ${offset}`,
    valuesOf(bars) {
      const { columns, length } = barsIn(bars, timeframe);
      const values = new Float64Array(length).fill(Number.NaN);
      for (let bar = offset; bar < length; bar += 1) {
        let sum = 0;
        for (const name of reads) sum += columns[name]?.[bar - offset] ?? Number.NaN;
        values[bar] = sum / reads.length;
      }
      return values;
    },
  };
}

function indicatorColumn(operand: IndicatorOperand, timeframe: CandleInterval): OperandColumn {
  const { indicator, params, out, reads } = askedIndicator(operand);
  const settling = settlingOf(indicator, params, CANDLE_LENGTH_MS[timeframe]);
  return {
    timeframe,
    reads,
    settling,
    key: JSON.stringify([indicator.id, params, out, timeframe]),
    isSmoothed: true,
    ofPosition: null,
    valuesOf(bars) {
      const { columns, length } = barsIn(bars, timeframe);
      const outputs = Object.fromEntries(
        Object.keys(indicator.outputs).map((name) => [name, new Float64Array(length)] as const),
      );
      computeIndicator(indicator, params, columns, outputs);
      return settled(
        outputs[out] ?? new Float64Array(length),
        reads.map((name) => columns[name] ?? EMPTY),
        settling,
      );
    },
  };
}

const EMPTY = new Float64Array(0);

/** Blanks what lies within `settling` bars of the beginning, or of a bar that an input does not know. */
function settled(values: Float64Array, inputs: readonly Float64Array[], settling: number): Float64Array {
  if (firstHole(inputs, 0, values.length) === values.length) return values.fill(Number.NaN, 0, settling);
  let from = settling;
  for (let bar = 0; bar < values.length; bar += 1) {
    for (const input of inputs) if (Number.isNaN(input[bar])) from = bar + 1 + settling;
    if (bar < from) values[bar] = Number.NaN;
  }
  return values;
}
