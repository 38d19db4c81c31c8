import { formatDecimal } from '#base/decimal.ts';
import { type Cash, multiplyDivide, type Steps, type Ticks } from '#base/exact.ts';
import { averagePrice, type Instrument } from '../../model/instrument.ts';
import type { LadderParams } from '../../model/ladder-params.ts';
import { type Direction, signOf } from '../../model/order.ts';
import { deviationPercent } from './deviation.ts';
import { breakEvenPrice, takeProfitFee, takeProfitPrice } from './exits.ts';
import { ladderOf } from './ladder.ts';
import { type PlannedLevel, type PlannedSide, planSide } from './planned-side.ts';
import { liquidationMove } from './price-cash.ts';

/** One row of the ladder editor: an order of the ladder, and the position when it and all before it are filled. */
export interface LadderRow {
  /** 0 is the base order. */
  readonly level: number;
  /** Distance from the base price, a positive percent without idle zeros. */
  readonly deviationPercent: string;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly notional: Cash;
  readonly fee: Cash;
  readonly totalQuantity: Steps;
  readonly totalCost: Cash;
  readonly totalFees: Cash;
  /** In 1e-8 USDT per unit. */
  readonly averagePrice: Cash;
  readonly initialMargin: Cash;
  readonly takeProfitGross: Ticks | null;
  readonly takeProfitNet: Ticks | null;
  readonly breakEven: Ticks | null;
  readonly stopLoss: Ticks | null;
  /** In 1e-8 USDT per unit; null when no reachable price liquidates, or the cross wallet is not known. */
  readonly liquidation: Cash | null;
  /** Move from this level's price to the take profit in use, percent with four decimals. */
  readonly reboundPercent: string | null;
  /** Move from this level's price to the liquidation, percent with four decimals. */
  readonly survivableMovePercent: string | null;
}

/**
 * The table of the ladder editor for one direction, base order first.
 *
 * @param input.wallet - cross only: the wallet before the cycle; without it no liquidation is shown
 * @returns fewer rows than levels when the next level has no price above zero or exceeds exact cash;
 *   none when the base order buys nothing
 */
export function previewLadder(input: {
  params: LadderParams;
  instrument: Instrument;
  direction: Direction;
  basePrice: Ticks;
  wallet?: Cash;
}): readonly LadderRow[] {
  const { params, instrument, direction, basePrice } = input;
  const ladder = ladderOf(params);
  const { takeProfit, stopLoss } = ladder;
  const wallet = input.wallet ?? null;
  const side = planSide({ ladder, instrument, direction, basePrice, takeProfit, stopLoss, wallet });
  return side.levels.filter((level) => level.position.quantity > 0).map((level) => rowOf(side, level));
}

function rowOf(side: PlannedSide, level: PlannedLevel): LadderRow {
  const { position } = level;
  return {
    level: level.level,
    deviationPercent: deviationPercent(side.ladder, level.level),
    price: level.price,
    quantity: level.quantity,
    notional: level.notional,
    fee: level.fee,
    totalQuantity: position.quantity,
    totalCost: position.cost,
    totalFees: position.fees,
    averagePrice: averagePrice(side.instrument, position.cost, position.quantity),
    initialMargin: level.initialMargin,
    ...profitPrices(side, level),
    stopLoss: level.stopLoss,
    liquidation: level.liquidation,
    reboundPercent: reboundPercent(side, level),
    survivableMovePercent: level.liquidation === null ? null : liquidationMove(side, level.price, level.liquidation),
  };
}

function profitPrices(side: PlannedSide, { position }: PlannedLevel) {
  const exitFee = takeProfitFee(side.ladder, side.instrument);
  const breakEven = reachable(breakEvenPrice({ ...side, position, exitFee }));
  const { takeProfit, ladder } = side;
  if (takeProfit === null) return { takeProfitGross: null, takeProfitNet: null, breakEven };
  const priceWhen = (tpNetOfFees: boolean) =>
    reachable(takeProfitPrice({ ...side, ladder: { ...ladder, tpNetOfFees }, position, takeProfit }));
  return { takeProfitGross: priceWhen(false), takeProfitNet: priceWhen(true), breakEven };
}

function reachable(price: Ticks): Ticks | null {
  return price > 0 ? price : null;
}

function reboundPercent({ direction }: PlannedSide, { price, takeProfit }: PlannedLevel): string | null {
  if (takeProfit === null) return null;
  const move = signOf(direction) * (takeProfit - price);
  return formatDecimal(multiplyDivide(move, 1_000_000, price, 'half-up'), 4);
}
