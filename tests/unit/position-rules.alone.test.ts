import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { BAR, barsOf, cyclesOf, ethOf, weekOf } from '../support/custom-week.ts';
import { weekUntil } from '../support/cut-short.ts';
import { openedMinutes } from '../support/opened-minutes.ts';
import { type Decide, plain, plainCycles } from '../support/plain-cycles.ts';
import { WEEK_MINUTES } from '../support/random-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live, walk } from '../support/walk-history.ts';

const SEED = SEED_OF_RUN;
const WEEKS = 4;
const [PATIENCE, PAUSE, LOSS, ROW] = [9, 4, -0.4, 7];

const line = (value: number) => ({ const: String(value) });
const rising = (n: number) => ({ op: 'rising', a: { price: 'close' }, n });
/** In on a rising close four bars after the last exit, or on seven in a row; out after nine bars, or at a loss of 0.4 percent. */
const PATIENT = {
  timeframe: '5m',
  leverage: 1,
  sizing: { type: 'fixed_notional', value: '500' },
  buy: {
    enter: {
      trigger: 'level',
      any: [{ all: [rising(1), { op: 'gte', a: { pos: 'bars_since_exit' }, b: line(PAUSE) }] }, rising(ROW)],
    },
    exit: {
      any: [
        { op: 'gte', a: { pos: 'bars_in_position' }, b: line(PATIENCE) },
        { op: 'lte', a: { pos: 'unrealized_percent' }, b: line(LOSS) },
      ],
    },
  },
};

/** What the bot of `PATIENT` does at the close of a bar. */
function patient(stored: SymbolHistory): Decide {
  const closes = barsOf(stored).map((bar) => bar?.close ?? null);
  const isRising = (bar: number, n: number) =>
    Array.from({ length: n }, (_unused, step) => [closes[bar - step - 1] ?? null, closes[bar - step] ?? null]).every(
      ([before, now]) => before != null && now != null && now > before,
    );
  /** Bars that have closed since a minute opened, the one that it lies in first. */
  const barsSince = (bar: number, minute: number) => bar - Math.floor(minute / BAR) + 1;
  return ({ bar, open, left }) => {
    if (open === null) {
      const isRested = left !== null && barsSince(bar, left) >= PAUSE;
      return (isRising(bar, 1) && isRested) || isRising(bar, ROW) ? 'entry' : null;
    }
    const { entered, average } = open;
    const isOver = (seen: number) => {
      const [held, close] = [barsSince(seen, entered), closes[seen] ?? null];
      if (held < 1) return false; // The bar closed before the position opened.
      return held >= PATIENCE || (close !== null && (100 * (close - average)) / average <= LOSS);
    };
    return isOver(bar) && !isOver(bar - 1) ? 'exit' : null;
  };
}

const weeks = Array.from({ length: WEEKS }, (_unused, number) => {
  return [SEED + number, weekOf(chance(SEED + number), PATIENT)] as const;
});

/** An edge in a halted market has passed, so a week may have few. */
const counts: number[] = [];

describe(`a custom bot that reads its position, seed ${SEED}`, () => {
  it.each(weeks)('has the cycles of a plain loop, walked, jumped and reopened, PROPERTY_SEED=%i', (_seed, week) => {
    const walked = live(week, walk).records;
    const told = cyclesOf(walked).filter(({ beginAt }) => beginAt !== null);
    expect(told.map(plain)).toEqual(plainCycles(ethOf(week), patient(ethOf(week))));
    counts.push(told.length);
    expect(live(week, jump).records).toEqual(walked);
    expect(live({ ...week, isReopened: true }, jump).records).toEqual(walked);
  });

  it('has many cycles over the weeks', () => {
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10 * WEEKS);
  });

  it.each(weeks.slice(0, 2))('never looks ahead, PROPERTY_SEED=%i', (seed, week) => {
    const whole = live(week, jump).records;
    const cuts = [chance(seed).between(1, WEEK_MINUTES - 1), ...openedMinutes(whole).slice(-2)];
    for (const minutes of cuts) {
      const known = live(weekUntil(week, minutes), jump).records;
      expect(whole.slice(0, known.length), `${minutes} minutes`).toEqual(known);
    }
  });
});
