import { expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import type { Portfolio } from '../portfolio-queries.ts';
import { withFunds } from './with-funds.ts';

const LOADED = {
  portfolioId: 'p',
  walletStart: '10000.00000000',
  transfers: '500.00000000',
  resultAll: '12.34567891',
  unrealized: '-1.00000001',
  openRealized: '0.50000000',
  openCosts: '-0.25000000',
  wallet: '10512.59567891',
  equity: '10511.59567890',
  equityPeak: '10600.00000000',
  drawdownNowPercent: '-0.834003',
  spark: ['10000.00000000', '10511.59567890'],
} as unknown as Portfolio; // What is patched reads no other field.

it('what a portfolio holds now replaces what was loaded, and its parts still add up to the equity', () => {
  const dice = chance(SEED_OF_RUN);
  for (let index = 0; index < 200; index += 1) {
    const [wallet, unrealized] = [(10_400 + dice.next() * 300).toFixed(8), (dice.next() * 40 - 20).toFixed(8)];
    const live = withFunds(LOADED, { portfolioId: 'p', wallet, unrealized, initialMargin: '7', committed: '9' });
    const parts = ['walletStart', 'transfers', 'resultAll', 'unrealized', 'openRealized', 'openCosts'] as const;
    expect(parts.reduce((all, part) => all + cashFrom(live[part]), 0)).toBe(cashFrom(live.equity));
    expect(cashFrom(live.equity)).toBe(cashFrom(wallet) + cashFrom(unrealized));
    expect(live).toMatchObject({ initialMargin: '7', committed: '9', resultAll: LOADED.resultAll });
    expect(live.spark).toEqual(['10000.00000000', live.equity]);
  }
});

it('the drawdown follows the equity below its peak, and a new peak ends it', () => {
  const held = { portfolioId: 'p', unrealized: '0', initialMargin: '0', committed: '0' };
  expect(withFunds(LOADED, { ...held, wallet: '10070' })).toMatchObject({ drawdownNowPercent: '-5.000000' });
  const peak = withFunds(LOADED, { ...held, wallet: '10700' });
  expect(peak).toMatchObject({ drawdownNowPercent: '0.000000', equityPeak: '10700.00000000' });
});

it('a portfolio of which the live channel has sent nothing stays as it was loaded', () => {
  expect(withFunds(LOADED, null)).toBe(LOADED);
});
