import { assert, at } from '#base/assert.ts';

/** A century: what a market may be asked for; beyond it somebody asks for nonsense. */
const DAYS_MAX = 36_525;

interface Chain<State, Day> {
  /** The first day there is. */
  readonly first: number;
  /** How the first day begins. */
  readonly start: State;
  /** How many made days are kept; the oldest to be asked for goes first. */
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
  const made = new Map<number, Day>();
  const make = (number: number): Day => {
    const { day, end } = run(number, at(begins, number - first));
    if (begins.length === number - first + 1) begins.push(end);
    made.set(number, day);
    if (made.size > kept) made.delete(at([...made.keys()], 0));
    return day;
  };
  return (number) => {
    assert(number >= first && number < first + DAYS_MAX, `day ${number} is one that the market has`);
    const ready = made.get(number);
    if (ready !== undefined) return ready;
    while (begins.length <= number - first) make(first + begins.length - 1);
    return made.get(number) ?? make(number);
  };
}
