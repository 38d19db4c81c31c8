import { describe, expect, test } from 'vitest';
import { cashFrom, cashText, rateFromPercent } from '#base/decimal.ts';
import { longExample, paramsOf, priceOf, shortExample } from '../../../../tests/support/worked-examples.ts';
import { priceText, quantityText } from '../../model/instrument.ts';
import type { LadderParamsInput } from '../../model/ladder-params.ts';
import { deviationPercent } from './deviation.ts';
import { trailingStopPrice } from './exits.ts';
import { committedMargin, fillLadder } from './filled-ladder.ts';
import { ladderOf } from './ladder.ts';
import { limitBasePrice } from './levels.ts';

const read = (input: Partial<LadderParamsInput> = {}) => ladderOf(paramsOf({ baseOrderSize: '100', ...input }));

describe('the parameters of a ladder', () => {
  test('have the defaults of the specification', () => {
    expect(read()).toMatchObject({
      direction: 'buy',
      baseNotional: cashFrom('100'),
      baseOrder: { kind: 'market' },
      activeSafetyOrders: 5,
      takeProfit: rateFromPercent('1'),
      tpBasis: 'average',
      tpNetOfFees: true,
      tpOrder: 'limit',
      trailing: null,
      stopLoss: null,
      slBasis: 'base',
      slWorkingType: 'mark',
      cooldownMs: 0,
      leverage: 5,
      marginType: 'isolated',
      maxOpenCycles: null,
      maxCycles: null,
      timeLimitMs: null,
    });
    expect(read().levels.map((_, index) => deviationPercent(read(), index + 1))).toEqual(['1', '2', '3', '4', '5']);
    expect(read().levels.map((level) => level.size.near)).toEqual(Array(5).fill(cashFrom('100')));
  });

  test('a size given as margin is multiplied by the leverage, for every order', () => {
    const ladder = read({ sizeType: 'margin', leverage: 7, safetyOrderSize: '50', safetyOrdersCount: 1 });
    expect(cashText(ladder.baseNotional)).toBe('700.00000000');
    expect(ladder.levels[0]?.size.near).toBe(cashFrom('350'));
  });

  test('use explicit levels instead of step, scales and count', () => {
    const ladder = read({
      stepScale: '3',
      volumeScale: '3',
      customLevels: [
        { deviationPercent: '1.25', size: '40' },
        { deviationPercent: '9', size: '60.5' },
      ],
    });
    expect(ladder.levels.map((_, index) => deviationPercent(ladder, index + 1))).toEqual(['1.25', '9']);
    expect(ladder.levels.map((level) => level.size.near)).toEqual([cashFrom('40'), cashFrom('60.5')]);
    expect(ladder.activeSafetyOrders).toBe(2);
  });

  test('keep deviations exact when the step scale shrinks', () => {
    const ladder = read({ stepPercent: '2', stepScale: '0.1', safetyOrdersCount: 4 });
    expect([1, 2, 3, 4].map((level) => deviationPercent(ladder, level))).toEqual(['2', '2.2', '2.22', '2.222']);
  });

  test('turn seconds into milliseconds', () => {
    const ladder = read({ cooldownS: 90, timeLimitS: 3_600, baseOrderType: 'limit', baseOrderTtlS: 120 });
    expect([ladder.cooldownMs, ladder.timeLimitMs]).toEqual([90_000, 3_600_000]);
    expect(ladder.baseOrder).toEqual({ kind: 'limit', offset: 0, ttlMs: 120_000 });
  });
});

test.each([
  ['buy', '1990.16'],
  ['sell', '2010.18'],
] as const)('a limit base order to %s rests away from the market, at %s', (direction, expected) => {
  const { instrument } = longExample;
  const ladder = read({ baseOrderType: 'limit', baseOrderOffsetPercent: '0.5' });
  // 2000.17 · 0.995 = 1990.16915, 2000.17 · 1.005 = 2010.17085
  const close = priceOf(instrument, '2000.17');
  expect(priceText(instrument, limitBasePrice({ ladder, instrument, direction }, close))).toBe(expected);
});

test('a limit base order pays the maker fee', () => {
  const { instrument } = longExample;
  const side = { ladder: read({ baseOrderType: 'limit' }), instrument, direction: 'buy' } as const;
  const [base] = fillLadder(side, priceOf(instrument, '2000.00')).levels;
  expect([base?.quantity, base?.fee].map(String)).toEqual(['50', '2000000']); // 0.050 · 2000 · 0.0002 = 0.02
});

test.each([
  ['buy', '2000.17', '1990.17'],
  ['sell', '2000.17', '2010.17'],
] as const)(
  'a trailing exit of a %s whose best price was %s closes at %s, rounded towards the market',
  (direction, extreme, stop) => {
    const { instrument } = longExample;
    const price = trailingStopPrice(direction, priceOf(instrument, extreme), rateFromPercent('0.5'));
    expect(priceText(instrument, price)).toBe(stop);
  },
);

test('a short ladder commits both its margin and its fees', () => {
  const { instrument, params } = shortExample;
  const side = { ladder: ladderOf(params), instrument, direction: 'sell' } as const;
  const basePrice = priceOf(instrument, '0.20000');
  // 686.51143 / 5 + 0.14630229
  expect(cashText(committedMargin(side, basePrice))).toBe('137.44858829');
  expect(fillLadder(side, basePrice).levels.map((level) => quantityText(instrument, level.quantity))).toEqual([
    '150',
    '294',
    '402',
    '548',
    '743',
    '1003',
  ]);
});
