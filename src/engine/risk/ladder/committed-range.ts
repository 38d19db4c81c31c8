import { at } from '#base/assert.ts';
import { add, type Cash, cash, type Rate, share, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { initialMargin } from '../margin/margin.ts';
import { COST_MAX, committedMargin, type FilledLevel, fillLadder, isAtMarket } from './filled-ladder.ts';
import { NEAR_ERROR } from './fraction.ts';
import type { LadderSide } from './levels.ts';

/** Prices from `low` to `high`, both included. */
export interface PriceRange {
  readonly low: Ticks;
  readonly high: Ticks;
}

/** Bounds of an amount: from `least` to `most`, both included. */
export interface CashRange {
  readonly least: Cash;
  readonly most: Cash;
}

/**
 * Bounds of `committedMargin` over all base prices of a range; for a single price, both are the margin itself.
 * @returns null when float64 or the tick grid may end the ladder early at some of the prices
 */
export function committedRange(side: LadderSide, base: PriceRange): CashRange | null {
  if (base.low === base.high) return exactly(committedMargin(side, base.low));
  const [lowest, highest] = [fillLadder(side, base.low).levels, fillLadder(side, base.high).levels];
  const depth = reachable(side);
  if (lowest.length !== depth || highest.length !== depth || mayOutgrow(side)) return null;
  let [least, most] = [NOTHING, NOTHING];
  for (const [index, low] of lowest.entries()) {
    const value = valueRange(side, { low, high: at(highest, index) });
    const fee = isAtMarket(side.ladder, index) ? side.instrument.takerFee : side.instrument.makerFee;
    least = withLevel(least, value.least, fee);
    most = withLevel(most, value.most, fee);
  }
  return { least: tiedUp(side, least), most: tiedUp(side, most) };
}

interface Tied {
  readonly cost: Cash;
  readonly fees: Cash;
}

const NOTHING: Tied = { cost: ZERO_CASH, fees: ZERO_CASH };

const exactly = (amount: Cash): CashRange => ({ least: amount, most: amount });

function withLevel({ cost, fees }: Tied, value: Cash, fee: Rate): Tied {
  return { cost: add(cost, value), fees: add(fees, share(value, fee, 'half-up')) };
}

function tiedUp({ ladder }: LadderSide, { cost, fees }: Tied): Cash {
  return add(initialMargin(cost, ladder.leverage), fees);
}

/** How many levels, base included, have a price above zero: a long ladder ends at a deviation of 100 %. */
function reachable({ ladder, direction }: LadderSide): number {
  const beyond = ladder.levels.findIndex(({ deviation }) => deviation.numerator >= deviation.denominator);
  return 1 + (direction === 'sell' || beyond === -1 ? ladder.levels.length : beyond);
}

/** Whether the sizes come close to the maximum cost of a ladder. */
function mayOutgrow({ ladder }: LadderSide): boolean {
  const sizes = ladder.levels.reduce((total, { size }) => total + size.near, ladder.baseNotional as number);
  return sizes * (1 + ladder.levels.length * NEAR_ERROR) > COST_MAX;
}

/**
 * Value of a level over the range, from its fills at both ends. A higher base price raises the level's price and lowers
 * its quantity. Rounding to steps reduces the size by less than one step and never increases it.
 */
function valueRange({ ladder, instrument }: LadderSide, ends: { low: FilledLevel; high: FilledLevel }): CashRange {
  const { low, high } = ends;
  const unit = instrument.cashPerTickStep;
  const size = low.level === 0 ? ladder.baseNotional : at(ladder.levels, low.level - 1).size.near;
  const least = Math.max(high.quantity * low.price * unit, Math.ceil(size * (1 - NEAR_ERROR) - high.price * unit));
  const most = Math.min(low.quantity * high.price * unit, Math.floor(size * (1 + NEAR_ERROR)));
  return { least: cash(Math.max(0, least)), most: cash(most) };
}
