import { objectToSnake } from 'ts-case-convert';
import { cashText, trimDecimal } from '#base/decimal.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { deviationPercent } from '#engine/risk/ladder/deviation.ts';
import { ladderOf } from '#engine/risk/ladder/ladder.ts';
import { levelValueMax } from '#engine/risk/ladder/levels.ts';

type Value = string | number | boolean | null;

/** A parameter that two versions set differently. */
export interface FieldChange {
  readonly field: string;
  readonly before: Value;
  readonly after: Value;
}

/** The parameters that differ, in the order of the domain document. Own steps are only on or off: the table has them. */
export function changedFields(before: LadderParams, after: LadderParams): readonly FieldChange[] {
  return (Object.keys(after) as (keyof LadderParams)[])
    .map((field) => ({ field, before: plainValue(field, before), after: plainValue(field, after) }))
    .filter((change) => change.before !== change.after);
}

function plainValue(field: keyof LadderParams, params: LadderParams): Value {
  const value = params[field];
  if (field === 'entryConditions' || field === 'safetyConditions') return ruleText(params[field]);
  if (typeof value === 'string') return /^\d+\.\d+$/.test(value) ? trimDecimal(value) : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : value === null ? null : true;
}

/** A rule as programs write it; null when there is none. */
export function ruleText(rule: LadderParams['entryConditions']): string | null {
  return rule === null ? null : JSON.stringify(objectToSnake(rule), null, 2);
}

/** One order of a ladder: its distance from the base price in percent and its notional in USDT. */
export interface Step {
  readonly deviation: string;
  readonly size: string;
}

/** An order that two versions plan differently; null in the version that has no such step. Level 0 is the base order. */
export interface StepChange {
  readonly level: number;
  readonly before: Step | null;
  readonly after: Step | null;
}

/** The orders that differ, and how many do not. */
export function changedSteps(
  before: LadderParams,
  after: LadderParams,
): { readonly changed: readonly StepChange[]; readonly unchanged: number } {
  const [old, now] = [stepsOf(before), stepsOf(after)];
  const all = Array.from({ length: Math.max(old.length, now.length) }, (_, level) => ({
    level,
    before: old[level] ?? null,
    after: now[level] ?? null,
  }));
  const changed = all.filter((step) => !isSame(step));
  return { changed, unchanged: all.length - changed.length };
}

function isSame({ before, after }: StepChange): boolean {
  return before?.deviation === after?.deviation && before?.size === after?.size;
}

function stepsOf(params: LadderParams): readonly Step[] {
  const ladder = ladderOf(params);
  const side = { ladder };
  const levels = ladder.levels.map((_, index) => ({
    deviation: deviationPercent(ladder, index + 1),
    size: trimDecimal(cashText(levelValueMax(side, index + 1))),
  }));
  return [{ deviation: '0', size: trimDecimal(cashText(ladder.baseNotional)) }, ...levels];
}
