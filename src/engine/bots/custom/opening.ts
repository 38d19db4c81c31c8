import { unreachable } from '#base/assert.ts';
import { cashFrom, cashText, rateFromPercent } from '#base/decimal.ts';
import { EQUAL_PARTS, upperEdge } from '#base/equal-share.ts';
import { type Cash, cash, RATE_ONE, smaller, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import type { Instrument } from '../../model/instrument.ts';
import { type Direction, signOf } from '../../model/order.ts';
import { FLAT } from '../../model/position.ts';
import { stopLossPrice } from '../../risk/ladder/exits.ts';
import { type Ladder, ladderOf } from '../../risk/ladder/ladder.ts';
import type { CycleTerms, SizedCycle } from '../signal.ts';
import { asLadder } from './custom-ladder.ts';
import type { CustomParams, Opening, Sizing } from './custom-params.ts';

/** No order may be worth more. */
const NOTIONAL_MAX = cashFrom('10000000');

/** What a cycle is opened on. Average true ranges are in USDT, null where the parameters ask for none. */
export interface OpeningTerms extends CycleTerms {
  readonly instrument: Instrument;
  readonly direction: Direction;
  readonly stopRange: number | null;
  readonly sizeRange: number | null;
}

/** The size and the stop of a cycle that opens at this close. A size that cannot be had is nothing, and is refused. */
export function openingOf(params: CustomParams, terms: OpeningTerms): Opening {
  const { direction } = terms;
  const { notional, stopTicks } = sizedBy(params, direction)(terms);
  return { direction, notional: cashText(notional), stopTicks };
}

/** Decides on the size and the stop of the cycles of a direction, from parameters that are read once. */
export function sizedBy(params: CustomParams, direction: Direction): (terms: OpeningTerms) => SizedCycle {
  const ladder = ladderOf(asLadder(params, direction));
  const stop = params[direction]?.stop ?? null;
  const mult = stop?.type === 'atr' ? Number(stop.mult) : null;
  const notionalOf = notionalBy(params, ladder);
  return (terms) => {
    const { instrument, stopRange, stopLoss } = terms;
    const isByRange = mult !== null && stopLoss === null && stopRange !== null;
    const stopTicks = isByRange ? Math.max(1, wholeBelow(ticksIn(instrument, stopRange) * mult)) : null;
    return { notional: notionalOf(terms, stopTicks), stopTicks };
  };
}

/** Ticks in an amount of USDT; a statistic, so not whole. */
function ticksIn({ tick }: Instrument, range: number): number {
  return (range * 10 ** tick.decimals) / tick.units;
}

/** The whole number below a statistic, or the one that equals it but for its rounding. */
function wholeBelow(value: number): number {
  return Math.floor(upperEdge(value));
}

function notionalBy({ sizing, leverage }: CustomParams, ladder: Ladder) {
  if (sizing.type === 'fixed_notional' || sizing.type === 'fixed_margin') return () => ladder.baseNotional;
  const value = BigInt(rateFromPercent(sizing.value));
  const most = sizing.maxNotional === null ? NOTIONAL_MAX : cashFrom(sizing.maxNotional);
  return (terms: OpeningTerms, stopTicks: number | null): Cash => {
    // Whole cash times a rate in 1e-8: what the value of the sizing is of the capital.
    const wanted = sharedNotional(sizing, BigInt(capitalOf(sizing, terms)) * value, { ladder, terms, stopTicks });
    return capped(wanted, { most, leverage, ...terms.instrument });
  };
}

interface Shared {
  readonly ladder: Ladder;
  readonly terms: OpeningTerms;
  readonly stopTicks: number | null;
}

function sharedNotional({ type }: SharedSizing, wanted: bigint, { ladder, terms, stopTicks }: Shared): bigint {
  switch (type) {
    case 'equity_percent':
      return wanted / BigInt(RATE_ONE);
    case 'risk_percent':
      return atRisk(wanted, terms, stopDistanceOf(ladder, terms, stopTicks));
    case 'volatility_target':
      return forRange(wanted, terms);
    default:
      return unreachable(type);
  }
}

type SharedSizing = Exclude<Sizing, { type: 'fixed_notional' | 'fixed_margin' }>;

function capitalOf({ equity }: SharedSizing, { wallet, limit }: CycleTerms): Cash {
  return equity === 'portfolio_limit' && limit !== null ? limit : wallet;
}

/** No more than the strategy and the exchange allow: a larger position may need a lower leverage. */
function capped(
  wanted: bigint,
  { most, leverage, brackets }: { most: Cash; leverage: number } & Pick<Instrument, 'brackets'>,
): Cash {
  const tier = brackets.findLast(({ leverageMax }) => leverageMax >= leverage);
  const allowed = tier === undefined ? ZERO_CASH : smaller(smaller(cash(tier.cap - 1), NOTIONAL_MAX), most);
  return wanted > BigInt(allowed) ? allowed : cash(Number(wanted));
}

/** How far from this close the stop lies; null when there is none. */
function stopDistanceOf(
  ladder: Ladder,
  { direction, instrument, price, stopLoss }: OpeningTerms,
  stopTicks: number | null,
): Ticks | null {
  if (stopLoss === null) return stopTicks === null ? null : ticks(stopTicks);
  const stop = stopLossPrice({ ladder, instrument, direction, position: FLAT, basePrice: price, stopLoss });
  return ticks(signOf(direction) * (price - stop));
}

/** floor_step(capital · r / (|entry − stop| + entry · 2 · taker fee)), the formula of the domain document, 4.4. */
function atRisk(risked: bigint, { instrument, price }: OpeningTerms, distance: Ticks | null): bigint {
  if (distance === null) return 0n;
  const lost = BigInt(distance) * BigInt(RATE_ONE) + BigInt(price) * 2n * BigInt(instrument.takerFee);
  return worthOf(risked / (lost * BigInt(instrument.cashPerTickStep)), instrument, price);
}

/** Parts of a tick in which a range is measured: all digits of the number that the indicator has computed. */
const TICK_PARTS = 2 ** 60;

/**
 * floor_step(capital · v / ATR), the formula of the domain document, 4.4. The range is a fraction of ticks and is not rounded to
 * them. A quotient that equals a whole number of steps but for the rounding of the range is that number.
 */
function forRange(moved: bigint, { instrument, price, sizeRange }: OpeningTerms): bigint {
  if (sizeRange === null) return 0n;
  const range = BigInt(Math.round(ticksIn(instrument, sizeRange) * TICK_PARTS));
  if (range === 0n) return 0n;
  const perStep = range * BigInt(RATE_ONE) * BigInt(instrument.cashPerTickStep);
  const quantity = (moved * BigInt(TICK_PARTS) * BigInt(EQUAL_PARTS + 1)) / (perStep * BigInt(EQUAL_PARTS));
  return worthOf(quantity, instrument, price);
}

/** The value of whole steps at a price. */
function worthOf(quantity: bigint, { cashPerTickStep }: Instrument, price: Ticks): bigint {
  return quantity * BigInt(price) * BigInt(cashPerTickStep);
}
