import type { Comparison, Condition, Operand } from './rule.ts';
import { partsOf } from './rule.ts';

/** Where something stands in a rule. */
export type Path = readonly (string | number)[];

/** A comparison of a rule, and where it stands in it. */
export interface PlacedComparison {
  readonly comparison: Comparison;
  readonly path: Path;
}

/** Every comparison of a condition, in the order in which they are written. */
export function comparisonsOf(condition: Condition, path: Path = []): readonly PlacedComparison[] {
  const parts = partsOf(condition);
  if (parts === null) return [{ comparison: condition as Comparison, path }]; // Only a comparison has no parts.
  return parts.flatMap((part, index) => comparisonsOf(part, [...path, ...pathToPart(condition, index)]));
}

/** The fields that lead from a condition to one of its parts. */
export function pathToPart(condition: Condition, index: number): Path {
  if ('all' in condition) return ['all', index];
  if ('any' in condition) return ['any', index];
  return 'not' in condition ? ['not'] : ['cond'];
}

/** What a comparison compares, by the names of its fields. */
export function operandsOf(comparison: Comparison): readonly (readonly [name: string, operand: Operand])[] {
  const { a } = comparison;
  if ('low' in comparison) {
    return [
      ['a', a],
      ['low', comparison.low],
      ['high', comparison.high],
    ];
  }
  return 'b' in comparison
    ? [
        ['a', a],
        ['b', comparison.b],
      ]
    : [['a', a]];
}

const ON_PRICE: ReadonlySet<unknown> = new Set([
  ...['sma', 'ema', 'wma', 'rma', 'dema', 'tema', 'hma', 'vwma', 'vwap', 'bbands', 'keltner', 'donchian'],
  ...['psar', 'supertrend', 'ichimoku', 'highest', 'lowest'],
]);
/** Lines of such indicators with a separate scale. */
const OFF_PRICE: ReadonlySet<unknown> = new Set(['percent_b', 'width', 'direction']);

/** Whether a line of an indicator has the scale of prices. */
export function isOnPrice({
  ind,
  out,
  src,
}: {
  readonly ind?: unknown;
  readonly out?: unknown;
  readonly src?: unknown;
}) {
  return ON_PRICE.has(ind) && !OFF_PRICE.has(out) && src !== 'volume';
}

/** Whether a comparison is one of prices, so that a distance is a share of a price and not a number in its own unit. */
export function isOfPrices(comparison: Comparison): boolean {
  return operandsOf(comparison).some(([, operand]) => isPrice(operand));
}

function isPrice(operand: Operand): boolean {
  if ('ind' in operand) return isOnPrice(operand);
  if ('percentOf' in operand) return isPrice(operand.percentOf);
  return 'price' in operand && operand.price !== 'volume';
}
