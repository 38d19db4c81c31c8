import { createHash } from 'node:crypto';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { MINUTE_MS, startOf } from '#base/time.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { isFollowed } from '#engine/sweep/followed.ts';
import type { AskedTest, PreparedTest, TestBounds } from '#storage/tests/asked-test.ts';
import type { PlannedAxis, TestPace, TestPlan } from '#storage/tests/test-plan.ts';
import { testSpans, testWindows } from '#storage/tests/test-spans.ts';
import { givenAxes, planAxes } from '../plan/plan-axes.ts';
import { combinationsOf, symbolGroups } from '../plan/test-points.ts';

/** Windows of one walk-forward: a window runs the whole grid. */
const WINDOWS_MAX = 200;
/** Values of all axes together: each is read with the whole strategy. Without a sample no grid has as many. */
const VALUES_MAX = 2_000;
/** A sample is drawn by the number of a combination, which has to be exact. */
const COMBINATIONS_MAX = Number.MAX_SAFE_INTEGER;

/** Refuses with PERIOD_REVERSED, GRID_REFUSED or GRID_TOO_LARGE. */
export function prepareTest(asked: AskedTest, { pointsMax, axisValuesMax }: TestBounds): Outcome<PreparedTest> {
  const [from, to] = [startOf(asked.from, MINUTE_MS), startOf(asked.to, MINUTE_MS)];
  if (from >= to) {
    return refused({ code: 'PERIOD_REVERSED', detail: 'must lie after date_from', path: ['dateTo'] });
  }
  const given = givenAxes(asked.axes, axisValuesMax);
  if (!given.ok) return given;
  const size = sizeOf(asked, given.value, pointsMax); // Before any value is read, which takes a while for many.
  if (!size.ok) return size;
  const axes = planAxes({ ...asked, axes: given.value }, asked.axes);
  if (!axes.ok) return axes;
  const { rankBy = asked.kind === ruleStrategy.kind ? 'return' : 'roi_committed', ...rest } = asked;
  return costOf({ ...rest, from, to, axes: axes.value, rankBy }, size.value);
}

interface GridSize {
  readonly combinations: number;
  readonly sets: number;
  readonly groups: number;
}

function sizeOf(asked: AskedTest, axes: readonly PlannedAxis[], pointsMax: number): Outcome<GridSize> {
  const values = axes.reduce((sum, axis) => sum + axis.values.length, 0);
  const combinations = combinationsOf(axes);
  const sets = Math.min(combinations, asked.sample?.size ?? combinations);
  const groups = symbolGroups(asked).length;
  const points = sets * groups;
  if (points > pointsMax) {
    // A count beyond 2^53 would be written with an exponent, and with other digits than its own.
    const exact = asked.sample === null ? exactCombinations(axes) * BigInt(groups) : BigInt(points);
    const figures = { points: String(exact), pointsMax };
    return refused({ code: 'GRID_TOO_LARGE', detail: `has ${exact} points`, path: ['axes'], figures });
  }
  if (values > VALUES_MAX) {
    const detail = `has ${values} values; at most ${VALUES_MAX} are allowed, also of a sample`;
    return refused({ code: 'GRID_REFUSED', detail, path: ['axes'], figures: { values, valuesMax: VALUES_MAX } });
  }
  if (combinations > COMBINATIONS_MAX) {
    const detail = `has more than ${COMBINATIONS_MAX} combinations, of which no sample can be drawn`;
    return refused({ code: 'GRID_REFUSED', detail, path: ['axes'], figures: { combinationsMax: COMBINATIONS_MAX } });
  }
  return accepted({ combinations, sets, groups });
}

function exactCombinations(axes: readonly PlannedAxis[]): bigint {
  return axes.reduce((product, { values }) => product * BigInt(values.length), 1n);
}

function costOf(plan: TestPlan, { combinations, sets, groups }: GridSize): Outcome<PreparedTest> {
  const whole = { from: 0, to: (plan.to - plan.from) / MINUTE_MS };
  const windows = testWindows(plan, whole);
  if (plan.walkForward !== null && windows.length === 0) {
    return refused({ code: 'GRID_REFUSED', detail: 'is longer than the period', path: ['walkForward', 'trainDays'] });
  }
  if (windows.length > WINDOWS_MAX) {
    return refused({ code: 'GRID_REFUSED', detail: `has more than ${WINDOWS_MAX} windows`, path: ['walkForward'] });
  }
  const { outOfSample } = testSpans(plan, whole);
  const trained = windows.reduce((sum, { train }) => sum + train.to - train.from, 0);
  const perSet = whole.to - whole.from + trained;
  const symbolsOfGroup = plan.symbols.length / groups;
  return accepted({
    plan,
    planHash: createHash('sha256').update(orderedJson(plan)).digest('hex'),
    combinations,
    pointsTotal: sets * groups,
    runs: groups * (sets * ((outOfSample === null ? 1 : 2) + windows.length) + windows.length),
    candles: groups * sets * perSet * symbolsOfGroup,
    pace: testPaceOf(plan),
  });
}

/** Ladders in their kernel are about ten times as fast as the account; rules are as slow as they trade often. */
export function testPaceOf({ kind, params, wallet, symbols, fillPath, costs }: TestPlan): TestPace {
  const isAlone = wallet === 'each' || symbols.length === 1;
  if (!isAlone || fillPath !== 'pessimistic' || Number(costs.volumeCapPercent) !== USUAL_CAP_PERCENT) return 'account';
  if (kind === ruleStrategy.kind) return 'rules';
  const ladder = ladderParams.safeParse(params);
  return ladder.success && isFollowed(ladder.data) ? 'ladders' : 'account';
}

/** JSON with the fields of every object in alphabetical order: a stored plan has lost the order in which it was sent. */
function orderedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(orderedJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${orderedJson(item)}`).join()}}`;
}

/** What paper bots may fill against. */
export const USUAL_CAP_PERCENT = 10;
