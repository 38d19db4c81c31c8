import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { cash, RATE_ONE, steps } from '#base/exact.ts';
import { checkProperty } from '../../../../tests/support/property.ts';
import { instrumentOf } from '../../../../tests/support/worked-examples.ts';
import type { Bracket } from '../../model/instrument.ts';
import { liquidationTrigger } from './liquidation.ts';
import type { LiquidationInput } from './liquidation-input.ts';
import { nearTrigger } from './near-liquidation.ts';

const TIERS: readonly Bracket[] = [
  ['0', '5000', '0.004', '0'],
  ['5000', '60000', '0.005', '5'],
  ['60000', '9000000', '0.0065', '95'],
].map(([floor = '', cap = '', maintenanceRate = '', cumulative = '']) => ({
  floor: cashFrom(floor),
  cap: cashFrom(cap),
  maintenanceRate: rateFrom(maintenanceRate),
  cumulative: cashFrom(cumulative),
  leverageMax: 75,
}));
const instrument = instrumentOf({ symbol: 'ABCUSDT', tick: '0.1', step: '0.001', notionalMin: '5', brackets: TIERS });

/** The trigger in whole numbers alone: the first pair of tiers that holds both notionals at the price, floor or ceil. */
function slowTrigger(input: LiquidationInput): number | null {
  const d = input.direction === 'buy' ? 1n : -1n;
  const legs = [{ ...input.position, d }, ...(input.hedge === undefined ? [] : [{ ...input.hedge, d: -d }])];
  const balance = BigInt(input.wallet) - BigInt(input.otherMaintenance) + BigInt(input.otherUnrealized);
  const one = BigInt(RATE_ONE);
  for (const tiers of TIERS.flatMap((own) => (legs.length === 1 ? [[own]] : TIERS.map((other) => [own, other])))) {
    let [top, bottom] = [balance, 0n];
    for (const [index, leg] of legs.entries()) {
      top += BigInt(at(tiers, index).cumulative) - leg.d * BigInt(leg.cost);
      bottom += BigInt(leg.quantity) * (BigInt(at(tiers, index).maintenanceRate) - leg.d * one);
    }
    if (bottom === 0n) continue;
    const [up, down] = bottom < 0n ? [-top * one, -bottom] : [top * one, bottom];
    const isHeld = legs.every((leg, index) => {
      const [tier, value] = [at(tiers, index), BigInt(leg.quantity) * up];
      const isUnderCap = tier === TIERS.at(-1) || value < BigInt(tier.cap) * down;
      return value > 0n && value >= BigInt(tier.floor) * down && isUnderCap;
    });
    if (!isHeld) continue;
    if (bottom < 0n !== (input.direction === 'buy')) return null;
    const unit = down * BigInt(instrument.cashPerTickStep);
    const price = bottom < 0n ? up / unit : (up + unit - 1n) / unit;
    return price > 0n ? Number(price) : null;
  }
  return null;
}

const beside = fc.integer({ min: -2, max: 2 });
const quantity = fc.integer({ min: 1, max: 200_000 });
const price = fc.integer({ min: 20_000, max: 2_000_000 });
const drawn = fc.record({
  direction: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
  quantity,
  average: price,
  /** In ticks, or where the notional is the end of a tier. */
  target: fc.oneof(price, fc.constantFrom('5000', '60000')),
  tier: fc.constantFrom(...TIERS),
  others: fc.oneof(fc.constant(0), fc.integer({ min: -100_000_000_000, max: 100_000_000_000 })),
  /** `like`: of nearly the same quantity, so that the legs all but cancel. */
  hedge: fc.option(fc.record({ size: fc.oneof(quantity, fc.constant('like' as const)), average: price }), {
    nil: null,
  }),
  beside,
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** A wallet that puts the liquidation on the target, or 1e-8 beside it. */
function planted({ direction, quantity, average, target, tier, others, hedge, beside }: Drawn): LiquidationInput {
  const d = direction === 'buy' ? 1 : -1;
  const unit = instrument.cashPerTickStep;
  const cost = quantity * average * unit + beside;
  const value = typeof target === 'string' ? cashFrom(target) : target * unit * quantity;
  const equity = Math.round(value * (tier.maintenanceRate / RATE_ONE - d));
  const hedged = hedge?.size === 'like' ? Math.max(1, quantity + beside) : (hedge?.size ?? 0);
  const position = { quantity: steps(quantity), cost: cash(cost), fees: cash(0), fundingPaid: cash(0) };
  return {
    instrument,
    direction,
    position,
    wallet: cash(equity - tier.cumulative + d * cost + beside),
    otherMaintenance: cash(Math.abs(others)),
    otherUnrealized: cash(others),
    ...(hedge === null ? {} : { hedge: { quantity: steps(hedged), cost: cash(hedged * hedge.average * unit) } }),
  };
}

test("a liquidation trigger near a tick, a tier's end or between hedged legs equals that of exact integers", () => {
  const met = { sure: 0, unsure: 0 };
  checkProperty(
    fc.property(drawn, (given) => {
      const input = planted(given);
      const exact = slowTrigger(input);
      expect(liquidationTrigger(input)).toBe(exact);
      const near = nearTrigger(input);
      if (near === 'unsure') met.unsure += 1;
      else met.sure += 1;
      if (near !== 'unsure' && near !== null) expect(near > 0 ? near : null).toBe(exact);
    }),
    3_000,
  );
  expect(met.sure).toBeGreaterThan(1_000);
  expect(met.unsure).toBeGreaterThan(20);
});

test('float64 alone finds the trigger far from every boundary, and none for a wallet as large as the cost', () => {
  const position = { quantity: steps(1_000), cost: cash(6_000_000_000_007), fees: cash(0), fundingPaid: cash(0) };
  const input = {
    instrument,
    direction: 'buy',
    position,
    otherMaintenance: cash(0),
    otherUnrealized: cash(0),
  } as const;
  expect(nearTrigger({ ...input, wallet: cash(600_000_000_001) })).toBe(542_663);
  expect(nearTrigger({ ...input, wallet: position.cost })).toBeNull();
});
