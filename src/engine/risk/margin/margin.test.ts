import { expect, test } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { bitcoin } from '../../../../tests/support/worked-examples.ts';
import { initialMargin, maintenanceMargin } from './margin.ts';

test('the maintenance amounts of the tiers keep the maintenance margin continuous: 0, 50, 950, 11450', () => {
  expect(bitcoin.brackets.map((bracket) => cashText(bracket.cumulative))).toEqual([
    '0.00000000',
    '50.00000000',
    '950.00000000',
    '11450.00000000',
  ]);
});

test.each([
  ['49999.99999999', '200.00000000'],
  ['50000', '200.00000000'],
  ['600000', '2950.00000000'],
  ['3000000', '18550.00000000'],
  ['20000000', '188550.00000000'],
])('the maintenance margin of %s is %s', (notional, expected) => {
  expect(cashText(maintenanceMargin(bitcoin, cashFrom(notional)))).toBe(expected);
});

test('the initial margin is rounded up', () => {
  expect(cashText(initialMargin(cashFrom('1'), 3))).toBe('0.33333334');
});
