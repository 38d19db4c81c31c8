import { cash, multiplyDivide, type Rounding, rate, share, ticks } from '#base/exact.ts';
import { slipped } from '#engine/matching/candle-fill.ts';
import { type Attack, below, beside, CASH_MAX, movedPrice, RATE, sized } from './attack.ts';
import { ceilTo, type Exact, exact, floorTo, ONE, roundBy } from './exact.ts';
import { type Linear, nearHalf, nearWhole, type Solutions } from './near-boundary.ts';

const roundedOf = (rounding: Rounding, top: Exact, bottom: Exact): Exact => {
  if (rounding === 'floor') return floorTo(ONE, top, bottom);
  if (rounding === 'ceil') return ceilTo(ONE, top, bottom);
  const size = floorTo(ONE, top.abs().times(2).plus(bottom), bottom.times(2));
  return top.isNegative() ? size.neg() : size;
};

const plain = (value: Exact): number => value.toNumber() + 0; // Without the sign of a zero.

function near(rounding: Rounding, linear: Linear, denominator: bigint, offset: bigint): Solutions {
  return rounding === 'half-up' ? nearHalf(linear, denominator, offset) : nearWhole(linear, denominator, offset);
}

const ROUNDINGS = ['floor', 'ceil', 'half-up'] as const;

export const shareOf: Attack = (dice) => {
  const [fraction, rounding] = [
    dice.between(1, dice.pick([1_000_000, 100_000_000, 1_100_000_000])),
    dice.pick(ROUNDINGS),
  ];
  const solutions = near(rounding, { alpha: BigInt(fraction), beta: 0n }, RATE, beside(dice));
  const size = below(dice, solutions, dice.pick([10n ** 9n, 10n ** 12n, CASH_MAX]));
  if (size === null) return null;
  const amount = Number(size) * dice.pick([1, -1]);
  return {
    engine: () => share(cash(amount), rate(fraction), rounding),
    oracle: () => plain(roundedOf(rounding, exact(amount).times(fraction), exact(1e8))),
  };
};

export const quotient: Attack = (dice) => {
  const [c, rounding] = [sized(dice, 2 ** 50), dice.pick(ROUNDINGS)];
  const a = sized(dice, 2 ** 50);
  const solutions = near(rounding, { alpha: BigInt(a), beta: 0n }, BigInt(c), beside(dice));
  const most = (2n ** 53n * BigInt(c)) / BigInt(a) - 1n; // The quotient stays below 2^53.
  const b = below(dice, solutions, most < CASH_MAX ? most : CASH_MAX);
  if (b === null) return null;
  const signed = a * dice.pick([1, -1]);
  return {
    engine: () => multiplyDivide(signed, Number(b), c, rounding),
    oracle: () => plain(roundedOf(rounding, exact(signed).times(String(b)), exact(c))),
  };
};

export const marketPrice: Attack = (dice) => {
  const side = dice.pick(['BUY', 'SELL'] as const);
  const moved = movedPrice(dice, side === 'BUY' ? -1 : 1, 1_000_000);
  if (moved === null) return null;
  const worse = side === 'BUY' ? exact(1e8).plus(moved.count) : exact(1e8).minus(moved.count);
  return {
    engine: () => slipped(ticks(moved.price), side, rate(moved.count)),
    oracle: () => {
      const price = roundBy(side === 'BUY' ? -1 : 1, ONE, { top: worse.times(moved.price), bottom: exact(1e8) });
      return Math.max(1, price.toNumber());
    },
  };
};
