import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { ticks } from '#base/exact.ts';
import { checkProperty } from '../../../../tests/support/property.ts';
import { instrumentOf, singleTier } from '../../../../tests/support/worked-examples.ts';
import { customParams } from './custom-params.ts';
import { sizedBy } from './opening.ts';

const RULE = { all: [{ op: 'gt', a: { price: 'close' }, b: { const: '0' } }] };
const WALLET_USDT = 20_000n;
const PRICE_TICKS = 5_000;
const CASES = 300;

const instrument = instrumentOf({
  ...{ symbol: 'XRPUSDT', tick: '0.0001', step: '0.1', notionalMin: '5' },
  brackets: singleTier('0.005'),
});

/** A cycle of a strategy that is sized by its volatility, or whose stop lies some ranges away. */
function opened(given: object, range: number) {
  const side = { enter: RULE, takeProfitPercent: '2' };
  const params = customParams.parse({
    ...{ timeframe: '1m', leverage: 20, sizing: { type: 'fixed_notional', value: '100' }, buy: side },
    ...given,
  });
  const sized = sizedBy(params, 'buy');
  const wallet = cashFrom(String(WALLET_USDT));
  return sized({
    ...{ instrument, direction: 'buy', price: ticks(PRICE_TICKS), wallet, limit: null, stopLoss: null },
    ...{ stopRange: range, sizeRange: range },
  });
}

/** The size in steps of 0.1. */
const stepsOf = (value: string, range: number) =>
  opened({ sizing: { type: 'volatility_target', value, n: 2 } }, range).notional /
  (PRICE_TICKS * instrument.cashPerTickStep);

describe('a position sized by its volatility', () => {
  it.each([
    ['five thirds of a tick', 0.0005 / 3, 600_000],
    ['two thirds of a tick', 0.0002 / 3, 1_500_000],
    ['one tick', 0.0001, 1_000_000],
  ])('volatility sizing divides by a range of %s exactly, not rounded to whole ticks', (_range, range, steps) => {
    expect(stepsOf('0.05', range)).toBe(steps); // A move of one range changes 20,000 USDT by 10.
  });

  it('a volatility-sized position is the capital share divided by the exact range, in whole steps', () => {
    checkProperty(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 14 }), (parts, share) => {
        // 0.02 % of the capital are 4 USDT, 400,000 ticks of one step of 0.1.
        const exact = (400_000n * BigInt(share)) / BigInt(parts);
        expect(BigInt(stepsOf('0.02', (parts / share) * 0.0001))).toBe(exact);
      }),
      CASES,
    );
  });

  it('a volatility-sized position has no size where the price has no range', () => {
    expect(stepsOf('0.05', 0)).toBe(0);
  });
});

describe('a stop that lies some ranges away', () => {
  it('a limit price that is a product rests at its exact whole tick, although its factors were rounded', () => {
    const side = { enter: RULE, takeProfitPercent: '2', stop: { type: 'atr', n: 2, mult: '3' } };
    expect(opened({ buy: side }, 0.0004 / 3).stopTicks).toBe(4);
    expect(opened({ buy: side }, 0.00023).stopTicks).toBe(6);
  });
});
