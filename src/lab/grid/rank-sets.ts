import { FIGURES, type FigureName, figuresAt } from '#engine/sweep/figures.ts';

/** A parameter set of a sweep with its figures. */
export interface RankedSet {
  /** Index of the set in the sweep. */
  readonly set: number;
  readonly figures: Readonly<Record<FigureName, number>>;
}

/** The sets of a sweep by final equity, best first; equal ones keep their order. */
export function rankSets(rows: Float64Array): readonly RankedSet[] {
  const sets = Array.from({ length: rows.length / FIGURES }, (_, set) => ({
    set,
    figures: figuresAt(rows, set * FIGURES),
  }));
  return sets.toSorted((one, other) => other.figures.equityEnd - one.figures.equityEnd);
}
