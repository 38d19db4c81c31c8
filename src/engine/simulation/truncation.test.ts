import { expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { rate } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import { MINUTE_MS } from '#base/time.ts';
import { cutShort, weekUntil } from '../../../tests/support/cut-short.ts';
import { ETH, START } from '../../../tests/support/market.ts';
import { randomHistory } from '../../../tests/support/random-history.ts';
import { randomWeek, WEEK_MINUTES } from '../../../tests/support/random-week.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { sweepLadder } from '../../../tests/support/sweep-ladder.ts';
import { jump, live } from '../../../tests/support/walk-history.ts';
import type { SymbolHistory } from '../model/history.ts';
import { type LadderParamsInput, ladderParams } from '../model/ladder-params.ts';
import type { AccountRecord } from '../model/record.ts';
import type { SweepEvent } from '../sweep/events.ts';
import { FIGURES } from '../sweep/figures.ts';
import { sweepPlan } from '../sweep/plan.ts';

const WEEKS = 5;
const SEED = SEED_OF_RUN;

/** Cuts right behind the minute in which some cycle ended: whatever knows too much shows there first. */
function afterCycles(dice: Chance, records: readonly AccountRecord[]): number[] {
  const ends = records.flatMap((record) =>
    record.type === 'cycle' && record.cycle.endAt !== null ? [record.cycle.endAt] : [],
  );
  if (ends.length === 0) return [];
  return [dice.pick(ends), dice.pick(ends)].map((end) => Math.floor((end - START) / MINUTE_MS) + 1);
}

it('an account that jumps through history never looks ahead: cutting off the future changes nothing before', () => {
  process.stdout.write(`truncation seed ${SEED}\n`);
  let told = 0;
  for (let number = 0; number < WEEKS; number += 1) {
    const dice = chance(SEED + number);
    const week = randomWeek(dice);
    const whole = live(week, jump).records;
    for (const minutes of [dice.between(1, WEEK_MINUTES - 1), ...afterCycles(dice, whole)]) {
      const known = live(weekUntil(week, minutes), jump).records;
      expect(whole.slice(0, known.length), `PROPERTY_SEED=${SEED + number}, ${minutes} minutes`).toEqual(known);
      told += known.length;
    }
  }
  expect(told).toBeGreaterThan(WEEKS);
});

const LADDERS: readonly LadderParamsInput[] = [
  { baseOrderSize: '200', stepPercent: '0.2', takeProfitPercent: '0.3', leverage: 10 },
  { direction: 'both', baseOrderSize: '100', takeProfitPercent: '0.2', trailingPercent: '0.1', stopLossPercent: '6' },
  { direction: 'sell', baseOrderSize: '300', baseOrderType: 'limit', timeLimitS: 7_200, marginType: 'cross' },
];

it('a sweep never looks ahead: cutting off the future changes nothing before', () => {
  const dice = chance(SEED);
  let told = 0;
  for (const input of [...LADDERS, ...LADDERS]) {
    const { symbols } = randomHistory(dice, [{ symbol: 'ETHUSDT', start: 200_000 }], WEEK_MINUTES);
    const stored = symbols.get('ETHUSDT');
    if (stored === undefined) throw new Error('the history has its symbol');
    const plan = sweepPlan(ladderParams.parse(input), ETH, { wallet: cashFrom('10000'), slippage: rate(50_000) });
    const eventsOf = (history: SymbolHistory, to: number): readonly SweepEvent[] => {
      const events: SweepEvent[] = [];
      sweepLadder(history, plan, 0, to, new Float64Array(FIGURES), 0, (event) => events.push(event));
      return events;
    };
    const minutes = dice.between(1_000, WEEK_MINUTES - 1);
    const known = eventsOf(cutShort(stored, minutes), minutes);
    expect(eventsOf(stored, WEEK_MINUTES).slice(0, known.length), `PROPERTY_SEED=${SEED}`).toEqual(known);
    told += known.length;
  }
  expect(told).toBeGreaterThan(LADDERS.length);
});
