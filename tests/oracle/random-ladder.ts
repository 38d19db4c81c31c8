import type { Chance } from '#base/prng.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type LadderParams, ladderParams } from '#engine/model/ladder-params.ts';
import type { Direction } from '#engine/model/order.ts';
import { exact } from './exact.ts';
import { randomInstrument } from './random-instrument.ts';

/** One ladder on one instrument, with parameters from the whole legal range. */
export interface RandomLadder {
  readonly params: LadderParams;
  readonly instrument: Instrument;
  readonly direction: Direction;
  /** In ticks. */
  readonly basePrice: number;
  /** Cross wallet before the cycle, cash. */
  readonly wallet: number;
}

/** Value of one unit (or step, if more) at the base price, cash: the last one leaves room for prices 11 times as high. */
const UNIT_VALUES_MAX = [2 ** 34, 2 ** 40, 2 ** 47];

export function randomLadder(dice: Chance): RandomLadder {
  const instrument = randomInstrument(dice);
  const { units, decimals } = instrument.step;
  const unitValue = instrument.cashPerTickStep * Math.max(1, 10 ** decimals / units);
  const basePrice = sized(dice, 1, dice.pick(UNIT_VALUES_MAX) / unitValue);
  const direction = dice.pick(['buy', 'sell'] as const);
  const params = randomParams(dice, { direction, stepValue: basePrice * instrument.cashPerTickStep });
  return { params, instrument, direction, basePrice, wallet: sized(dice, 1, 1e15) };
}

/** A whole number of random magnitude between two bounds. */
function sized(dice: Chance, min: number, max: number): number {
  return Math.round(min * Math.exp(dice.next() * Math.log(Math.max(1, max / min))));
}

/** A decimal of random magnitude between two counts of 10^-decimals, sometimes one of the bounds itself. */
function decimal(dice: Chance, decimals: number, [min, max]: readonly [number, number]): string {
  const roll = dice.next();
  const count = roll < 0.03 ? min : roll > 0.97 ? max : sized(dice, min, max);
  return exact(count).div(exact(10).pow(decimals)).toFixed();
}

function randomParams(
  dice: Chance,
  { direction, stepValue }: { direction: Direction; stepValue: number },
): LadderParams {
  const usual = Math.max(stepValue, 3e9); // At least one step, and above the least notional of any instrument.
  /** Mostly a few to a few thousand steps, sometimes any legal size. */
  const size = (): string => {
    const [min, max] = dice.next() < 0.85 ? [usual, usual * 5_000] : [1, 1e15];
    return decimal(dice, 8, [Math.min(min, 1e15), Math.min(max, 1e15)]);
  };
  const isWide = dice.next() < 0.3;
  const scale = (): string => decimal(dice, 4, isWide ? [1_000, 100_000] : [8_000, 20_000]);
  const customLevels = dice.next() < 0.15 ? randomLevels(dice, size) : null;
  const safetyOrdersCount = dice.next() < 0.004 ? 100 : dice.pick([0, 1, 2, 3, 4, 5, 6, 8, 10, 15]);
  return ladderParams.parse({
    direction,
    sizeType: dice.pick(['notional', 'notional', 'margin']),
    baseOrderSize: size(),
    baseOrderType: dice.pick(['market', 'market', 'limit']),
    baseOrderOffsetPercent: decimal(dice, 6, [1, 50_000_000]),
    safetyOrderSize: dice.pick([null, size()]),
    safetyOrdersCount,
    activeSafetyOrders: dice.pick([null, null, 1, 2, 3]),
    stepPercent: decimal(dice, 6, isWide ? [50_000, 50_000_000] : [50_000, 5_000_000]),
    stepScale: scale(),
    volumeScale: scale(),
    customLevels,
    takeProfitPercent: dice.next() < 0.05 ? null : decimal(dice, 6, [10_000, 1_000_000_000]),
    tpBasis: dice.pick(['average', 'base']),
    tpNetOfFees: dice.pick([true, false]),
    tpOrder: dice.pick(['limit', 'limit', 'market_trigger']),
    trailingPercent: dice.next() < 0.2 ? decimal(dice, 6, [10_000, 10_000_000]) : null,
    stopLossPercent: dice.next() < 0.1 ? null : decimal(dice, 6, [10_000, 1_000_000_000]),
    slBasis: dice.pick(['base', 'average']),
    leverage: dice.pick([1, 125, dice.between(1, 125)]),
    marginType: dice.pick(['isolated', 'cross']),
  });
}

function randomLevels(dice: Chance, size: () => string) {
  return Array.from({ length: dice.between(1, 10) }, () => ({
    deviationPercent: decimal(dice, 6, [10_000, dice.pick([20_000_000, 1_000_000_000])]),
    size: size(),
  }));
}
