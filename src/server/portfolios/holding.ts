import { add, type Cash, cash, multiplyDivide, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf } from '#base/time.ts';
import type { Period } from '#storage/period.ts';

const STEPS_MS = [HOUR_MS, 4 * HOUR_MS, DAY_MS, 7 * DAY_MS];
const LONGEST_STEP_MS = 28 * DAY_MS;
/** Between the two ends of a period. */
const INNER_TIMES_MAX = 200;

/** The start of a period, the whole steps in it and its end: at most some two hundred times, oldest first. */
export function returnTimes({ from, to }: Period): readonly Instant[] {
  if (to <= from) return [to];
  const stepMs = STEPS_MS.find((step) => (to - from) / step <= INNER_TIMES_MAX) ?? LONGEST_STEP_MS;
  const times = [from];
  for (let at = (Math.floor(from / stepMs) + 1) * stepMs; at < to; at += stepMs) times.push(instantOf(at));
  return [...times, to];
}

/** A capital in equal parts that add up to it: the first ones hold what the division leaves over. */
export function equalParts(capital: Cash, count: number): readonly Cash[] {
  const part = cash(Math.floor(capital / count));
  const left = subtract(capital, cash(part * count));
  return Array.from({ length: count }, (_unused, index) => (index < left ? add(part, cash(1)) : part));
}

/** One symbol that is held: the part of the capital that bought it, and the price at which. */
export interface HeldPart {
  readonly part: Cash;
  readonly bought: Ticks;
}

/** What the held symbols are worth at their prices now, each rounded half up; null when one of them has no price. */
export function worthOf(held: readonly HeldPart[], prices: readonly (Ticks | null)[]): Cash | null {
  let worth: Cash = ZERO_CASH;
  for (const [index, { part, bought }] of held.entries()) {
    const price = prices[index] ?? null;
    if (price === null) return null;
    worth = add(worth, cash(multiplyDivide(part, price, bought, 'half-up')));
  }
  return worth;
}
