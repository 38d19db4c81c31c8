import type { LadderParams } from '#engine/model/ladder-params.ts';
import { CENTIMICRO, ceilTo, type Exact, exact, floorTo, halfUp, ONE, roundBy, ZERO } from './exact.ts';
import type { OracleInstrument, Way } from './oracle-terms.ts';

export interface Rung {
  readonly level: number;
  readonly price: Exact;
  readonly quantity: Exact;
}

export const signFor = (way: Way): 1 | -1 => (way === 'buy' ? 1 : -1);

/** Notional of the base order. */
export function baseNotional(params: LadderParams): Exact {
  return exact(params.baseOrderSize).times(params.sizeType === 'margin' ? params.leverage : 1);
}

export const quantityAt = (instrument: OracleInstrument, amount: Exact, price: Exact): Exact =>
  floorTo(instrument.step, amount, price);

/** The price a limit base rests at: away from the market by the offset. */
export function limitBasePrice(
  bot: { instrument: OracleInstrument; params: LadderParams },
  way: Way,
  close: Exact,
): Exact {
  const d = signFor(way);
  const top = close.times(exact(100).minus(exact(bot.params.baseOrderOffsetPercent).times(d)));
  return roundBy(d, bot.instrument.tick, { top, bottom: exact(100) });
}

/** Levels 1 to N measured from the base price: percents add, sizes multiply. */
export function rungsFrom(bot: { instrument: OracleInstrument; params: LadderParams }, way: Way, base: Exact): Rung[] {
  const { params, instrument } = bot;
  const d = signFor(way);
  const factor = params.sizeType === 'margin' ? params.leverage : 1;
  return plannedLevels(params).map(({ deviation, size }, index) => {
    const top = base.times(exact(100).minus(deviation.times(d)));
    const price = roundBy(d, instrument.tick, { top, bottom: exact(100) });
    const quantity = price.gt(0) ? quantityAt(instrument, size.times(factor), price) : ZERO;
    return { level: index + 1, price, quantity };
  });
}

function plannedLevels(params: LadderParams): { deviation: Exact; size: Exact }[] {
  if (params.customLevels !== null) {
    return params.customLevels.map((level) => ({ deviation: exact(level.deviationPercent), size: exact(level.size) }));
  }
  const levels: { deviation: Exact; size: Exact }[] = [];
  let [deviation, step, size] = [
    ZERO,
    exact(params.stepPercent),
    exact(params.safetyOrderSize ?? params.baseOrderSize),
  ];
  for (let level = 1; level <= params.safetyOrdersCount; level += 1) {
    deviation = deviation.plus(step);
    levels.push({ deviation, size });
    step = step.times(params.stepScale);
    size = size.times(params.volumeScale);
  }
  return levels;
}

/** Margin of the full ladder, rounded up, with its entry fees. */
export function requiredCapital(
  bot: { instrument: OracleInstrument; params: LadderParams },
  base: Rung,
  rungs: readonly Rung[],
): Exact {
  const { maker, taker } = bot.instrument;
  const value = [base, ...rungs].reduce((sum, rung) => sum.plus(rung.price.times(rung.quantity)), ZERO);
  const baseFee = halfUp(base.price.times(base.quantity).times(bot.params.baseOrderType === 'market' ? taker : maker));
  const fees = rungs.reduce((sum, rung) => sum.plus(halfUp(rung.price.times(rung.quantity).times(maker))), baseFee);
  return ceilTo(CENTIMICRO, value, exact(bot.params.leverage)).plus(fees);
}

export interface Held {
  readonly quantity: Exact;
  readonly cost: Exact;
  readonly fees: Exact;
  readonly fundingPaid: Exact;
  /** What exits of a part have earned so far: gross, and net of the fees and funding of that part. */
  readonly taken: { readonly gross: Exact; readonly net: Exact };
}

/** The price at which the take profit stands, or null when it is off or not positive. */
export function takeProfitPrice(
  bot: { instrument: OracleInstrument; params: LadderParams },
  way: Way,
  held: Held,
): Exact | null {
  const { params, instrument } = bot;
  if (params.takeProfitPercent === null) return null;
  const d = signFor(way);
  // From the base order it is one profit for the whole cycle, whatever was added or already closed.
  const taken = params.tpNetOfFees ? held.taken.net : held.taken.gross;
  const [basis, done] = params.tpBasis === 'average' ? [held.cost, ZERO] : [baseNotional(params), taken];
  const profit = basis.times(params.takeProfitPercent).div(100).minus(done);
  const isMarket = params.tpOrder === 'market_trigger' || params.trailingPercent !== null;
  const exitFee = isMarket ? instrument.taker : instrument.maker;
  const charges = params.tpNetOfFees ? held.fees.plus(held.fundingPaid) : ZERO;
  const top = held.cost.plus(profit.plus(charges).times(d));
  const bottom = held.quantity.times(params.tpNetOfFees ? ONE.minus(exitFee.times(d)) : ONE);
  const price = roundBy(d === 1 ? -1 : 1, instrument.tick, { top, bottom });
  return price.gt(0) ? price : null;
}

/** `reference · (1 − d·percent/100)` rounded towards the market; null when not positive. */
export function stopPrice(
  tick: Exact,
  way: Way,
  options: { top: Exact; bottom: Exact; percent: string },
): Exact | null {
  const d = signFor(way);
  const top = options.top.times(exact(100).minus(exact(options.percent).times(d)));
  if (top.lte(0)) return null;
  const price = roundBy(d === 1 ? -1 : 1, tick, { top, bottom: options.bottom.times(100) });
  return price.gt(0) ? price : null;
}

/**
 * Binance's formula, with the first tier that is consistent at the price itself, on the tick grid: the first print that
 * can be at or beyond it. Null when there is none.
 */
export function liquidationMark(
  instrument: OracleInstrument,
  way: Way,
  position: { quantity: Exact; cost: Exact; wallet: Exact },
): Exact | null {
  const d = signFor(way);
  const { quantity, cost, wallet } = position;
  for (const tier of instrument.tiers) {
    // (WB + cum - d·C) / (Q·(MMR - d)), both sides turned so that the bottom is positive.
    const top = wallet.plus(tier.cumulative).minus(cost.times(d)).times(-d);
    const bottom = quantity.times(tier.rate.minus(d)).times(-d);
    const notional = top.times(quantity);
    if (top.lte(0) || notional.lt(tier.floor.times(bottom)) || notional.gte(tier.cap.times(bottom))) continue;
    const price = roundBy(d, instrument.tick, { top, bottom });
    return price.gt(0) ? price : null;
  }
  return null;
}
