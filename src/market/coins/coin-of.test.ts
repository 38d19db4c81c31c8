import { expect, it } from 'vitest';
import { coinOf } from './coin-of.ts';

it.each([
  ['BTC', 'BTC', 1],
  ['1000PEPE', 'PEPE', 1_000],
  ['1000SATS', 'SATS', 1_000],
  ['10000LADYS', 'LADYS', 10_000],
  ['1000000MOG', 'MOG', 1_000_000],
  ['1MBABYDOGE', 'BABYDOGE', 1_000_000],
  ['1INCH', '1INCH', 1],
  ['1000', '1000', 1],
  ['C98', 'C98', 1],
])('a contract on %s holds %s, %i a unit', (baseAsset, coin, multiplier) => {
  expect(coinOf(baseAsset)).toEqual({ coin, multiplier });
});
