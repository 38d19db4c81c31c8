import { cash, ticks } from '#base/exact.ts';
import { committedMargin } from '#engine/risk/ladder/filled-ladder.ts';
import { ladderOf } from '#engine/risk/ladder/ladder.ts';
import { limitBasePrice } from '#engine/risk/ladder/levels.ts';
import { planSide } from '#engine/risk/ladder/planned-side.ts';
import { previewLadder } from '#engine/risk/ladder/preview.ts';
import { CENTIMICRO, ceilTo, type Exact, exact, floorTo, halfUp, ONE, roundBy, ZERO } from './exact.ts';
import * as oracle from './ladder.ts';
import { oracleInstrument } from './random-case.ts';
import type { RandomLadder } from './random-ladder.ts';

/** A ladder filled level by level: one line of figures per level, in ticks, steps and 1e-8 USDT, and its margin. */
export interface Plan {
  readonly base: number;
  readonly committed: number;
  readonly levels: readonly (readonly (number | null)[])[];
}

export function planByEngine({ params, instrument, direction, basePrice, wallet }: RandomLadder): Plan {
  const ladder = ladderOf(params);
  const base = limitBasePrice({ ladder, instrument, direction }, ticks(basePrice));
  const { takeProfit, stopLoss } = ladder;
  const side = { ladder, instrument, direction, basePrice: base, takeProfit, stopLoss, wallet: cash(wallet) };
  const { levels } = planSide(side);
  const rows = previewLadder({ params, instrument, direction, basePrice: base, wallet: cash(wallet) });
  const rowOf = new Map(rows.map((row) => [row.level, row]));
  return {
    base,
    committed: committedMargin(side, base),
    levels: levels.map(({ position, ...level }) => [
      level.price,
      level.quantity,
      level.notional,
      level.fee,
      position.quantity,
      position.cost,
      position.fees,
      level.initialMargin,
      level.takeProfit,
      level.stopLoss,
      level.liquidation,
      level.liquidationTrigger,
      rowOf.get(level.level)?.averagePrice ?? null,
      rowOf.get(level.level)?.breakEven ?? null,
    ]),
  };
}

/** The limit of exact cash, 2^52 of 1e-8 USDT: the ladder ends before a price or a sum that would exceed it. */
const COST_MAX = exact(2 ** 52).times(CENTIMICRO);

/** The same plan, from the formulas of the domain document. */
export function planByOracle(random: RandomLadder): Plan {
  const { params, direction, basePrice } = random;
  const terms = oracleInstrument(random.instrument, '0');
  const d = oracle.signFor(direction);
  const bot = { instrument: terms, params };
  const close = terms.tick.times(basePrice);
  const base = params.baseOrderType === 'market' ? close : oracle.limitBasePrice(bot, direction, close);
  const factor = params.sizeType === 'margin' ? params.leverage : 1;
  const steps = [
    { deviation: ZERO, size: oracle.baseNotional(params) },
    ...oracle.plannedLevels(params).map(({ deviation, size }) => ({ deviation, size: size.times(factor) })),
  ];
  const filled: FilledRung[] = [];
  let [quantity, cost, fees] = [ZERO, ZERO, ZERO];
  for (const [level, { deviation, size }] of steps.entries()) {
    const top = base.times(ONE.plus(deviation.div(100))).times(terms.step.gt(1) ? terms.step : 1);
    const price = level === 0 ? base : oracle.rungPrice(terms.tick, d, { base, deviation });
    if (top.gt(COST_MAX) || price.lte(0) || cost.plus(size).gt(COST_MAX)) break;
    const bought = oracle.quantityAt(terms, size, price);
    const value = bought.times(price);
    const isTaker = level === 0 && params.baseOrderType === 'market';
    const fee = halfUp(value.times(isTaker ? terms.taker : terms.maker));
    [quantity, cost, fees] = [quantity.plus(bought), cost.plus(value), fees.plus(fee)];
    filled.push({ price, bought, value, fee, quantity, cost, fees });
  }
  const last = filled.at(-1);
  const margin = last === undefined ? ZERO : ceilTo(CENTIMICRO, last.cost, exact(params.leverage)).plus(last.fees);
  return {
    base: base.div(terms.tick).toNumber(),
    committed: inCash(margin),
    levels: filled.map((rung) => lineOf(random, { terms, base }, rung)),
  };
}

interface FilledRung {
  readonly price: Exact;
  readonly bought: Exact;
  readonly value: Exact;
  readonly fee: Exact;
  readonly quantity: Exact;
  readonly cost: Exact;
  readonly fees: Exact;
}

const inCash = (amount: Exact): number => amount.div(CENTIMICRO).toNumber() + 0;

function lineOf(
  random: RandomLadder,
  { terms, base }: { terms: ReturnType<typeof oracleInstrument>; base: Exact },
  rung: FilledRung,
): (number | null)[] {
  const { quantity, cost, fees } = rung;
  const { params } = random;
  const steps = (size: Exact): number => size.div(terms.step).toNumber();
  const inTicks = (price: Exact | null): number | null => price?.div(terms.tick).toNumber() ?? null;
  const margin = ceilTo(CENTIMICRO, cost, exact(params.leverage));
  const sums = [steps(quantity), inCash(cost), inCash(fees), inCash(margin)];
  const own = [inTicks(rung.price), steps(rung.bought), inCash(rung.value), inCash(rung.fee), ...sums];
  if (quantity.isZero()) return [...own, null, null, null, null, null, null];
  const wallet = params.marginType === 'isolated' ? margin : exact(random.wallet).times(CENTIMICRO).minus(fees);
  const backing = { quantity, cost, wallet };
  const held = { quantity, cost, fees, fundingPaid: ZERO, taken: { gross: ZERO, net: ZERO } };
  return [
    ...own,
    inTicks(oracle.takeProfitPrice({ instrument: terms, params }, random.direction, held)),
    inTicks(stopOf(random, { tick: terms.tick, base }, rung)),
    unitPrice(oracle.liquidationRoot(terms, random.direction, backing)),
    inTicks(oracle.liquidationMark(terms, random.direction, backing)),
    nearestCount(cost, quantity),
    inTicks(breakEven(random, terms, rung)),
  ];
}

function stopOf({ params, direction }: RandomLadder, { tick, base }: { tick: Exact; base: Exact }, rung: FilledRung) {
  if (params.stopLossPercent === null) return null;
  const from = params.slBasis === 'base' ? { top: base, bottom: ONE } : { top: rung.cost, bottom: rung.quantity };
  return oracle.stopPrice(tick, direction, { ...from, percent: params.stopLossPercent });
}

function unitPrice(root: oracle.LiquidationRoot | null): number | null {
  const count = root === null ? 0 : nearestCount(root.top, root.bottom);
  return count > 0 && Number.isSafeInteger(count) ? count : null;
}

/** A quotient as a count of 1e-8 USDT, halves up. */
const nearestCount = (top: Exact, bottom: Exact): number =>
  floorTo(ONE, top.times(2e8).plus(bottom), bottom.times(2)).toNumber();

/** The price at which closing the position yields zero after fees, including the take profit's exit fee. */
function breakEven(
  { params, direction }: RandomLadder,
  terms: ReturnType<typeof oracleInstrument>,
  { quantity, cost, fees }: FilledRung,
): Exact | null {
  const d = oracle.signFor(direction);
  const isMarket = params.tpOrder === 'market_trigger' || params.trailingPercent !== null;
  const kept = ONE.minus((isMarket ? terms.taker : terms.maker).times(d));
  const price = roundBy(d === 1 ? -1 : 1, terms.tick, { top: cost.plus(fees.times(d)), bottom: quantity.times(kept) });
  return price.gt(0) ? price : null;
}
