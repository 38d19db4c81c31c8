import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cash, divide, RATE_ONE, rate, steps, ticks } from '#base/exact.ts';
import { checkProperty } from '../../../../tests/support/property.ts';
import { instrumentOf, paramsOf, singleTier } from '../../../../tests/support/worked-examples.ts';
import type { Direction } from '../../model/order.ts';
import { breakEvenPrice, stopLossPrice, takeProfitPrice } from './exits.ts';
import { fraction } from './fraction.ts';
import { ladderOf } from './ladder.ts';
import { levelPrice, levelQuantity } from './levels.ts';
import { roundNear } from './near-rounding.ts';

/** The oracle: decimal arithmetic wide enough to hold every intermediate result exactly or to 600 digits. */
const Wide = Decimal.clone({ precision: 600, toExpNeg: -9e15, toExpPos: 9e15 });
const whole = (value: Decimal, rounding: 'floor' | 'ceil'): number =>
  Number((rounding === 'floor' ? value.floor() : value.ceil()).toFixed(0));

const instrument = instrumentOf({
  symbol: 'ABCUSDT',
  tick: '0.01',
  step: '0.001',
  notionalMin: '5',
  brackets: singleTier('0.005'),
});

const direction = fc.constantFrom<Direction>('buy', 'sell');
const price = fc.integer({ min: 1, max: 20_000_000 }).map(ticks);
const percentCount = (max: number) => fc.integer({ min: 10_000, max: max * 1_000_000 });
/** Scales from 0.1 to 10 with four decimals. */
const scale = fc.integer({ min: 1_000, max: 100_000 }).map((count) => new Wide(count).div(10_000).toFixed());
const signOf = (side: Direction): 1 | -1 => (side === 'buy' ? 1 : -1);

const boundaries = fc.record({
  whole: fc.bigInt({ min: -(2n ** 45n), max: 2n ** 45n }),
  denominator: fc.bigInt({ min: 1n, max: 2n ** 40n }),
  offset: fc.bigInt({ min: -2n, max: 2n }),
  rounding: fc.constantFrom<'floor' | 'ceil'>('floor', 'ceil'),
});

test('a float estimate next to a whole number is either rounded exactly or declined, however it errs', () => {
  const told = { value: 0, nothing: 0 };
  checkProperty(
    fc.property(
      boundaries,
      fc.double({ min: -1, max: 1, noNaN: true }),
      ({ whole: near, denominator, offset, rounding }, lean) => {
        const numerator = near * denominator + offset;
        const estimate = Number(numerator) / Number(denominator);
        const leaning = estimate * (1 + lean * 2 ** -48);
        const rounded = roundNear(leaning, Math.abs(estimate), rounding);
        told[rounded === null ? 'nothing' : 'value'] += 1;
        if (rounded !== null) expect(ticks(rounded)).toBe(divide(numerator, denominator, rounding));
      },
    ),
  );
  expect(told.nothing).toBeGreaterThan(50);
});

test('a float estimate is rounded far from every whole number and declined at one', () => {
  expect(roundNear(1000.5, 2000, 'floor')).toBe(1000);
  expect(roundNear(-1000.5, 2000, 'ceil')).toBe(-1000);
  expect(roundNear(1000, 1000, 'floor')).toBeNull();
  expect(roundNear(1000, 1000, 'ceil')).toBeNull();
});

test('a fraction as a float errs by less than 2^-50 of its value, however large numerator and denominator are', () => {
  const side = fc.bigInt({ min: 1n, max: 10n ** 500n });
  checkProperty(
    fc.property(side, fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (denominator, difference) => {
      const numerator = denominator * 7n + (difference > 0n ? difference : 0n);
      const exact = new Wide(numerator.toString()).div(denominator.toString());
      const error = new Wide(fraction(numerator, denominator).near).div(exact).minus(1).abs();
      expect(error.lt(new Wide(2).pow(-50))).toBe(true);
    }),
  );
});

const ladders = fc.record({
  stepCount: fc.integer({ min: 50_000, max: 20_000_000 }),
  stepScale: scale,
  volumeScale: scale,
  levels: fc.integer({ min: 1, max: 100 }),
  direction,
  basePrice: price,
});

test("every level's price and quantity equal those of plain decimal arithmetic", () => {
  checkProperty(
    fc.property(ladders, (drawn) => {
      const stepPercent = new Wide(drawn.stepCount).div(1_000_000);
      const ladder = ladderOf(
        paramsOf({
          baseOrderSize: '100',
          safetyOrderSize: '123.45678901',
          safetyOrdersCount: drawn.levels,
          stepPercent: stepPercent.toFixed(),
          stepScale: drawn.stepScale,
          volumeScale: drawn.volumeScale,
        }),
      );
      const side = { ladder, instrument, direction: drawn.direction };
      let [deviation, step, size] = [new Wide(0), stepPercent, new Wide('12345678901')];
      for (let level = 1; level <= drawn.levels; level += 1) {
        deviation = deviation.plus(step);
        const wanted = new Wide(drawn.basePrice).times(
          new Wide(1).minus(deviation.div(100).times(signOf(drawn.direction))),
        );
        if (wanted.abs().gt(1e12) || size.gt(1e15)) return;
        const found = levelPrice(side, level, drawn.basePrice);
        expect(found).toBe(whole(wanted, drawn.direction === 'buy' ? 'floor' : 'ceil'));
        if (found <= 0) return;
        const quantity = levelQuantity(side, level, found);
        expect(quantity).toBe(whole(size.div(found * instrument.cashPerTickStep), 'floor'));
        step = step.times(drawn.stepScale);
        size = size.times(drawn.volumeScale);
      }
    }),
  );
});

const exits = fc.record({
  direction,
  tpBasis: fc.constantFrom<'average' | 'base'>('average', 'base'),
  slBasis: fc.constantFrom<'average' | 'base'>('average', 'base'),
  tpNetOfFees: fc.boolean(),
  tpOrder: fc.constantFrom<'limit' | 'market_trigger'>('limit', 'market_trigger'),
  quantity: fc.integer({ min: 1, max: 1_000_000 }).map(steps),
  average: price,
  odd: fc.integer({ min: 0, max: 900 }),
  fees: fc.integer({ min: 0, max: 100_000_000_000 }).map(cash),
  funding: fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }).map(cash),
  gain: percentCount(1_000).map(rate),
  loss: percentCount(1_000).map(rate),
  basePrice: price,
});

test('every take profit, break-even and stop equals that of plain decimal arithmetic', () => {
  checkProperty(
    fc.property(exits, (drawn) => {
      const { tpBasis, slBasis, tpNetOfFees, tpOrder } = drawn;
      const ladder = ladderOf(paramsOf({ baseOrderSize: '250.5', tpBasis, slBasis, tpNetOfFees, tpOrder }));
      const cost = drawn.average * drawn.quantity * instrument.cashPerTickStep + drawn.odd * instrument.cashPerTickStep;
      if (cost > 2 ** 52) return;
      const position = { quantity: drawn.quantity, cost: cash(cost), fees: drawn.fees, fundingPaid: drawn.funding };
      const input = { ladder, instrument, direction: drawn.direction, position, basePrice: drawn.basePrice };
      const sign = signOf(drawn.direction);
      const inFavour = drawn.direction === 'buy' ? 'ceil' : 'floor';
      const held = new Wide(drawn.quantity).times(instrument.cashPerTickStep);
      const priceToGain = (profit: Decimal, costs: Decimal.Value, fee: number) =>
        new Wide(cost)
          .plus(profit.plus(costs).times(sign))
          .div(held.times(new Wide(1).minus(new Wide(fee).div(RATE_ONE).times(sign))));

      const basis = drawn.tpBasis === 'average' ? cost : 25_050_000_000;
      const profit = new Wide(basis).times(drawn.gain).div(RATE_ONE);
      const paid = drawn.fees + drawn.funding;
      const fee = drawn.tpOrder === 'limit' ? instrument.makerFee : instrument.takerFee;
      const target = drawn.tpNetOfFees ? priceToGain(profit, paid, fee) : priceToGain(profit, 0, 0);
      expect(takeProfitPrice({ ...input, takeProfit: drawn.gain })).toBe(whole(target, inFavour));

      const even = priceToGain(new Wide(0), paid, instrument.takerFee);
      expect(breakEvenPrice({ ...input, exitFee: instrument.takerFee })).toBe(whole(even, inFavour));

      const from = drawn.slBasis === 'base' ? new Wide(drawn.basePrice) : new Wide(cost).div(held);
      const stop = from.times(new Wide(1).minus(new Wide(drawn.loss).div(RATE_ONE).times(sign)));
      expect(stopLossPrice({ ...input, stopLoss: drawn.loss })).toBe(whole(stop, inFavour));
    }),
  );
});
