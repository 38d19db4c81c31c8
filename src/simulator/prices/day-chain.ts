import { assert, at } from '#base/assert.ts';

/** A century: what a market may be asked for; beyond it somebody asks for nonsense. */
const DAYS_MAX = 36_525;

interface Chain<State, Day> {
  /** The first day there is. */
  readonly first: number;
  /** How the first day begins. */
  readonly start: State;
  /** How many made days are kept. */
  readonly kept: number;
  /** Makes a day from how it begins; the same state gives the same day. */
  readonly run: (day: number, state: State) => { readonly day: Day; readonly end: State };
}

/**
 * Days that follow from one another, to be asked for in any order. How each day begins is kept once it is known, so a
 * day far back costs one day, and a day far ahead the days that nobody has asked for yet.
 *
 * @returns the day of a number from `first` on; an earlier one is a broken belief
 */
export function dayChain<State, Day>({ first, start, kept, run }: Chain<State, Day>): (day: number) => Day {
  const begins: State[] = [start];
  const days = keptDays(kept, (number) => {
    const { day, end } = run(number, at(begins, number - first));
    if (begins.length === number - first + 1) begins.push(end);
    return day;
  });
  return (number) => {
    assert(number >= first && number < first + DAYS_MAX, `day ${number} is one that the market has`);
    while (begins.length <= number - first) days(first + begins.length - 1);
    return days(number);
  };
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
