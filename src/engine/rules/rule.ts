import type { CandleInterval } from '#base/candle-interval.ts';

/** What of a bar a rule can read as it stands; `hl2` is the middle of high and low, `hlc3` the mean of high, low and close. */
export const priceFields = ['open', 'high', 'low', 'close', 'hl2', 'hlc3', 'volume'] as const;
export type PriceField = (typeof priceFields)[number];

export const compareOps = ['gt', 'gte', 'lt', 'lte'] as const;
export const rangeOps = ['between', 'outside'] as const;
export const crossOps = ['crosses_above', 'crosses_below'] as const;
export const shapeOps = ['rising', 'falling'] as const;
export const timeOps = ['within', 'for_bars'] as const;

/** What a rule can read of the position of its atom: `bars` are closed bars of the rule's timeframe. */
export const positionFields = ['bars_in_position', 'unrealized_percent', 'levels_filled', 'bars_since_exit'] as const;
export type PositionField = (typeof positionFields)[number];

/** When a rule acts: at the bar that makes its condition true, or at every bar at which it is true. */
export const ruleTriggers = ['edge', 'level'] as const;

export interface PriceOperand {
  readonly price: PriceField;
  /** Omitted: the timeframe of the rule. */
  readonly timeframe?: CandleInterval | undefined;
  /** The value of so many bars ago. */
  readonly offset?: number | undefined;
}

/** An indicator with its parameters beside it; those left out have their defaults. */
export interface IndicatorOperand {
  readonly ind: string;
  /** One of its outputs; omitted, its first. */
  readonly out?: string | undefined;
  readonly timeframe?: CandleInterval | undefined;
  readonly [param: string]: unknown;
}

export interface ConstOperand {
  /** A decimal. */
  readonly const: string;
}

export interface PercentOperand {
  readonly percentOf: Operand;
  /** A decimal: "102" is two percent more. */
  readonly p: string;
}

/** The position as it stands, seen from the closes of the rule's own timeframe. */
export interface PositionOperand {
  readonly pos: PositionField;
}

/** What a rule compares (domain document, 4.2). Prices are in USDT, volumes in the base asset. */
export type Operand = PriceOperand | IndicatorOperand | ConstOperand | PercentOperand | PositionOperand;

export type Comparison =
  | { readonly op: (typeof compareOps)[number]; readonly a: Operand; readonly b: Operand }
  | { readonly op: (typeof rangeOps)[number]; readonly a: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly op: (typeof crossOps)[number]; readonly a: Operand; readonly b: Operand }
  | { readonly op: (typeof shapeOps)[number]; readonly a: Operand; readonly n: number };

/** A condition as it is sent and stored, in the shape of the domain document, 4.4. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly op: (typeof timeOps)[number]; readonly n: number; readonly cond: Condition }
  | Comparison;

/** A condition, the timeframe at whose closes it is judged, and when it acts. */
export type Rule = Condition & {
  readonly timeframe: CandleInterval;
  readonly trigger: (typeof ruleTriggers)[number];
};

/** The conditions directly inside a condition; null for a comparison. */
export function partsOf(condition: Condition): readonly Condition[] | null {
  if ('all' in condition) return condition.all;
  if ('any' in condition) return condition.any;
  if ('not' in condition) return [condition.not];
  return 'cond' in condition ? [condition.cond] : null;
}
