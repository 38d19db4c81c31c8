import { rate, ticks } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { quantityFor } from '#engine/model/instrument.ts';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import { trailingStopPrice } from '#engine/risk/ladder/exits.ts';
import { ladderOf } from '#engine/risk/ladder/ladder.ts';
import { levelPrice, levelQuantity, limitBasePrice } from '#engine/risk/ladder/levels.ts';
import {
  type Attack,
  below,
  beside,
  type Ground,
  ground,
  inTicks,
  movedPrice,
  paramsOf,
  percentOf,
  SIZE_MAX,
  sized,
  toCash,
  usdtOf,
} from './attack.ts';
import { exact, floorTo, ONE, ZERO } from './exact.ts';
import * as oracle from './ladder.ts';
import { nearWhole } from './near-boundary.ts';

/** A ladder whose deviations have so few digits that prices meet them: D_k over 10^8. */
function levelsOf(dice: Chance): Partial<LadderParamsInput> {
  if (dice.next() < 0.5)
    return { customLevels: [{ deviationPercent: percentOf(dice.between(10_000, 99_000_000)), size: '100' }] };
  const stepPercent = dice.pick(['0.05', '0.5', '1', '2.5', '1.000001', '0.123457']);
  const stepScale = dice.pick(['1', '1.5', '0.9', '2', '1.25', '1.2345']);
  return { stepPercent, stepScale, safetyOrdersCount: dice.between(1, 6) };
}

export const levelPriceOf: Attack = (dice) => {
  const on = ground(dice);
  const params = paramsOf(on, levelsOf(dice));
  const level = dice.between(1, params.customLevels?.length ?? params.safetyOrdersCount);
  const deviation = oracle.plannedLevels(params)[level - 1]?.deviation ?? ZERO;
  const denominator = 10n ** BigInt(2 + deviation.decimalPlaces());
  const moved = denominator - BigInt(on.d) * BigInt(deviation.div(100).times(String(denominator)).toFixed(0));
  if (moved <= 0n || denominator > 10n ** 15n) return null;
  const base = below(
    dice,
    nearWhole({ alpha: moved, beta: 0n }, denominator, beside(dice)),
    2n ** 50n / (moved / denominator + 1n),
  );
  if (base === null || base === 0n) return null;
  const side = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way };
  return {
    engine: () => levelPrice(side, level, ticks(Number(base))),
    oracle: () =>
      inTicks(oracle.rungPrice(on.terms.tick, on.d, { base: on.terms.tick.times(String(base)), deviation }), on),
  };
};

/** A price that leaves room for the formulas, and the value of one step at it. */
function priceOf(dice: Chance, { instrument }: Ground): { price: number; stepValue: bigint } {
  const price = sized(dice, 2 ** 40 / instrument.cashPerTickStep);
  return { price, stepValue: BigInt(price) * BigInt(instrument.cashPerTickStep) };
}

export const levelQuantityOf: Attack = (dice) => {
  const on = ground(dice);
  const { price, stepValue } = priceOf(dice, on);
  const [leverage, level] = [dice.pick([1, 7, 20]), dice.between(1, 4)];
  const volumeScale = dice.pick(['1', '1.5', '1.0001', '0.9', '2', '1.2345']);
  const scale = BigInt(exact(volumeScale).times(10_000).toFixed(0));
  const power = BigInt(level - 1);
  const size = below(
    dice,
    nearWhole({ alpha: BigInt(leverage) * scale ** power, beta: 0n }, stepValue * 10_000n ** power, beside(dice)),
    SIZE_MAX / BigInt(leverage),
  );
  if (size === null || size === 0n) return null;
  const safetyOrderSize = usdtOf(size).toFixed();
  const params = paramsOf(on, { sizeType: 'margin', leverage, safetyOrderSize, volumeScale, safetyOrdersCount: level });
  const notional = oracle.plannedLevels(params)[level - 1]?.size.times(leverage) ?? ZERO;
  const side = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way };
  return {
    engine: () => levelQuantity(side, level, ticks(price)),
    oracle: () => floorTo(on.terms.step, notional, on.terms.tick.times(price)).div(on.terms.step).toNumber(),
  };
};

export const baseQuantityOf: Attack = (dice) => {
  const on = ground(dice);
  const { price, stepValue } = priceOf(dice, on);
  const size = below(dice, nearWhole({ alpha: 1n, beta: 0n }, stepValue, beside(dice)), 2n ** 53n - 1n);
  if (size === null) return null;
  return {
    engine: () => quantityFor(on.instrument, toCash(size), ticks(price)),
    oracle: () => floorTo(on.terms.step, usdtOf(size), on.terms.tick.times(price)).div(on.terms.step).toNumber(),
  };
};

export const limitBase: Attack = (dice) => {
  const on = ground(dice);
  const moved = movedPrice(dice, on.d, 50_000_000);
  if (moved === null) return null;
  const params = paramsOf(on, { baseOrderType: 'limit', baseOrderOffsetPercent: percentOf(moved.count) });
  const side = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way };
  return {
    engine: () => limitBasePrice(side, ticks(moved.price)),
    oracle: () =>
      inTicks(oracle.limitBasePrice({ instrument: on.terms, params }, on.way, on.terms.tick.times(moved.price)), on),
  };
};

export const trailingStop: Attack = (dice) => {
  const on = ground(dice);
  const moved = movedPrice(dice, on.d, 10_000_000);
  if (moved === null) return null;
  return {
    engine: () => trailingStopPrice(on.way, ticks(moved.price), rate(moved.count)),
    oracle: () => {
      const from = { top: on.terms.tick.times(moved.price), bottom: ONE, percent: percentOf(moved.count) };
      return inTicks(oracle.stopPrice(on.terms.tick, on.way, from), on);
    },
  };
};
