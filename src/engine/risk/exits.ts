import { type Cash, multiplyDivide, RATE_ONE, type Rate, type Ticks, ticks } from '#base/exact.ts';
import type { Instrument } from '../model/instrument.ts';
import { type Direction, signOf } from '../model/order.ts';
import type { Position } from '../model/position.ts';
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
 * a market order, as a trailing one is. A profit measured from the base order is one for the whole cycle: `taken` is
 * what exits of a part have earned of it so far.
 *
 * @returns zero or less for a short that wants more than the whole price
 */
export function takeProfitPrice(input: ExitInput & { readonly takeProfit: Rate; readonly taken?: Cash }): Ticks {
  const { ladder, position } = input;
  const [base, taken] = ladder.tpBasis === 'average' ? [position.cost, 0] : [ladder.baseNotional, input.taken ?? 0];
  const exitFee = ladder.tpNetOfFees ? takeProfitFee(ladder, input.instrument) : null;
  return priceToGain(input, { base, gain: input.takeProfit, taken, exitFee });
}

/** The rate that the take-profit order pays. */
export function takeProfitFee(ladder: Ladder, instrument: Instrument): Rate {
  const isMaker = ladder.tpOrder === 'limit' && ladder.trailing === null;
  return isMaker ? instrument.makerFee : instrument.takerFee;
}

/** The price at which closing everything leaves exactly nothing, after fees and funding; rounded as a take profit is. */
export function breakEvenPrice(input: ExitInput & { readonly exitFee: Rate }): Ticks {
  return priceToGain(input, { base: 0, gain: 0, taken: 0, exitFee: input.exitFee });
}

/**
 * X = (C + d · (base · gain − taken + costs)) / (Q · (1 − d · exit fee)); without an exit fee the costs are left out.
 * Rates are counts of 1e-8, so both sides carry that factor.
 */
function priceToGain(
  { instrument, direction, position }: ExitInput,
  { base, gain, taken, exitFee }: { base: number; gain: number; taken: number; exitFee: Rate | null },
): Ticks {
  const sign = signOf(direction);
  const { cost, fees, fundingPaid, quantity } = position;
  const costs = (exitFee === null ? 0 : fees + fundingPaid) - taken;
  const keptShare = RATE_ONE - sign * (exitFee ?? 0);
  const bottom = quantity * instrument.cashPerTickStep * keptShare;
  const rounded = roundNear(
    {
      estimate: (cost * RATE_ONE + sign * (base * gain + costs * RATE_ONE)) / bottom,
      magnitude:
        (cost * RATE_ONE + base * gain + (Math.abs(fees) + Math.abs(fundingPaid) + Math.abs(taken)) * RATE_ONE) /
        bottom,
      rounding: direction === 'buy' ? 'ceil' : 'floor',
    },
    () => ({
      numerator:
        BigInt(cost) * BigInt(RATE_ONE) +
        BigInt(sign) * (BigInt(base) * BigInt(gain) + BigInt(costs) * BigInt(RATE_ONE)),
      denominator: BigInt(quantity) * BigInt(instrument.cashPerTickStep) * BigInt(keptShare),
    }),
  );
  return ticks(rounded);
}

/**
 * Trigger of the stop-loss, from the base price or from the average; rounded toward the market, that is earlier:
 * long ceil, short floor.
 *
 * @returns zero or less for a long stop of the whole price or more: no stop at all
 */
export function stopLossPrice(input: ExitInput & { readonly stopLoss: Rate }): Ticks {
  const { ladder, direction, stopLoss, position } = input;
  if (ladder.slBasis === 'base') return movedAgainst(direction, input.basePrice, stopLoss);
  const sign = signOf(direction);
  const factor = RATE_ONE - sign * stopLoss;
  const bottom = position.quantity * input.instrument.cashPerTickStep * RATE_ONE;
  const rounded = roundNear(
    {
      estimate: (position.cost * factor) / bottom,
      magnitude: (position.cost * (RATE_ONE + stopLoss)) / bottom,
      rounding: towardMarket(direction),
    },
    () => ({
      numerator: BigInt(position.cost) * BigInt(factor),
      denominator: BigInt(position.quantity) * BigInt(input.instrument.cashPerTickStep) * BigInt(RATE_ONE),
    }),
  );
  return ticks(rounded);
}

/** Where an armed trailing exit closes: the best price so far moved back by the trailing rate, rounded as a stop is. */
export function trailingStopPrice(direction: Direction, extreme: Ticks, trailing: Rate): Ticks {
  return movedAgainst(direction, extreme, trailing);
}

function movedAgainst(direction: Direction, price: Ticks, distance: Rate): Ticks {
  return ticks(multiplyDivide(price, RATE_ONE - signOf(direction) * distance, RATE_ONE, towardMarket(direction)));
}

function towardMarket(direction: Direction): 'floor' | 'ceil' {
  return direction === 'buy' ? 'ceil' : 'floor';
}
