import { expect, it } from 'vitest';
import type { Trade } from '#web/api/trading-queries.ts';
import { baseFill } from '../../../../../../tests/support/told-rows.ts';
import { foldFills, marginAt, openAt } from './cycle-at.ts';

const at = (minute: number) => new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString();
const fill = (minute: number, change: Partial<Trade>) =>
  baseFill({ ts: at(minute), exchangeRealizedPnl: '0', ...change });

// Worked example 1 of the domain document: the base order and two steps, closed in two parts.
const TRADES = [
  fill(0, { role: 'base', side: 'BUY', price: '2000.00', qty: '0.100', quoteQty: '200', commissionUsdt: '0.1' }),
  fill(5, {
    role: 'safety',
    level: 1,
    side: 'BUY',
    price: '1980.00',
    qty: '0.101',
    quoteQty: '199.98',
    commissionUsdt: '0.039996',
  }),
  fill(9, {
    role: 'safety',
    level: 2,
    side: 'BUY',
    price: '1950.00',
    qty: '0.153',
    quoteQty: '298.35',
    commissionUsdt: '0.05967',
  }),
  fill(20, {
    role: 'take_profit',
    side: 'SELL',
    price: '1993.38',
    qty: '0.100',
    quoteQty: '199.338',
    commissionUsdt: '0.0398676',
    exchangeRealizedPnl: '2.06963842',
  }),
  fill(21, {
    role: 'take_profit',
    side: 'SELL',
    price: '1993.38',
    qty: '0.254',
    quoteQty: '506.31852',
    commissionUsdt: '0.1012637',
    exchangeRealizedPnl: '5.25688158',
  }),
];
const heldIn = (minute: number) => foldFills(TRADES, 'buy', Date.parse(at(minute)));

it('what a cycle held is the fold of its fills up to the instant, as the worked example has it', () => {
  expect(heldIn(4)).toMatchObject({
    quantity: '0.1',
    cost: '200.00000000',
    average: '2000.00000000',
    stepsFilled: 0,
    booked: '-0.10000000',
  });
  expect(heldIn(5)).toMatchObject({
    quantity: '0.201',
    cost: '399.98000000',
    average: '1989.95024876',
    stepsFilled: 1,
  });
  expect(heldIn(19)).toMatchObject({
    quantity: '0.354',
    cost: '698.33000000',
    average: '1972.68361582',
    stepsFilled: 2,
  });
});

it('a partial close releases its share of the cost rounded down, and the last one takes the rest', () => {
  // 698.33 · 0.1 / 0.354 = 197.268361581…
  expect(heldIn(20)).toMatchObject({ quantity: '0.254', cost: '501.06163842' });
  expect(heldIn(21)).toMatchObject({ quantity: '0', cost: '0.00000000', average: null });
});

it('an open result is that of the position at the price, and of a short the other way round', () => {
  expect(openAt(heldIn(19), 'buy', '1900')).toBe('-25.73000000');
  expect(openAt(heldIn(19), 'sell', '1900')).toBe('25.73000000');
});

it('the margin follows the cost: at its largest it is the peak margin of the cycle', () => {
  const cycle = { direction: 'buy', peakMargin: '69.83300000' } as const; // 10 times leverage
  expect([4, 5, 19, 21].map((minute) => marginAt(heldIn(minute), TRADES, cycle))).toEqual([
    '20.00000000',
    '39.99800000',
    '69.83300000',
    '0.00000000',
  ]);
  expect(marginAt(heldIn(4), TRADES, { ...cycle, peakMargin: '0' })).toBeNull();
});
