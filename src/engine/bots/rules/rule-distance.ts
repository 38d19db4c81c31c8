import type { NodeReading } from '../../model/atom.ts';

/** The distance of a comparison from being true. */
export interface RuleDistance {
  /** As a share of what it compares with, by which distances are ordered. */
  readonly share: number;
  /** The difference in the unit of its values; null where these are prices, of which the share is shown. */
  readonly difference: number | null;
}

const THERE: RuleDistance = { share: 0, difference: null };

/**
 * How far a rule is from being true: of a group that needs all its parts the farthest, of one that needs any the nearest. Null
 * where that cannot be computed: a value is unknown or compared with zero, or the rule waits for something to end.
 * @param nodes - of one rule at one close
 */
export function ruleDistance(nodes: readonly NodeReading[]): RuleDistance | null {
  const root = nodes.find(({ path }) => path.length === 0);
  return root === undefined ? null : distanceOf(nodes, root);
}

function distanceOf(nodes: readonly NodeReading[], node: NodeReading): RuleDistance | null {
  if (node.truth === 'true') return THERE;
  const [a, b] = node.values.map(({ value }) => value);
  if (node.values.length === 2) return gap(a ?? null, b ?? null, node);
  const parts = partsOf(nodes, node);
  const distances = parts.map((part) => distanceOf(nodes, part));
  const known = distances.filter((one) => one !== null).toSorted((one, other) => one.share - other.share);
  const how = parts[0]?.path[node.path.length];
  if (how === 'any') return known[0] ?? null;
  if (how !== 'all' || distances.includes(null)) return null;
  return known.at(-1) ?? THERE;
}

function partsOf(nodes: readonly NodeReading[], { path }: NodeReading): readonly NodeReading[] {
  return nodes.filter(
    (one) =>
      one.path.length === path.length + (typeof one.path[path.length + 1] === 'number' ? 2 : 1) &&
      path.every((step, index) => one.path[index] === step),
  );
}

function gap(a: number | null, b: number | null, { isOfPrices }: NodeReading): RuleDistance | null {
  if (a === null || b === null || b === 0) return null;
  const difference = Math.abs(a - b);
  return { share: difference / Math.abs(b), difference: isOfPrices ? null : difference };
}
