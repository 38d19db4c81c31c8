import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { barsOf, cyclesOf, ethOf, type PlainBar, weekOf } from '../support/custom-week.ts';
import { weekUntil } from '../support/cut-short.ts';
import { openedMinutes } from '../support/opened-minutes.ts';
import { type Decide, plain, plainCycles } from '../support/plain-cycles.ts';
import { WEEK_MINUTES } from '../support/random-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live, walk } from '../support/walk-history.ts';

const SEED = SEED_OF_RUN;
const WEEKS = 6;
const EMA_BARS = 3;
/** Bars until the seed is 1e-9 of itself: 20.75 · 4 / 2 rounded up, and the three of the seed. */
const EMA_SETTLING = 46;

const AVERAGE = { ind: 'ema', n: EMA_BARS };
const crosses = (way: 'above' | 'below') => ({ op: `crosses_${way}`, a: { price: 'close' }, b: AVERAGE });

/** In where the close of five minutes crosses above its average, out where it crosses below. */
const CROSSING = {
  timeframe: '5m',
  leverage: 1,
  sizing: { type: 'fixed_notional', value: '500' },
  buy: { enter: crosses('above'), exit: crosses('below') },
};

/** On which side of its average each close lies; null where the average has not settled. */
function sidesOf(bars: readonly (PlainBar | null)[]): (number | null)[] {
  let [average, known] = [Number.NaN, 0]; // A bar without a market begins a new average.
  return bars.map((bar) => {
    if (bar === null) {
      known = 0;
      return null;
    }
    const close = bar.close / 100;
    known += 1;
    average = known > 1 ? average + (close - average) * (2 / (EMA_BARS + 1)) : close;
    return known >= EMA_SETTLING ? Math.sign(close - average) : null;
  });
}

/** What the bot of `CROSSING` does at the close of a bar. */
function crossing(stored: SymbolHistory): Decide {
  const sides = sidesOf(barsOf(stored));
  return ({ bar, open }) => {
    const [before, now] = [at(sides, bar - 1), at(sides, bar)];
    if (before === null || now === null) return null;
    if (open === null) return before <= 0 && now > 0 ? 'entry' : null;
    return before >= 0 && now < 0 ? 'exit' : null;
  };
}

const weeks = Array.from({ length: WEEKS }, (_unused, number) => weekOf(chance(SEED + number), CROSSING));
const named = weeks.map((week, number) => [SEED + number, week] as const);

describe(`a custom bot that crosses an average, seed ${SEED}`, () => {
  it.each(named)(
    'has the cycles of a plain loop over the minutes, to the last digit, PROPERTY_SEED=%i',
    (_seed, week) => {
      const { records } = live(week, walk);
      const told = cyclesOf(records).filter(({ beginAt }) => beginAt !== null);
      expect(told.map(plain)).toEqual(plainCycles(ethOf(week), crossing(ethOf(week))));
      expect(told.filter(({ endAt }) => endAt !== null).map(({ closeReason }) => closeReason)).toEqual(
        told.filter(({ endAt }) => endAt !== null).map(() => 'exit_signal'),
      );
    },
  );

  it.each(named)('leaves the same records jumped through, walked and reopened, PROPERTY_SEED=%i', (_seed, week) => {
    const [walked, jumped] = [live(week, walk), live(week, jump)];
    expect(jumped.records).toEqual(walked.records);
    expect(jumped.visited).toBeLessThan(walked.visited / 2);
    expect(live({ ...week, isReopened: true }, jump).records).toEqual(jumped.records);
  });

  it.each(named)('never looks ahead: cutting off the future changes nothing before, PROPERTY_SEED=%i', (seed, week) => {
    const whole = live(week, jump).records;
    const cuts = [chance(seed).between(1, WEEK_MINUTES - 1), ...openedMinutes(whole).slice(0, 3)];
    for (const minutes of cuts.filter((cut) => cut > 0)) {
      const known = live(weekUntil(week, minutes), jump).records;
      expect(whole.slice(0, known.length), `${minutes} minutes`).toEqual(known);
    }
  });

  it('has many cycles in most weeks', () => {
    const counts = weeks.map((week) => openedMinutes(live(week, jump).records).length);
    expect(counts.filter((count) => count > 20).length).toBeGreaterThan(WEEKS / 2);
  });
});
