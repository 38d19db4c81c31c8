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
