import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { steps, ticks } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { type RandomRun, randomRun } from '../../../../tests/support/random-account.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { contextOf } from '../../account/atoms/context-of.ts';
import {
  type CandlePath,
  hasRestingStop,
  hitAtOpen,
  hitOnLosingLeg,
  hitOnWinningLeg,
} from '../../matching/candle-fill.ts';
import type { AtomState, Triggers } from '../../model/atom.ts';
import type { EngineBot } from '../../model/bot.ts';
import { type Candle, CLOSE_OFFSET_MS } from '../../model/candle.ts';
import { transition } from './atom.ts';
import { ownLiquidation, triggersOf } from './triggers.ts';

const SEED = SEED_OF_RUN;
const ZERO = steps(0);

describe(`triggers of atoms from random accounts, seed ${SEED}`, () => {
  it('a candle that stays strictly inside the triggers of an atom changes nothing', () => {
    const dice = chance(SEED);
    let checked = 0;
    for (let index = 0; index < 60; index += 1) {
      const run = randomRun(chance(SEED + index), { snapshotEvery: 7, deals: chance(SEED + index) });
      for (const taken of run.snapshots) {
        for (const { bot } of taken.snapshot.bots) {
          for (const state of bot.atoms) checked += expectQuiet({ run, bot, state, minute: taken.index, dice });
        }
      }
    }
    expect(checked).toBeGreaterThan(1_000);
  });
});

interface Given {
  readonly run: RandomRun;
  readonly bot: EngineBot;
  readonly state: AtomState;
  readonly minute: number;
  readonly dice: Chance;
}

/** Walks a candle inside the triggers through the fill model without the shortcut. @returns 1 when there was one to walk */
function expectQuiet({ run, bot, state, minute, dice }: Given): number {
  const instrument = run.market.instruments.get(state.symbol);
  const next = run.minutes[minute + 1];
  if (instrument === undefined || next === undefined || state.cycle === null) return 0;
  const context = contextOf(bot, instrument);
  const liquidation = ownLiquidation(state, context);
  const triggers = triggersOf(state, context);
  const candle = candleInside(triggers, next.time, dice);
  if (candle === null) return 0;
  const isStopResting = hasRestingStop(state.cycle.orders, candle.time);
  const { direction } = state;
  const { slippage } = run.market;
  const volumeLeft = steps(1_000_000);
  const mark = candleInside(triggers, next.time, dice) ?? candle;
  const leg: CandlePath = { direction, candle, mark, stopLossBy: 'mark', slippage, volumeLeft, isStopResting };
  const isOpen = state.cycle.position.quantity > ZERO;
  expect(hitAtOpen(state.cycle.orders, leg, { isOpen, liquidation })).toBeNull();
  expect(hitOnLosingLeg(state.cycle.orders, leg, { isOpen, liquidation })).toBeNull();
  expect(hitOnWinningLeg(state.cycle.orders, leg)).toBeNull();
  const close = instantOf(candle.time + CLOSE_OFFSET_MS);
  const closed = {
    type: 'CandleClosed',
    at: close,
    high: ticks(candle.high),
    low: ticks(candle.low),
    close: ticks(candle.close),
  } as const;
  const step = transition(state, closed, context);
  expect(step.effects).toEqual([]);
  expect(step.state).toBe(state);
  return 1;
}

/** A random candle strictly between the triggers that closes before their time; null where there is no room. */
function candleInside({ below, above, at: until }: Triggers, time: Candle['time'], dice: Chance): Candle | null {
  const low = (below ?? 1_000) + 1;
  const high = (above ?? 1_000_000) - 1;
  if (low > high || (until !== null && time + CLOSE_OFFSET_MS >= until)) return null;
  const prices = [0, 1, 2, 3].map(() => dice.pick([low, high, dice.between(low, high)])).sort((a, b) => a - b);
  return {
    time,
    low: at(prices, 0),
    open: at(prices, 1),
    close: at(prices, 2),
    high: at(prices, 3),
    volume: 10_000_000,
  };
}
