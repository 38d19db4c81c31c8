import type { ParamSpec } from '#engine/indicators/params.ts';
import { paramSpecsOf } from '#engine/indicators/parse-params.ts';
import { INDICATORS, indicatorOf } from '#engine/indicators/registry.ts';
import { indicatorComplaints } from '#engine/rules/indicator-complaints.ts';
import { compareOps, crossOps, positionFields, priceFields, rangeOps, shapeOps } from '#engine/rules/rule.ts';
import type { Tree } from '../condition-tree.ts';

/** Every operator of a comparison, in the order of the list. */
export const comparisonOps = [...compareOps, ...crossOps, ...rangeOps, ...shapeOps] as const;

/** The indicators that rules can read, by id. */
export const ruleIndicators: readonly string[] = INDICATORS.map(({ id }) => id).filter(
  (id) => indicatorComplaints({ ind: id }).length === 0,
);

export const prices = priceFields;
export const positionOperands = positionFields;

/** The parameters of an indicator, without the offset, which every value has. */
export function paramsOf(id: string): readonly (readonly [name: string, spec: ParamSpec])[] {
  const indicator = indicatorOf(id);
  if (indicator === null) return [];
  return Object.entries(paramSpecsOf(indicator)).filter(([name]) => name !== 'offset');
}

/** The outputs of an indicator; the first is the one that is meant where none is named. */
export function outputsOf(id: string): readonly string[] {
  return Object.keys(indicatorOf(id)?.outputs ?? {});
}

/** An indicator with the parameters that people know it by. */
export function newIndicator(id: string): Tree {
  const counts = paramsOf(id).flatMap(([name, spec]) =>
    spec.kind === 'count' ? [[name, spec.fallback] as const] : [],
  );
  return { ind: id, ...Object.fromEntries(counts) };
}

/** What the list of values calls a value: a price, an indicator, a number, one of the position or a share of another value. */
export function operandChoice(operand: Tree): string {
  if (typeof operand['ind'] === 'string') return `ind ${operand['ind']}`;
  if (typeof operand['price'] === 'string') return `price ${operand['price']}`;
  if (typeof operand['pos'] === 'string') return `pos ${operand['pos']}`;
  return 'percentOf' in operand ? 'percent' : 'const';
}

const NEW_CONSTANT: Tree = { const: '50' };

/** The value of a choice; what was set of the one before, and also fits this one, stays. */
export function chosenOperand(choice: string, before: Tree): Tree {
  const [sort, name = ''] = choice.split(' ');
  const { timeframe, offset } = before;
  const where = { ...(timeframe === undefined ? {} : { timeframe }), ...(offset === undefined ? {} : { offset }) };
  if (sort === 'ind') return { ...newIndicator(name), ...where };
  if (sort === 'price') return { price: name, ...where };
  if (sort === 'pos') return { pos: name };
  if (sort === 'percent') return { percentOf: 'const' in before ? { price: 'close' } : before, p: '100' };
  return NEW_CONSTANT;
}

/** A comparison with another operator; values that both need stay. */
export function withOperator(comparison: Tree, op: string): Tree {
  const { a = newIndicator('rsi'), b, low, high, n } = comparison;
  const other = b ?? low ?? NEW_CONSTANT;
  if (shapeOps.some((one) => one === op)) return { op, a, n: n ?? 3 };
  if (rangeOps.some((one) => one === op)) return { op, a, low: low ?? other, high: high ?? other };
  return { op, a, b: other };
}

/** What a new condition compares, before somebody says what it should. */
export const newComparison = (): Tree => ({ op: 'gt', a: newIndicator('rsi'), b: NEW_CONSTANT });

/** The fields of a comparison that hold values. */
export function valueNames({ op }: Tree): readonly ('a' | 'b' | 'low' | 'high')[] {
  if (shapeOps.some((one) => one === op)) return ['a'];
  return rangeOps.some((one) => one === op) ? ['a', 'low', 'high'] : ['a', 'b'];
}
