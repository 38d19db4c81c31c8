import type { PlannedAxis } from '#storage/tests/test-plan.ts';

/** A point of a grid with the value by which points are ranked; null when it has none. */
export interface GridPoint {
  readonly places: readonly number[];
  readonly value: number | null;
}

/**
 * The worst value of each point and its neighbours: the points one step away along one axis. A lone peak scores low, the
 * middle of a plateau nearly as high as its value. Null for a point without a value, or without any neighbour that was
 * tried; a neighbour that has no value counts as the worst there is.
 * @param points - of one symbol, or of one wallet
 */
export function plateauScores(axes: readonly PlannedAxis[], points: readonly GridPoint[]): readonly (number | null)[] {
  const byPlaces = new Map(points.map((point) => [point.places.join(), point]));
  return points.map(({ places, value }) => {
    if (value === null) return null;
    const neighbours = axes.flatMap((_, axis) =>
      [-1, 1].flatMap((step) => {
        const moved = places.map((place, index) => (index === axis ? place + step : place));
        return byPlaces.get(moved.join()) ?? [];
      }),
    );
    if (neighbours.length === 0) return null;
    const values = neighbours.map((neighbour) => neighbour.value ?? Number.NEGATIVE_INFINITY);
    const worst = Math.min(value, ...values);
    return Number.isFinite(worst) ? worst : null;
  });
}
