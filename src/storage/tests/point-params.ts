import { toCamel } from 'ts-case-convert';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { AxisValue, TestPlan } from './test-plan.ts';

/** The parameters of a point: those of the test with the values of the grid at their paths. */
export function pointParams({ params, axes }: Pick<TestPlan, 'params' | 'axes'>, places: readonly number[]): BotParams {
  return axes.reduce((sofar, { path, values }, axis) => {
    const value = values[places[axis] ?? 0] ?? null;
    return withValueAt(sofar, path, value) ?? sofar;
  }, params);
}

/**
 * The parameters with another value at a path in snake_case, such as "buy.enter.all.0.b.const"; what lies beside the path is
 * shared. Null where the path leads nowhere.
 */
export function withValueAt(params: BotParams, path: string, value: AxisValue): BotParams | null {
  const changed = setIn(params, path.split('.').map(toCamel), value);
  return changed === NOWHERE ? null : (changed as BotParams); // A copy of an object with one value changed.
}

const NOWHERE = Symbol('nowhere');

function setIn(node: unknown, [name, ...rest]: readonly string[], value: AxisValue): unknown {
  if (name === undefined) return value;
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return NOWHERE;
  const inner = setIn((node as Record<string, unknown>)[name], rest, value); // Its own property, as just asked.
  if (inner === NOWHERE) return NOWHERE;
  return Array.isArray(node)
    ? node.map((item, index) => (String(index) === name ? inner : item))
    : { ...node, [name]: inner };
}
