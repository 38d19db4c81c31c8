import { assert, at } from '#base/assert.ts';

/** A century: what a market may be asked for; beyond it somebody asks for nonsense. */
const DAYS_MAX = 36_525;

/** How days begin, by number of the day: the numbers of the state, in the order of its names. */
export type DayBegins = Map<number, readonly number[]>;

interface Chain<State, Day> {
  /** The first day there is. */
  readonly first: number;
  /** How the first day begins: numbers by name. */
  readonly start: State;
  /** How many made days are kept. */
  readonly kept: number;
  /** Beginnings of later days as far as they are known; what is found out is added. */
  readonly begins: DayBegins;
  /** Makes a day from how it begins; the same state gives the same day. */
  readonly run: (day: number, state: State) => { readonly day: Day; readonly end: State };
}

/**
 * Days that follow from one another, to be asked for in any order. How each day begins is kept once it is known, so a
 * day far back costs one day, and a day far ahead the days behind the last one that is known.
 *
 * @returns the day of a number from `first` on; an earlier one is a broken belief
 */
export function dayChain<State extends object, Day>(chain: Chain<State, Day>): (day: number) => Day {
  const { first, start, kept, begins, run } = chain;
  const days = keptDays(kept, (number) => {
    const { day, end } = run(number, number === first ? start : stateOf(start, begins.get(number)));
    begins.set(number + 1, Object.values(end));
    return day;
  });
  return (number) => {
    assert(number >= first && number < first + DAYS_MAX, `day ${number} is one that the market has`);
    let known = number;
    while (known > first && !begins.has(known)) known -= 1;
    for (let day = known; day < number; day += 1) days(day);
    return days(number);
  };
}

/**
 * Lets several chains go forward together, day by day, so that what they share of a day is made once for all of them.
 *
 * @param begins - of the chains
 * @param make - makes a day of each
 * @returns to be told which day is asked for, before it is made
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

/** The state of numbers in the order of the names of another one. */
function stateOf<State extends object>(shape: State, numbers: readonly number[] | undefined): State {
  const names = Object.keys(shape);
  assert(numbers?.length === names.length, `a day begins with ${names.join(', ')}`);
  // The names and their count are the shape's own, and its values are numbers.
  return Object.fromEntries(names.map((name, place) => [name, at(numbers, place)])) as State;
}

/** Keeps the days that were made last, at most `kept`, and makes the others again. */
export function keptDays<Day>(kept: number, make: (day: number) => Day): (day: number) => Day {
  const made = new Map<number, Day>();
  return (number) => {
    const ready = made.get(number);
    if (ready !== undefined) return ready;
    const day = make(number);
    made.set(number, day);
    if (made.size > kept) made.delete(at([...made.keys()], 0));
    return day;
  };
}
