import { CENTIMICRO, ceilTo, type Exact, exact, floorTo, halfUp, ONE, ZERO } from './exact.ts';
import * as oracle from './ladder.ts';
import type { Happening } from './ladder-life.ts';
import { oracleInstrument } from './random-case.ts';
import type { RandomLadder } from './random-ladder.ts';

interface Resting {
  readonly level: number;
  /** Null for a market order. */
  readonly price: Exact | null;
  rest: Exact;
}

/** One cycle by the rules of the domain document: its position, what it has earned and paid, and its orders. */
interface Told {
  readonly random: RandomLadder;
  readonly terms: ReturnType<typeof oracleInstrument>;
  readonly d: 1 | -1;
  resting: Resting[];
  waiting: oracle.Rung[];
  basePrice: Exact | null;
  /** What the base order has bought so far. */
  base: { quantity: Exact; cost: Exact };
  committed: Exact;
  quantity: Exact;
  cost: Exact;
  /** Fees of the current position. */
  fees: Exact;
  fundingPaid: Exact;
  /** The isolated wallet. */
  margin: Exact;
  gross: Exact;
  commission: Exact;
  funding: Exact;
  target: Exact | null;
  stop: Exact | null;
}

/** The expected state lines: one before the first event and one after each event. */
export function tellLife(random: RandomLadder, happenings: readonly Happening[]): readonly string[] {
  const told = begin(random);
  if (told === null) return ['LADDER_REFUSED'];
  const lines = [lineOf(told)];
  for (const happening of happenings) {
    if (happening.type === 'entry') enter(told, happening);
    else if (happening.type === 'funding') pay(told, exact(happening.paid).times(CENTIMICRO));
    else leave(told, happening);
    lines.push(lineOf(told));
  }
  return lines;
}

function begin(random: RandomLadder): Told | null {
  const { params, direction } = random;
  const terms = oracleInstrument(random.instrument, '0');
  const bot = { instrument: terms, params };
  const close = terms.tick.times(random.basePrice);
  const isMarket = params.baseOrderType === 'market';
  const price = isMarket ? close : oracle.limitBasePrice(bot, direction, close);
  const quantity = oracle.quantityAt(terms, oracle.baseNotional(params), price);
  const base = { level: 0, price, quantity };
  if (!isTradable(terms, base, isMarket)) return null;
  return {
    random,
    terms,
    d: oracle.signFor(direction),
    resting: [{ level: 0, price: isMarket ? null : price, rest: quantity }],
    waiting: [],
    basePrice: null,
    base: { quantity: ZERO, cost: ZERO },
    committed: oracle.requiredCapital(bot, base, oracle.rungsFrom(bot, direction, price)),
    quantity: ZERO,
    cost: ZERO,
    fees: ZERO,
    fundingPaid: ZERO,
    margin: ZERO,
    gross: ZERO,
    commission: ZERO,
    funding: ZERO,
    target: null,
    stop: null,
  };
}

const isTradable = (terms: Told['terms'], { price, quantity }: oracle.Rung, isMarket = false): boolean =>
  quantity.gt(0) &&
  quantity.lte(isMarket ? terms.marketQuantityMax : terms.quantityMax) &&
  price.times(quantity).gte(terms.notionalMin);

const feeOf = ({ terms }: Told, value: Exact, isMaker: boolean): Exact =>
  halfUp(value.times(isMaker ? terms.maker : terms.taker));

function enter(told: Told, { level, ...fill }: { level: number; price: number; quantity: number }): void {
  const { random, terms } = told;
  const order = told.resting.find((resting) => resting.level === level);
  if (order === undefined) throw new Error(`no entry of level ${level} rests`);
  const [price, quantity] = [terms.tick.times(fill.price), terms.step.times(fill.quantity)];
  const value = price.times(quantity);
  const fee = feeOf(told, value, order.price !== null);
  const leverage = exact(random.params.leverage);
  told.quantity = told.quantity.plus(quantity);
  told.cost = told.cost.plus(value);
  told.fees = told.fees.plus(fee);
  told.commission = told.commission.plus(fee);
  if (random.params.marginType === 'isolated') told.margin = told.margin.plus(ceilTo(CENTIMICRO, value, leverage));
  const tiedUp = ceilTo(CENTIMICRO, told.cost, leverage);
  if (tiedUp.gt(told.committed)) told.committed = tiedUp;
  if (level === 0) {
    told.base = { quantity: told.base.quantity.plus(quantity), cost: told.base.cost.plus(value) };
    const halfTick = terms.tick.div(2);
    told.basePrice = floorTo(terms.tick, told.base.cost.plus(told.base.quantity.times(halfTick)), told.base.quantity);
  }
  order.rest = order.rest.minus(quantity);
  if (order.rest.isZero()) next(told, order);
  protect(told);
}

/** Places the next levels after a filled entry: as many as may rest at once after the base, one after a level. */
function next(told: Told, done: Resting): void {
  const { random, terms } = told;
  told.resting = told.resting.filter((order) => order !== done);
  if (done.level === 0 && told.basePrice !== null) {
    told.waiting = oracle.rungsFrom({ instrument: terms, params: random.params }, random.direction, told.basePrice);
  }
  const room = random.params.activeSafetyOrders ?? Number.POSITIVE_INFINITY;
  while (told.resting.length < room) {
    const [rung, ...others] = told.waiting;
    if (rung === undefined) return;
    told.waiting = others;
    if (rung.price.gt(0) && isTradable(terms, rung))
      told.resting.push({ level: rung.level, price: rung.price, rest: rung.quantity });
  }
}

/** A partial exit takes its share of the position, rounded down; the last part takes the rest. */
function leave(told: Told, fill: { type: string; price: number; quantity: number }): void {
  const { random, terms } = told;
  const [price, quantity] = [terms.tick.times(fill.price), terms.step.times(fill.quantity)];
  const value = price.times(quantity);
  const share = (whole: Exact): Exact =>
    quantity.eq(told.quantity) ? whole : floorTo(CENTIMICRO, whole.times(quantity), told.quantity);
  const { cost, fees, fundingPaid, margin } = told;
  const isMaker = fill.type === 'take_profit' && random.params.tpOrder === 'limit';
  told.commission = told.commission.plus(feeOf(told, value, isMaker));
  told.gross = told.gross.plus(value.minus(share(cost)).times(told.d));
  const left = [cost, fees, fundingPaid, margin].map((whole) => whole.minus(share(whole)));
  told.quantity = told.quantity.minus(quantity);
  [told.cost = ZERO, told.fees = ZERO, told.fundingPaid = ZERO, told.margin = ZERO] = left;
  if (told.quantity.isZero()) [told.resting, told.target, told.stop] = [[], null, null];
}

function pay(told: Told, paid: Exact): void {
  told.fundingPaid = told.fundingPaid.plus(paid);
  told.funding = told.funding.minus(paid);
  if (told.random.params.marginType === 'isolated') told.margin = told.margin.minus(paid);
  protect(told);
}

/** Places the exits for the current position; a trailing exit has no order before it is armed. */
function protect(told: Told): void {
  const { random, terms, basePrice, cost, quantity, gross, commission, fees, funding, fundingPaid } = told;
  const { params, direction } = random;
  const net = gross.plus(funding).plus(fundingPaid).minus(commission).plus(fees);
  const held = { quantity, cost, fees, fundingPaid, taken: { gross, net } };
  told.target =
    params.trailingPercent === null ? oracle.takeProfitPrice({ instrument: terms, params }, direction, held) : null;
  if (params.stopLossPercent === null || basePrice === null) return;
  const from = params.slBasis === 'base' ? { top: basePrice, bottom: ONE } : { top: cost, bottom: quantity };
  told.stop = oracle.stopPrice(terms.tick, direction, { ...from, percent: params.stopLossPercent });
}

function lineOf(told: Told): string {
  const { terms, random, quantity, cost, margin } = told;
  const { params, direction } = random;
  const inCash = (amount: Exact): number => amount.div(CENTIMICRO).toNumber() + 0;
  const inSteps = (size: Exact): number => size.div(terms.step).toNumber();
  const inTicks = (price: Exact | null): number | null => price?.div(terms.tick).toNumber() ?? null;
  const isIsolated = params.marginType === 'isolated' && quantity.gt(0);
  const mark = isIsolated ? oracle.liquidationMark(terms, direction, { quantity, cost, wallet: margin }) : null;
  const size = told.target !== null && params.tpOrder === 'limit' ? inSteps(quantity) : null;
  const money = [cost, told.fees, told.fundingPaid, told.gross, told.commission, told.funding, margin, told.committed];
  const orders = told.resting.map(
    ({ level, price, rest }) => `${level}:${inSteps(rest)}@${inTicks(price) ?? 'market'}`,
  );
  return [
    ...[inSteps(quantity), ...money.map(inCash)],
    ...['tp', inTicks(told.target), size, 'sl', inTicks(told.stop), 'liq', inTicks(mark)],
    ...orders,
  ]
    .map((word) => word ?? '-')
    .join(' ');
}
