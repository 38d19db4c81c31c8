import { type Cash, divide, multiplyDivide, RATE_ONE, type Rate, type Ticks, ticks } from '#base/exact.ts';
import type { Instrument } from '../../model/instrument.ts';
import { type Direction, signOf } from '../../model/order.ts';
import type { Position } from '../../model/position.ts';
import type { Ladder } from './ladder.ts';
import type { LadderSide } from './levels.ts';
import { roundNear } from './near-rounding.ts';

/** A position that is not flat, and the ladder it was opened with. */
export interface ExitInput extends LadderSide {
  readonly position: Position;
  /** Average fill price of the base order. */
  readonly basePrice: Ticks;
}

/**
 * Price of the take profit, rounded in favour of profit: long ceil, short floor (domain document, 3.2, "TP net").
 * A net one covers entry fees, funding so far and the exit fee: maker for a limit order, taker when the exit is
 * a market order, as a trailing one is. A profit measured from the base order applies once to the whole cycle:
 * `taken` is the part of it that partial exits have already earned.
 *
 * @returns zero or less for a short that demands more than the whole price
 */
export function takeProfitPrice(input: ExitInput & { readonly takeProfit: Rate; readonly taken?: Cash }): Ticks {
  const { ladder, position } = input;
  const isAverage = ladder.tpBasis === 'average';
  return priceToGain(input, {
    base: isAverage ? position.cost : ladder.baseNotional,
    gain: input.takeProfit,
    taken: isAverage ? 0 : (input.taken ?? 0),
    exitFee: ladder.tpNetOfFees ? takeProfitFee(ladder, input.instrument) : null,
  });
}

/** The rate that the take-profit order pays. */
export function takeProfitFee(ladder: Ladder, instrument: Instrument): Rate {
  const isMaker = ladder.tpOrder === 'limit' && ladder.trailing === null;
  return isMaker ? instrument.makerFee : instrument.takerFee;
}

/** The price at which closing the position yields exactly zero after fees and funding; rounded like a take profit. */
export function breakEvenPrice(input: ExitInput & { readonly exitFee: Rate }): Ticks {
  return priceToGain(input, { base: 0, gain: 0, taken: 0, exitFee: input.exitFee });
}

/** The profit that a price must yield: `base · gain` and the costs, less what was already taken. Cash and rates. */
interface Gain {
  readonly base: number;
  readonly gain: number;
  readonly taken: number;
  /** Null: gross, the costs are ignored. */
  readonly exitFee: Rate | null;
}

/**
 * X = (C + d · (base · gain − taken + costs)) / (Q · (1 − d · exit fee)); without an exit fee, the costs are ignored.
 * Rates are counts of 1e-8, so both sides carry that factor.
 */
function priceToGain(input: ExitInput, wanted: Gain): Ticks {
  const { instrument, direction, position } = input;
  const { base, gain, taken, exitFee } = wanted;
  const sign = signOf(direction);
  const { cost, fees, fundingPaid, quantity } = position;
  const costs = (exitFee === null ? 0 : fees + fundingPaid) - taken;
  const bottom = quantity * instrument.cashPerTickStep * (RATE_ONE - sign * (exitFee ?? 0));
  const sums = Math.abs(fees) + Math.abs(fundingPaid) + Math.abs(taken);
  const rounded = roundNear(
    (cost * RATE_ONE + sign * (base * gain + costs * RATE_ONE)) / bottom,
    (cost * RATE_ONE + base * gain + sums * RATE_ONE) / bottom,
    awayFromEntry(direction),
  );
  return ticks(rounded ?? exactPriceToGain(input, wanted, costs));
}

function exactPriceToGain(
  { instrument, direction, position }: ExitInput,
  { base, gain, exitFee }: Gain,
  costs: number,
): number {
  const sign = signOf(direction);
  const numerator =
    BigInt(position.cost) * BigInt(RATE_ONE) +
    BigInt(sign) * (BigInt(base) * BigInt(gain) + BigInt(costs) * BigInt(RATE_ONE));
  const keptShare = BigInt(RATE_ONE - sign * (exitFee ?? 0));
  const denominator = BigInt(position.quantity) * BigInt(instrument.cashPerTickStep) * keptShare;
  return divide(numerator, denominator, awayFromEntry(direction));
}

/**
 * Trigger of the stop-loss, measured from the base price or from the average; rounded towards the market, so that it
 * triggers earlier: long ceil, short floor.
 *
 * @returns zero or less for a long stop of 100 % or more, which means no stop
 */
export function stopLossPrice(input: ExitInput & { readonly stopLoss: Rate }): Ticks {
  const { ladder, direction, stopLoss, position } = input;
  if (ladder.slBasis === 'base') return movedAgainst(direction, input.basePrice, stopLoss);
  const sign = signOf(direction);
  const factor = RATE_ONE - sign * stopLoss;
  const bottom = position.quantity * input.instrument.cashPerTickStep * RATE_ONE;
  const rounded = roundNear(
    (position.cost * factor) / bottom,
    (position.cost * (RATE_ONE + stopLoss)) / bottom,
    towardMarket(direction),
  );
  return ticks(rounded ?? exactStopFromAverage(input, factor));
}

function exactStopFromAverage({ instrument, direction, position }: ExitInput, factor: number): number {
  const denominator = BigInt(position.quantity) * BigInt(instrument.cashPerTickStep) * BigInt(RATE_ONE);
  return divide(BigInt(position.cost) * BigInt(factor), denominator, towardMarket(direction));
}

/** The price at which an armed trailing exit closes: the best price so far less the trailing rate, rounded like a stop. */
export function trailingStopPrice(direction: Direction, extreme: Ticks, trailing: Rate): Ticks {
  return movedAgainst(direction, extreme, trailing);
}

function movedAgainst(direction: Direction, price: Ticks, distance: Rate): Ticks {
  return ticks(multiplyDivide(price, RATE_ONE - signOf(direction) * distance, RATE_ONE, towardMarket(direction)));
}

/** Rounding in favour of profit. */
function awayFromEntry(direction: Direction): 'floor' | 'ceil' {
  return direction === 'buy' ? 'ceil' : 'floor';
}

function towardMarket(direction: Direction): 'floor' | 'ceil' {
  return direction === 'buy' ? 'ceil' : 'floor';
}
