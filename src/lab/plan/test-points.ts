import { at } from '#base/assert.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { chance } from '#base/prng.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { pointParams } from '#storage/tests/point-params.ts';
import type { PlannedAxis, TestPlan } from '#storage/tests/test-plan.ts';

/** A set of the grid: for each axis the place of its value, from 0. */
export type GridIndexes = readonly number[];

/** How many combinations the values of the axes have. */
export function combinationsOf(axes: readonly PlannedAxis[]): number {
  return axes.reduce((product, { values }) => product * values.length, 1);
}

/** The sets that a test tries, in the order of the grid, whose last axis changes fastest: all, or those that were drawn. */
export function testSets({ axes, sample }: Pick<TestPlan, 'axes' | 'sample'>): readonly GridIndexes[] {
  const combinations = combinationsOf(axes);
  const isWhole = sample === null || sample.size >= combinations;
  const indexes = isWhole ? Array.from({ length: combinations }, (_, index) => index) : drawn(combinations, sample);
  return indexes.map((index) => indexesOf(axes, index));
}

/** Different ones out of so many, ascending. */
function drawn(combinations: number, { size, seed }: NonNullable<TestPlan['sample']>): readonly number[] {
  const dice = chance(seed);
  const found = new Set<number>();
  while (found.size < size) found.add(Math.floor(dice.next() * combinations));
  return [...found].sort((one, other) => one - other);
}

function indexesOf(axes: readonly PlannedAxis[], index: number): GridIndexes {
  const places = axes.map(() => 0);
  let rest = index;
  for (let axis = axes.length - 1; axis >= 0; axis -= 1) {
    const { length } = at(axes, axis).values;
    places[axis] = rest % length;
    rest = Math.floor(rest / length);
  }
  return places;
}

/** The symbols of the points of a test: each alone, or all together where they share a wallet. */
export function symbolGroups({
  symbols,
  wallet,
}: Pick<TestPlan, 'symbols' | 'wallet'>): readonly (readonly string[])[] {
  return wallet === 'shared' ? [symbols] : symbols.map((symbol) => [symbol]);
}

/** The parameters of a set; refused where its values, each of which fits alone, do not fit together. */
export function paramsOfSet(
  { kind, params, axes }: Pick<TestPlan, 'kind' | 'params' | 'axes'>,
  places: GridIndexes,
): Outcome<BotParams> {
  const parsed = familyOf(kind).params.safeParse(pointParams({ params, axes }, places));
  if (parsed.success) return accepted(parsed.data);
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String);
  return refused({ code: 'PARAMS_REFUSED', detail: issue?.message ?? 'These values do not fit together.', path });
}
