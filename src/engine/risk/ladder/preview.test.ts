import { expect, test } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import { bitcoin, longExample, paramsOf, priceOf, shortExample } from '../../../../tests/support/worked-examples.ts';
import { priceText, quantityText } from '../../model/instrument.ts';
import type { LadderParams } from '../../model/ladder-params.ts';
import { previewLadder } from './preview.ts';

function preview(changes: Partial<LadderParams> = {}) {
  const { instrument } = longExample;
  const basePrice = priceOf(instrument, longExample.basePrice);
  return previewLadder({ params: { ...longExample.params, ...changes }, instrument, direction: 'buy', basePrice });
}

test('the preview of worked example 1 has every figure that the ladder editor shows', () => {
  const { instrument } = longExample;
  const rows = preview({ stopLossPercent: '5', slBasis: 'average' }).map((row) => [
    row.deviationPercent,
    priceText(instrument, row.price),
    quantityText(instrument, row.quantity),
    cashText(row.totalCost),
    cashText(row.averagePrice),
    row.takeProfitNet === null ? null : priceText(instrument, row.takeProfitNet),
    row.reboundPercent,
    cashText(row.initialMargin),
    row.liquidation === null ? null : cashText(row.liquidation),
    row.survivableMovePercent,
    row.stopLoss === null ? null : priceText(instrument, row.stopLoss),
  ]);
  expect(rows).toEqual([
    [
      '0',
      '2000.00',
      '0.100',
      '200.00000000',
      '2000.00000000',
      '2021.41',
      '1.0705',
      '20.00000000',
      '1807.22891566',
      '9.6386',
      '1900.00',
    ],
    [
      '1',
      '1980.00',
      '0.101',
      '399.98000000',
      '1989.95024876',
      '2010.95',
      '1.5631',
      '39.99800000',
      '1798.14781514',
      '9.1845',
      '1890.46',
    ],
    [
      '2.5',
      '1950.00',
      '0.153',
      '698.33000000',
      '1972.68361582',
      '1993.38',
      '2.2246',
      '69.83300000',
      '1782.54543598',
      '8.5874',
      '1874.05',
    ],
    [
      '4.75',
      '1905.00',
      '0.236',
      '1147.91000000',
      '1945.61016949',
      '1965.96',
      '3.2000',
      '114.79100000',
      '1758.08147846',
      '7.7123',
      '1848.33',
    ],
    [
      '8.125',
      '1837.50',
      '0.367',
      '1822.27250000',
      '1904.15099269',
      '1924.03',
      '4.7091',
      '182.22725000',
      '1720.61836688',
      '6.3609',
      '1808.95',
    ],
  ]);
});

test('the preview gives gross target, break-even and fees beside the net target', () => {
  const { instrument } = longExample;
  const last = preview().at(-1);
  const price = (value: Ticks | null | undefined) => (value == null ? null : priceText(instrument, value));
  expect([price(last?.takeProfitGross), price(last?.breakEven)]).toEqual(['1923.20', '1904.98']);
  expect(cashText(last?.totalFees ?? cashFrom('0'))).toBe('0.42445450');
});

test('the preview of a ladder without exits has no rebound and no stop', () => {
  const [base] = preview({ takeProfitPercent: null });
  expect(base).toMatchObject({ takeProfitGross: null, takeProfitNet: null, reboundPercent: null, stopLoss: null });
});

test('the preview of a cross ladder has liquidation prices only when the wallet is known', () => {
  const { instrument, params } = shortExample;
  const basePrice = priceOf(instrument, shortExample.basePrice);
  const rows = (wallet?: Cash) =>
    previewLadder({ params, instrument, direction: 'sell', basePrice, ...(wallet === undefined ? {} : { wallet }) });
  expect(rows().map((row) => row.liquidation)).toEqual([null, null, null, null, null, null]);
  // The example's 400 are what is left after the fees of the full ladder.
  const last = rows(cashFrom('400.14630229')).at(-1);
  expect(cashText(last?.liquidation ?? cashFrom('0'))).toBe('0.34430124');
});

test('the preview of a ladder that runs below zero shows the steps before that', () => {
  const rows = preview({ stepPercent: '40', stepScale: '1', safetyOrdersCount: 5 });
  expect(rows.map((row) => row.deviationPercent)).toEqual(['0', '40', '80']);
});

test('the preview of a ladder beyond exact amounts shows the steps before that', () => {
  // The fourth step would lie at 55,650,000 USDT: with it and the fifth one bitcoin would cost more than exact cash holds.
  const params = paramsOf({
    direction: 'sell',
    baseOrderSize: '100',
    safetyOrderSize: '700',
    safetyOrdersCount: 5,
    stepPercent: '50',
    stepScale: '10',
    volumeScale: '10',
  });
  const basePrice = priceOf(bitcoin, '100000.0');
  const rows = previewLadder({ params, instrument: bitcoin, direction: 'sell', basePrice });
  expect(rows.map((row) => row.deviationPercent)).toEqual(['0', '50', '550', '5550']);
});
