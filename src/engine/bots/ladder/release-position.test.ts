import { expect, test } from 'vitest';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, cash, steps, ZERO_CASH } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import { instrumentOf, longExample, priceOf, singleTier } from '../../../../tests/support/worked-examples.ts';
import { notional } from '../../model/instrument.ts';
import type { Direction } from '../../model/order.ts';
import { FLAT } from '../../model/position.ts';
import { cycleOf, type Draft, ownCycle } from './draft.ts';
import { newCycle } from './entry.ts';
import { releasePosition } from './fill.ts';
import { ladderFamily } from './ladder-family.ts';

const instrument = instrumentOf({
  symbol: 'ABCUSDT',
  tick: '0.01',
  step: '1',
  notionalMin: '1',
  brackets: singleTier('0.01'),
});

const { params } = longExample;
const context = {
  instrument,
  params,
  paramsVersion: 1,
  runNo: 1,
  restingMax: instrument.ordersMax,
  ladderOf: () => ladderFamily.ladderOf(params),
  signal: null,
  stepSignalOf: () => null,
  hasLog: true,
  isCancelFinal: true,
};

function openDraft(direction: Direction): Draft {
  const cycle = newCycle(context, { seq: 1, at: instantOf(0), committed: ZERO_CASH });
  const state = {
    symbol: instrument.symbol,
    direction,
    phase: 'OPEN',
    mode: 'running',
    isEntryEnabled: true,
    stopLoss: null,
    takeProfit: null,
    cycle,
    cyclesOpened: 1,
    cooldownUntil: null,
    blockedBy: null,
  } as const;
  return { context, at: instantOf(0), given: state, state, effects: [] };
}

function enter(draft: Draft, quantity: number, price: string): void {
  const { position } = cycleOf(draft);
  const value = notional(instrument, priceOf(instrument, price), steps(quantity));
  ownCycle(draft).position = {
    ...position,
    quantity: add(position.quantity, steps(quantity)),
    cost: add(position.cost, value),
  };
}

function leave(draft: Draft, quantity: number, price: string): string {
  return cashText(
    releasePosition(draft, steps(quantity), notional(instrument, priceOf(instrument, price), steps(quantity))),
  );
}

test('a position is reduced at average cost: the reference example adds up to a gross of 950', () => {
  const draft = openDraft('buy');
  enter(draft, 100, '8');
  enter(draft, 100, '9');
  expect(leave(draft, 100, '10')).toBe('150.00000000');
  enter(draft, 150, '11');
  expect(leave(draft, 100, '12')).toBe('200.00000000');
  expect(leave(draft, 150, '14')).toBe('600.00000000');
  expect(cashText(cycleOf(draft).gross)).toBe('950.00000000');
  expect(cycleOf(draft).position).toEqual(FLAT);
});

test('a short position gains exactly what the mirrored long position loses', () => {
  const draft = openDraft('sell');
  enter(draft, 100, '8');
  enter(draft, 100, '9');
  expect(leave(draft, 200, '10')).toBe('-300.00000000');
});

test('the costs of the parts of a position add up to its whole cost even where a part is no whole number', () => {
  const draft = openDraft('buy');
  enter(draft, 3, '0.01');
  const cost = cash(100); // One thirds of this are not whole.
  ownCycle(draft).position = { ...cycleOf(draft).position, cost, fees: cost, fundingPaid: cash(-100) };
  const parts: Cash[] = [];
  for (let part = 0; part < 3; part += 1) parts.push(releasePosition(draft, steps(1), ZERO_CASH));
  expect(parts).toEqual([-33, -33, -34]);
  expect(cycleOf(draft).position).toEqual(FLAT);
});
