import type { NodeReading } from '../../model/atom.ts';

/**
 * How far a rule is from being true, as a share of what it compares with: of a group that needs all its parts the farthest,
 * of one that needs any the nearest. Null where that cannot be told: a value is unknown or compared with zero, or the
 * rule waits for something to end.
 * @param nodes - of one rule at one close
 */
export function ruleDistance(nodes: readonly NodeReading[]): number | null {
  const root = nodes.find(({ path }) => path.length === 0);
  return root === undefined ? null : distanceOf(nodes, root);
}

function distanceOf(nodes: readonly NodeReading[], node: NodeReading): number | null {
  if (node.truth === 'true') return 0;
  const [a, b] = node.values.map(({ value }) => value);
  if (node.values.length === 2) return gap(a ?? null, b ?? null);
  const parts = partsOf(nodes, node);
  const distances = parts.map((part) => distanceOf(nodes, part));
  const how = parts[0]?.path[node.path.length];
  if (how === 'any') return nearest(distances.filter((one) => one !== null));
  if (how !== 'all' || distances.includes(null)) return null;
  return Math.max(...distances.map((one) => one ?? 0));
}

function partsOf(nodes: readonly NodeReading[], { path }: NodeReading): readonly NodeReading[] {
  return nodes.filter(
    (one) =>
      one.path.length === path.length + (typeof one.path[path.length + 1] === 'number' ? 2 : 1) &&
      path.every((step, index) => one.path[index] === step),
  );
}

function nearest(distances: readonly number[]): number | null {
  return distances.length === 0 ? null : Math.min(...distances);
}

function gap(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : Math.abs(a - b) / Math.abs(b);
}
