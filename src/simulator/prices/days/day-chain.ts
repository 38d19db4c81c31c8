import { assert, at } from '#base/assert.ts';
import { keptValues } from '../kept-values.ts';

/** One century; a request beyond it is an error. */
const DAYS_MAX = 36_525;

/** Initial states by day number: the values of the state, in the order of its fields. */
export type DayBegins = Map<number, readonly number[]>;

interface Chain<State, Day> {
  /** The first day of the chain. */
  readonly first: number;
  /** Initial state of the first day. */
  readonly start: State;
  /** Number of computed days to cache. */
  readonly kept: number;
  /** Known initial states of later days; newly computed ones are added. */
  readonly begins: DayBegins;
  /** Computes a day from its initial state; the same state gives the same day. */
  readonly run: (day: number, state: State) => { readonly day: Day; readonly end: State };
}

/**
 * Days that each depend on the one before, readable in any order. Initial states are kept, so a past day costs one
 * computation, and a future day the days since the last known one.
 *
 * @returns a function that returns the day of a number; it asserts that the number is not before `first`
 */
export function dayChain<State extends object, Day>(chain: Chain<State, Day>): (day: number) => Day {
  const { first, start, kept, begins, run } = chain;
  const days = keptValues(kept, (number) => {
    const { day, end } = run(number, number === first ? start : stateOf(start, begins.get(number)));
    begins.set(number + 1, Object.values(end));
    return day;
  });
  return (number) => {
    assert(number >= first && number < first + DAYS_MAX, `day ${number} is one that the market has`);
    let known = number;
    while (known > first && !begins.has(known)) known -= 1;
    for (let day = known; day < number; day += 1) days.at(day);
    return days.at(number);
  };
}

/**
 * Advances several chains together, day by day, so that what they share of a day is computed once for all.
 *
 * @param begins - of the chains
 * @param make - computes a day of each
 * @returns a function to call with the requested day before it is computed
 */
export function dayWalk(
  first: number,
  begins: readonly DayBegins[],
  make: (day: number) => void,
): (day: number) => void {
  let walked = first;
  return (number) => {
    if (number <= walked) return;
    let known = number;
    while (known > walked && !begins.every((one) => one.has(known))) known -= 1;
    walked = number;
    for (let day = known; day < number; day += 1) make(day);
  };
}

/** Rebuilds a state from values in the order of its fields. */
function stateOf<State extends object>(shape: State, numbers: readonly number[] | undefined): State {
  const names = Object.keys(shape);
  assert(numbers?.length === names.length, `a day begins with ${names.join(', ')}`);
  // The names and their count are the shape's own, and its values are numbers.
  return Object.fromEntries(names.map((name, index) => [name, at(numbers, index)])) as State;
}
