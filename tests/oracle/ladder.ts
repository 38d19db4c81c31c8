import type { LadderParams } from '#engine/model/ladder-params.ts';
import { CENTIMICRO, ceilTo, type Exact, exact, floorTo, HUNDRED, halfUp, ONE, roundBy, ZERO } from './exact.ts';
import type { OracleInstrument, OracleTier, Way } from './oracle-terms.ts';

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
  const top = close.times(HUNDRED.minus(exact(bot.params.baseOrderOffsetPercent).times(d)));
  return roundBy(d, bot.instrument.tick, { top, bottom: HUNDRED });
}

/** Levels 1 to N measured from the base price: percents add, sizes multiply. */
export function rungsFrom(bot: { instrument: OracleInstrument; params: LadderParams }, way: Way, base: Exact): Rung[] {
  const { params, instrument } = bot;
  const d = signFor(way);
  const factor = params.sizeType === 'margin' ? params.leverage : 1;
  return plannedLevels(params).map(({ deviation, size }, index) => {
    const price = rungPrice(instrument.tick, d, { base, deviation });
    const quantity = price.gt(0) ? quantityAt(instrument, factor === 1 ? size : size.times(factor), price) : ZERO;
    return { level: index + 1, price, quantity };
  });
}

/** The base price less (or more, for a short) the deviation in percent, rounded away from the market. */
export function rungPrice(tick: Exact, d: 1 | -1, { base, deviation }: { base: Exact; deviation: Exact }): Exact {
  return roundBy(d, tick, { top: base.times(HUNDRED.minus(deviation.times(d))), bottom: HUNDRED });
}

interface PlannedLevel {
  readonly deviation: Exact;
  readonly size: Exact;
}

/** Of the parameters that were asked about: an account plans its ladder again in every minute in which it may not enter. */
const plans = new WeakMap<LadderParams, readonly PlannedLevel[]>();

/** Distance from the base in percent and notional of each level, nearest first; sizes given as margin are not yet multiplied. */
export function plannedLevels(params: LadderParams): readonly PlannedLevel[] {
  const levels = plans.get(params) ?? levelsOf(params);
  plans.set(params, levels);
  return levels;
}

function levelsOf(params: LadderParams): readonly PlannedLevel[] {
  if (params.customLevels !== null) {
    return params.customLevels.map((level) => ({ deviation: exact(level.deviationPercent), size: exact(level.size) }));
  }
  const levels: PlannedLevel[] = [];
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
  const baseValue = base.price.times(base.quantity);
  let value = baseValue;
  let fees = halfUp(baseValue.times(bot.params.baseOrderType === 'market' ? taker : maker));
  for (const rung of rungs) {
    const rungValue = rung.price.times(rung.quantity);
    value = value.plus(rungValue);
    fees = fees.plus(halfUp(rungValue.times(maker)));
  }
  return ceilTo(CENTIMICRO, value, exact(bot.params.leverage)).plus(fees);
}

export interface Held {
  readonly quantity: Exact;
  readonly cost: Exact;
  readonly fees: Exact;
  readonly fundingPaid: Exact;
  /** What partial exits have earned so far: gross, and net of their share of fees and funding. */
  readonly taken: { readonly gross: Exact; readonly net: Exact };
}

/** The take-profit price, or null when it is off or not positive. */
export function takeProfitPrice(
  bot: { instrument: OracleInstrument; params: LadderParams },
  way: Way,
  held: Held,
): Exact | null {
  const { params, instrument } = bot;
  if (params.takeProfitPercent === null) return null;
  const d = signFor(way);
  // Measured from the base order, it is one profit for the whole cycle, whatever was added or already closed.
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
  const top = options.top.times(HUNDRED.minus(exact(options.percent).times(d)));
  if (top.lte(0)) return null;
  const price = roundBy(d === 1 ? -1 : 1, tick, { top, bottom: options.bottom.times(100) });
  return price.gt(0) ? price : null;
}

/** What backs a position; on cross with a hedge also the other side of the symbol, which has the same liquidation price. */
export interface Backing {
  readonly quantity: Exact;
  readonly cost: Exact;
  readonly wallet: Exact;
  readonly hedge?: { readonly quantity: Exact; readonly cost: Exact };
}

/**
 * Binance's formula, with the first tier that is consistent at the price itself, on the tick grid: the first print that
 * can be at or beyond it. Null when there is none.
 */
export function liquidationMark(instrument: OracleInstrument, way: Way, position: Backing): Exact | null {
  const root = liquidationRoot(instrument, way, position);
  if (root === null || root.isFall !== (way === 'buy')) return null; // The other side is the one that loses.
  const price = roundBy(root.isFall ? 1 : -1, instrument.tick, root);
  return price.gt(0) ? price : null;
}

/** The price at which equity meets maintenance margin, as a fraction in USDT per unit. */
export interface LiquidationRoot {
  readonly top: Exact;
  readonly bottom: Exact;
  readonly isFall: boolean;
}

/** The same, not rounded. Tiers are tried in order, those of the position first; the last one has no cap. */
export function liquidationRoot(instrument: OracleInstrument, way: Way, position: Backing): LiquidationRoot | null {
  const { hedge = { quantity: ZERO, cost: ZERO } } = position;
  for (const tier of instrument.tiers) {
    for (const other of position.hedge === undefined ? [null] : instrument.tiers) {
      const root = meeting(way, position, { hedge, tier, other });
      if (root === null || root.top.lte(0)) continue;
      const isHeld = (held: OracleTier, quantity: Exact): boolean => {
        const value = root.top.times(quantity);
        const isLast = held === instrument.tiers.at(-1);
        return value.gte(held.floor.times(root.bottom)) && (isLast || value.lt(held.cap.times(root.bottom)));
      };
      if (isHeld(tier, position.quantity) && (other === null || isHeld(other, hedge.quantity))) return root;
    }
  }
  return null;
}

/** Equity less maintenance is linear in the price: `start` at zero, and `slope` per unit of price. */
function meeting(
  way: Way,
  { quantity, cost, wallet }: Backing,
  given: { hedge: { quantity: Exact; cost: Exact }; tier: OracleTier; other: OracleTier | null },
): LiquidationRoot | null {
  const { hedge, tier, other } = given;
  const d = signFor(way);
  const start = wallet
    .minus(cost.times(d))
    .plus(hedge.cost.times(d))
    .plus(tier.cumulative)
    .plus(other?.cumulative ?? ZERO);
  const maintenance = tier.rate.times(quantity).plus((other?.rate ?? ZERO).times(hedge.quantity));
  const slope = quantity.minus(hedge.quantity).times(d).minus(maintenance);
  if (slope.isZero()) return null;
  return slope.gt(0)
    ? { top: start.neg(), bottom: slope, isFall: true }
    : { top: start, bottom: slope.neg(), isFall: false };
}
