import { describe, expect, test } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { subtract, times, ZERO_CASH } from '#base/exact.ts';
import {
  bitcoin,
  instrumentOf,
  longExample,
  priceOf,
  shortExample,
  singleTier,
} from '../../../../tests/support/worked-examples.ts';
import { parseQuantity } from '../../model/instrument.ts';
import type { Direction } from '../../model/order.ts';
import { FLAT } from '../../model/position.ts';
import { liquidationPrice, liquidationTrigger } from './liquidation.ts';
import type { LiquidationInput } from './liquidation-input.ts';
import { maintenanceMargin } from './margin.ts';

const alone = { otherMaintenance: ZERO_CASH, otherUnrealized: ZERO_CASH };

function holding(instrument: typeof bitcoin, quantity: string, cost: string) {
  const count = parseQuantity(instrument, quantity);
  if (count === null) throw new Error(`${quantity} is not on the grid.`);
  return { ...FLAT, quantity: count, cost: cashFrom(cost) };
}

// The source's wallet of 3.3333 is ten thirds, which cash cannot hold. The formula is homogeneous, so every vector is
// taken three times as large: quantity, wallet and amount.
describe('liquidation with a maintenance rate of 0.01 and a maintenance amount of 0.01', () => {
  const vector = instrumentOf({
    symbol: 'ABCUSDT',
    tick: '0.01',
    step: '0.1',
    notionalMin: '1',
    brackets: singleTier('0.01', '0.03'),
  });
  const cases: readonly [Direction, string, string, string][] = [
    ['buy', '3', '6', '8.07070707'],
    ['sell', '3', '6', '11.89108911'],
    ['buy', '3', '10', '6.72390572'],
    ['sell', '3', '10', '13.21122112'],
    ['buy', '1.8', '3.6', '8.06397306'],
  ];
  test.each(cases)(
    'a %s of %s opened at 10 with a wallet of %s is liquidated at %s',
    (direction, quantity, wallet, expected) => {
      const position = holding(vector, quantity, cashText(times(cashFrom(quantity), 10)));
      const price = liquidationPrice({ instrument: vector, direction, position, wallet: cashFrom(wallet), ...alone });
      expect(price === null ? null : cashText(price)).toBe(expected);
    },
  );
});

test('a long has exactly its maintenance margin left at its liquidation price', () => {
  const { instrument } = longExample;
  const position = holding(instrument, '0.957', '1822.2725');
  const wallet = cashFrom('182.22725');
  const price = liquidationPrice({ instrument, direction: 'buy', position, wallet, ...alone });
  const value = cashFrom('1646.63177711'); // 0.957 · 1720.61836688
  const equity = cashText(subtract(cashFrom(cashText(wallet)), subtract(position.cost, value)));
  expect([price === null ? null : cashText(price), equity]).toEqual(['1720.61836688', '6.58652711']);
  expect(cashText(maintenanceMargin(instrument, value))).toBe('6.58652711');
});

test('a position whose wallet survives a fall to zero has no liquidation price', () => {
  const position = holding(longExample.instrument, '1', '2000');
  const input = {
    instrument: longExample.instrument,
    direction: 'buy',
    position,
    wallet: cashFrom('2000'),
    ...alone,
  } as const;
  expect([liquidationPrice(input), liquidationTrigger(input)]).toEqual([null, null]);
});

test('a liquidation price above 2^53 counts as none', () => {
  const position = holding(bitcoin, '0.001', '60');
  const input = { instrument: bitcoin, direction: 'sell', position, wallet: cashFrom('80000000'), ...alone } as const;
  expect(liquidationPrice(input)).toBeNull();
});

test('a position larger than the last tier is liquidated by the rate of the last tier', () => {
  const position = holding(bitcoin, '300', '18000000');
  const input = { instrument: bitcoin, direction: 'buy', position, wallet: cashFrom('1800000'), ...alone } as const;
  // (1800000 + 11450 − 18000000) / (300 · (0.01 − 1))
  expect(cashText(liquidationPrice(input) ?? ZERO_CASH)).toBe('54506.90235690');
});

test('the liquidation trigger lies on the tick grid, at or beyond the liquidation price', () => {
  const long = holding(longExample.instrument, '0.957', '1822.2725');
  const short = holding(shortExample.instrument, '3140', '686.51143');
  const ofLong = liquidationTrigger({
    instrument: longExample.instrument,
    direction: 'buy',
    position: long,
    wallet: cashFrom('182.22725'),
    ...alone,
  });
  const ofShort = liquidationTrigger({
    instrument: shortExample.instrument,
    direction: 'sell',
    position: short,
    wallet: cashFrom('400'),
    ...alone,
  });
  expect(ofLong).toBe(priceOf(longExample.instrument, '1720.61'));
  expect(ofShort).toBe(priceOf(shortExample.instrument, '0.34431'));
});

describe('a long and a short of one symbol on cross margin', () => {
  const position = holding(longExample.instrument, '1', '2000');
  const hedge = holding(longExample.instrument, '0.4', '840');
  const base = { instrument: longExample.instrument, wallet: cashFrom('100'), ...alone };
  const asLong: LiquidationInput = { ...base, direction: 'buy', position, hedge };
  const asShort: LiquidationInput = { ...base, direction: 'sell', position: hedge, hedge: position };

  test('share one liquidation price', () => {
    // (100 − 2000 + 840) / (1 · (0.004 − 1) + 0.4 · (0.004 + 1)) = −1060 / −0.5944
    expect(cashText(liquidationPrice(asLong) ?? ZERO_CASH)).toBe('1783.31090175');
    expect(liquidationPrice(asShort)).toBe(liquidationPrice(asLong));
  });

  test('have a liquidation trigger only on the side that the price moves against', () => {
    expect(liquidationTrigger(asLong)).toBe(priceOf(longExample.instrument, '1783.31'));
    expect(liquidationTrigger(asShort)).toBeNull();
  });
});

test('a cross liquidation price depends on the margin and the results of the other positions', () => {
  const position = holding(longExample.instrument, '1', '2000');
  const price = liquidationPrice({
    instrument: longExample.instrument,
    direction: 'buy',
    position,
    wallet: cashFrom('300'),
    otherMaintenance: cashFrom('40'),
    otherUnrealized: cashFrom('-60'),
  });
  expect(cashText(price ?? ZERO_CASH)).toBe('1807.22891566'); // As with a wallet of 200 and nothing else open.
});
