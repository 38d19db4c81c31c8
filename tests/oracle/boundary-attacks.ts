import { rateFromPercent } from '#base/decimal.ts';
import { cash, multiplyDivide, type Rate, type Rounding, rate, share, steps, ticks, ZERO_CASH } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { slipped } from '#engine/matching/bar-fill.ts';
import { type Instrument, quantityFor } from '#engine/model/instrument.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { Position } from '#engine/model/position.ts';
import { breakEvenPrice, stopLossPrice, takeProfitPrice, trailingStopPrice } from '#engine/risk/exits.ts';
import { committedMargin } from '#engine/risk/filled-ladder.ts';
import { ladderOf } from '#engine/risk/ladder.ts';
import { levelPrice, levelQuantity, limitBasePrice } from '#engine/risk/levels.ts';
import { type LiquidationInput, liquidationPrice, liquidationTrigger } from '#engine/risk/liquidation.ts';
import { initialMargin } from '#engine/risk/margin.ts';
import { CENTIMICRO, ceilTo, type Exact, exact, floorTo, ONE, roundBy, ZERO } from './exact.ts';
import * as oracle from './ladder.ts';
import { type Linear, nearestTo, nearHalf, nearWhole, type Solutions } from './near-boundary.ts';
import { oracleInstrument } from './random-case.ts';
import { randomInstrument, randomTiers } from './random-instrument.ts';

/** One question whose exact answer lies on a boundary or next to it, asked of both sides. */
export interface Probe {
  readonly engine: () => number | null;
  readonly oracle: () => number | null;
  /** Whether it lies on the boundary that is attacked; left out where the one rounding of the oracle tells. */
  readonly isOn?: () => boolean;
}

/** Plants one question; null where the drawn figures reach no boundary in range. */
export type Attack = (dice: Chance) => Probe | null;

const RATE = 100_000_000n;
/** As large as cash may be while its formulas still have room. */
const CASH_MAX = 2n ** 52n;
const SIGNS = { buy: 1, sell: -1 } as const;

/** How many smallest units beside the boundary: none, one, or any number about which a float may still be in doubt. */
const beside = (dice: Chance): bigint =>
  dice.pick([0n, 0n, 1n, -1n, 2n ** BigInt(dice.between(1, 50)) * dice.pick([1n, -1n])]);
const wayOf = (dice: Chance) => dice.pick(['buy', 'sell'] as const);
const percentOf = (count: number): string => exact(count).div(1e6).toFixed();
const usdtOf = (count: bigint | number): Exact => exact(String(count)).times(CENTIMICRO);
const toCash = (count: bigint) => cash(Number(count));

/** One of the solutions below a bound, or null. */
function below(dice: Chance, { first, period }: Solutions, max: bigint): bigint | null {
  if (first > max) return null;
  const more = (max - first) / period;
  const among = more > 1_000_000n ? dice.pick([1_000_000n, more]) : more;
  return first + period * BigInt(Math.floor(dice.next() * (Number(among) + 1)));
}

/** A whole number of a random magnitude. */
function sized(dice: Chance, max: number): number {
  return Math.max(1, Math.floor(Math.exp(dice.next() * Math.log(max))));
}

const roundedOf = (rounding: Rounding, top: Exact, bottom: Exact): Exact => {
  if (rounding === 'floor') return floorTo(ONE, top, bottom);
  if (rounding === 'ceil') return ceilTo(ONE, top, bottom);
  const size = floorTo(ONE, top.abs().times(2).plus(bottom), bottom.times(2));
  return top.isNegative() ? size.neg() : size;
};

const plain = (value: Exact): number => value.toNumber() + 0; // Without the sign of a zero.

function near(rounding: Rounding, linear: Linear, denominator: bigint, offset: bigint): Solutions {
  return rounding === 'half-up' ? nearHalf(linear, denominator, offset) : nearWhole(linear, denominator, offset);
}

const ROUNDINGS = ['floor', 'ceil', 'half-up'] as const;

const shareOf: Attack = (dice) => {
  const [fraction, rounding] = [
    dice.between(1, dice.pick([1_000_000, 100_000_000, 1_100_000_000])),
    dice.pick(ROUNDINGS),
  ];
  const solutions = near(rounding, { alpha: BigInt(fraction), beta: 0n }, RATE, beside(dice));
  const size = below(dice, solutions, dice.pick([10n ** 9n, 10n ** 12n, CASH_MAX]));
  if (size === null) return null;
  const amount = Number(size) * dice.pick([1, -1]);
  return {
    engine: () => share(cash(amount), rate(fraction), rounding),
    oracle: () => plain(roundedOf(rounding, exact(amount).times(fraction), exact(1e8))),
  };
};

const quotient: Attack = (dice) => {
  const [c, rounding] = [sized(dice, 2 ** 50), dice.pick(ROUNDINGS)];
  const a = sized(dice, 2 ** 50);
  const solutions = near(rounding, { alpha: BigInt(a), beta: 0n }, BigInt(c), beside(dice));
  const most = (2n ** 53n * BigInt(c)) / BigInt(a) - 1n; // The quotient stays below 2^53.
  const b = below(dice, solutions, most < CASH_MAX ? most : CASH_MAX);
  if (b === null) return null;
  const signed = a * dice.pick([1, -1]);
  return {
    engine: () => multiplyDivide(signed, Number(b), c, rounding),
    oracle: () => plain(roundedOf(rounding, exact(signed).times(String(b)), exact(c))),
  };
};

// --- the ladder ------------------------------------------------------------------------------------------------------

interface Ground {
  readonly instrument: Instrument;
  readonly terms: ReturnType<typeof oracleInstrument>;
  readonly way: 'buy' | 'sell';
  readonly d: 1 | -1;
}

function ground(dice: Chance): Ground {
  const instrument = randomInstrument(dice);
  const way = wayOf(dice);
  return { instrument, terms: oracleInstrument(instrument, '0'), way, d: SIGNS[way] };
}

const inTicks = (price: Exact | null, { terms }: Ground): number | null =>
  price === null ? null : price.div(terms.tick).toNumber();
const aboveZero = (price: number): number | null => (price > 0 ? price : null);

function paramsOf(on: Ground, input: Partial<LadderParamsInput>): LadderParams {
  return ladderParams.parse({ direction: on.way, baseOrderSize: '100', ...input });
}

/** A ladder whose deviations have so few digits that prices meet them: D_k over 10^8. */
function levelsOf(dice: Chance): Partial<LadderParamsInput> {
  if (dice.next() < 0.5)
    return { customLevels: [{ deviationPercent: percentOf(dice.between(10_000, 99_000_000)), size: '100' }] };
  const stepPercent = dice.pick(['0.05', '0.5', '1', '2.5', '1.000001', '0.123457']);
  const stepScale = dice.pick(['1', '1.5', '0.9', '2', '1.25', '1.2345']);
  return { stepPercent, stepScale, safetyOrdersCount: dice.between(1, 6) };
}

const levelPriceOf: Attack = (dice) => {
  const on = ground(dice);
  const params = paramsOf(on, levelsOf(dice));
  const level = dice.between(1, params.customLevels?.length ?? params.safetyOrdersCount);
  const deviation = oracle.plannedLevels(params)[level - 1]?.deviation ?? ZERO;
  const denominator = 10n ** BigInt(2 + deviation.decimalPlaces());
  const moved = denominator - BigInt(on.d) * BigInt(deviation.div(100).times(String(denominator)).toFixed(0));
  if (moved <= 0n || denominator > 10n ** 15n) return null;
  const base = below(
    dice,
    nearWhole({ alpha: moved, beta: 0n }, denominator, beside(dice)),
    2n ** 50n / (moved / denominator + 1n),
  );
  if (base === null || base === 0n) return null;
  const side = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way };
  return {
    engine: () => levelPrice(side, level, ticks(Number(base))),
    oracle: () =>
      inTicks(oracle.rungPrice(on.terms.tick, on.d, { base: on.terms.tick.times(String(base)), deviation }), on),
  };
};

/** The value of one step at a price, and a price at which it leaves room. */
function priceOf(dice: Chance, { instrument }: Ground): { price: number; stepValue: bigint } {
  const price = sized(dice, 2 ** 40 / instrument.cashPerTickStep);
  return { price, stepValue: BigInt(price) * BigInt(instrument.cashPerTickStep) };
}

const SIZE_MAX = 10n ** 15n; // 10,000,000 USDT, the largest order size.

const levelQuantityOf: Attack = (dice) => {
  const on = ground(dice);
  const { price, stepValue } = priceOf(dice, on);
  const [leverage, level] = [dice.pick([1, 7, 20]), dice.between(1, 4)];
  const volumeScale = dice.pick(['1', '1.5', '1.0001', '0.9', '2', '1.2345']);
  const scale = BigInt(exact(volumeScale).times(10_000).toFixed(0));
  const power = BigInt(level - 1);
  const size = below(
    dice,
    nearWhole({ alpha: BigInt(leverage) * scale ** power, beta: 0n }, stepValue * 10_000n ** power, beside(dice)),
    SIZE_MAX / BigInt(leverage),
  );
  if (size === null || size === 0n) return null;
  const safetyOrderSize = usdtOf(size).toFixed();
  const params = paramsOf(on, { sizeType: 'margin', leverage, safetyOrderSize, volumeScale, safetyOrdersCount: level });
  const notional = oracle.plannedLevels(params)[level - 1]?.size.times(leverage) ?? ZERO;
  const side = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way };
  return {
    engine: () => levelQuantity(side, level, ticks(price)),
    oracle: () => floorTo(on.terms.step, notional, on.terms.tick.times(price)).div(on.terms.step).toNumber(),
  };
};

const baseQuantityOf: Attack = (dice) => {
  const on = ground(dice);
  const { price, stepValue } = priceOf(dice, on);
  const size = below(dice, nearWhole({ alpha: 1n, beta: 0n }, stepValue, beside(dice)), 2n ** 53n - 1n);
  if (size === null) return null;
  return {
    engine: () => quantityFor(on.instrument, toCash(size), ticks(price)),
    oracle: () => floorTo(on.terms.step, usdtOf(size), on.terms.tick.times(price)).div(on.terms.step).toNumber(),
  };
};

/** A price that, moved by a rate against the position, lies on a tick or beside it. */
function movedPrice(dice: Chance, d: 1 | -1, countMax: number): { count: number; price: number } | null {
  const count = dice.between(10_000, countMax);
  const factor = RATE - BigInt(d) * BigInt(count);
  if (factor <= 0n) return null;
  const price = below(
    dice,
    nearWhole({ alpha: factor, beta: 0n }, RATE, beside(dice)),
    dice.pick([10n ** 8n, 2n ** 45n]),
  );
  return price === null || price === 0n ? null : { count, price: Number(price) };
}

const limitBase: Attack = (dice) => {
  const on = ground(dice);
  const moved = movedPrice(dice, on.d, 50_000_000);
  if (moved === null) return null;
  const params = paramsOf(on, { baseOrderType: 'limit', baseOrderOffsetPercent: percentOf(moved.count) });
  const side = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way };
  return {
    engine: () => limitBasePrice(side, ticks(moved.price)),
    oracle: () =>
      inTicks(oracle.limitBasePrice({ instrument: on.terms, params }, on.way, on.terms.tick.times(moved.price)), on),
  };
};

const trailingStop: Attack = (dice) => {
  const on = ground(dice);
  const moved = movedPrice(dice, on.d, 10_000_000);
  if (moved === null) return null;
  return {
    engine: () => trailingStopPrice(on.way, ticks(moved.price), rate(moved.count)),
    oracle: () => {
      const from = { top: on.terms.tick.times(moved.price), bottom: ONE, percent: percentOf(moved.count) };
      return inTicks(oracle.stopPrice(on.terms.tick, on.way, from), on);
    },
  };
};

const marketPrice: Attack = (dice) => {
  const side = dice.pick(['BUY', 'SELL'] as const);
  const moved = movedPrice(dice, side === 'BUY' ? -1 : 1, 1_000_000);
  if (moved === null) return null;
  const worse = side === 'BUY' ? exact(1e8).plus(moved.count) : exact(1e8).minus(moved.count);
  return {
    engine: () => slipped(ticks(moved.price), side, rate(moved.count)),
    oracle: () => {
      const price = roundBy(side === 'BUY' ? -1 : 1, ONE, { top: worse.times(moved.price), bottom: exact(1e8) });
      return Math.max(1, price.toNumber());
    },
  };
};

// --- the exits -------------------------------------------------------------------------------------------------------

interface Held {
  readonly quantity: number;
  readonly cost: bigint;
  readonly fees: bigint;
  readonly fundingPaid: bigint;
}

const positionOf = ({ quantity, cost, fees, fundingPaid }: Held): Position => ({
  quantity: steps(quantity),
  cost: toCash(cost),
  fees: toCash(fees),
  fundingPaid: toCash(fundingPaid),
});

function costsOf(dice: Chance): { fees: bigint; fundingPaid: bigint } {
  const most = dice.pick([10, 1_000, 10 ** 9]);
  return { fees: BigInt(dice.between(0, most)), fundingPaid: BigInt(dice.between(-most, most)) };
}

/** A quantity whose formulas keep the solutions in the range of cash. */
function quantityOf(dice: Chance, { instrument }: Ground): number {
  return sized(dice, 40_000_000 / instrument.cashPerTickStep);
}

const takeProfit: Attack = (dice) => {
  const on = ground(dice);
  const [tpBasis, tpNetOfFees] = [dice.pick(['average', 'base'] as const), dice.pick([true, false])];
  const tpOrder = dice.pick(['limit', 'market_trigger'] as const);
  const trailingPercent = dice.pick([null, null, '0.5']);
  const gain = dice.between(10_000, dice.pick([5_000_000, 99_000_000, 1_000_000_000]));
  const d = BigInt(on.d);
  const isTaker = tpOrder === 'market_trigger' || trailingPercent !== null;
  const exitFee = BigInt(isTaker ? on.instrument.takerFee : on.instrument.makerFee);
  const quantity = quantityOf(dice, on);
  const stepValue = BigInt(quantity) * BigInt(on.instrument.cashPerTickStep);
  const denominator = stepValue * (tpNetOfFees ? RATE - d * exitFee : RATE);
  const { fees, fundingPaid } = costsOf(dice);
  const taken = tpBasis === 'base' ? BigInt(dice.between(-1_000_000, 1_000_000)) : 0n;
  const charges = d * RATE * ((tpNetOfFees ? fees + fundingPaid : 0n) - taken);
  const offset = beside(dice);
  const guess = stepValue * BigInt(sized(dice, 10_000_000));
  const [alpha, beta] =
    tpBasis === 'average' ? [RATE + d * BigInt(gain), charges] : [d * BigInt(gain), RATE * guess + charges];
  if (alpha === 0n) return null;
  const solved = below(
    dice,
    nearWhole({ alpha, beta }, denominator, offset),
    tpBasis === 'average' ? CASH_MAX : SIZE_MAX,
  );
  if (solved === null || solved === 0n) return null;
  const [cost, size] = tpBasis === 'average' ? [solved, 100n] : [guess, solved];
  if (cost > CASH_MAX) return null;
  const baseOrderSize = usdtOf(size).toFixed();
  const params = paramsOf(on, {
    baseOrderSize,
    takeProfitPercent: percentOf(gain),
    tpBasis,
    tpNetOfFees,
    tpOrder,
    trailingPercent,
  });
  const held = { quantity, cost, fees, fundingPaid };
  const input = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way, basePrice: ticks(1) };
  return {
    engine: () =>
      aboveZero(
        takeProfitPrice({ ...input, position: positionOf(held), takeProfit: rate(gain), taken: toCash(taken) }),
      ),
    oracle: () => {
      const earned = { gross: usdtOf(taken), net: usdtOf(taken) };
      return inTicks(
        oracle.takeProfitPrice({ instrument: on.terms, params }, on.way, { ...inUsdt(held, on), taken: earned }),
        on,
      );
    },
  };
};

const inUsdt = ({ quantity, cost, fees, fundingPaid }: Held, { terms }: Ground) => ({
  quantity: terms.step.times(quantity),
  cost: usdtOf(cost),
  fees: usdtOf(fees),
  fundingPaid: usdtOf(fundingPaid),
});

const breakEven: Attack = (dice) => {
  const on = ground(dice);
  const exitFee = dice.pick([on.instrument.makerFee, on.instrument.takerFee]);
  const quantity = quantityOf(dice, on);
  const kept = RATE - BigInt(on.d) * BigInt(exitFee);
  const denominator = BigInt(quantity) * BigInt(on.instrument.cashPerTickStep) * kept;
  const costs = costsOf(dice);
  const beta = BigInt(on.d) * RATE * (costs.fees + costs.fundingPaid);
  const cost = below(dice, nearWhole({ alpha: RATE, beta }, denominator, beside(dice)), CASH_MAX);
  if (cost === null || cost === 0n) return null;
  const held = { quantity, cost, ...costs };
  const input = {
    ladder: ladderOf(paramsOf(on, {})),
    instrument: on.instrument,
    direction: on.way,
    basePrice: ticks(1),
  };
  return {
    engine: () => breakEvenPrice({ ...input, position: positionOf(held), exitFee }),
    oracle: () => {
      const { quantity: size, cost: paid, fees, fundingPaid } = inUsdt(held, on);
      const top = paid.plus(fees.plus(fundingPaid).times(on.d));
      const bottom = size.times(ONE.minus(exact(exitFee).div(1e8).times(on.d)));
      return inTicks(roundBy(on.d === 1 ? -1 : 1, on.terms.tick, { top, bottom }), on);
    },
  };
};

function stopProbe(on: Ground, params: LadderParams, at: { held: Held; basePrice: number }): Probe {
  const ladder = ladderOf(params);
  const stopLoss: Rate = rateFromPercent(params.stopLossPercent ?? '1');
  const percent = params.stopLossPercent ?? '1';
  const input = { ladder, instrument: on.instrument, direction: on.way, basePrice: ticks(at.basePrice) };
  const held = inUsdt(at.held, on);
  const from =
    params.slBasis === 'base'
      ? { top: on.terms.tick.times(at.basePrice), bottom: ONE }
      : { top: held.cost, bottom: held.quantity };
  return {
    engine: () => aboveZero(stopLossPrice({ ...input, position: positionOf(at.held), stopLoss })),
    oracle: () => inTicks(oracle.stopPrice(on.terms.tick, on.way, { ...from, percent }), on),
  };
}

const stopFromBase: Attack = (dice) => {
  const on = ground(dice);
  const moved = movedPrice(dice, on.d, dice.pick([99_000_000, 1_000_000_000]));
  if (moved === null) return null;
  const params = paramsOf(on, { stopLossPercent: percentOf(moved.count), slBasis: 'base' });
  return stopProbe(on, params, { held: { quantity: 1, cost: 1n, fees: 0n, fundingPaid: 0n }, basePrice: moved.price });
};

const stopFromAverage: Attack = (dice) => {
  const on = ground(dice);
  const count = dice.between(10_000, dice.pick([99_000_000, 1_000_000_000]));
  const alpha = RATE - BigInt(on.d) * BigInt(count);
  if (alpha <= 0n) return null;
  const quantity = quantityOf(dice, on);
  const denominator = BigInt(quantity) * BigInt(on.instrument.cashPerTickStep) * RATE;
  const cost = below(dice, nearWhole({ alpha, beta: 0n }, denominator, beside(dice)), CASH_MAX / (alpha / RATE + 1n));
  if (cost === null || cost === 0n) return null;
  const params = paramsOf(on, { stopLossPercent: percentOf(count), slBasis: 'average' });
  return stopProbe(on, params, { held: { quantity, cost, fees: 0n, fundingPaid: 0n }, basePrice: 1 });
};

// --- liquidation and margin ------------------------------------------------------------------------------------------

interface Backed extends Ground {
  readonly quantity: number;
  readonly cost: bigint;
  readonly tier: Instrument['brackets'][number];
}

/** A position of a random size, and one of the tiers its liquidation may fall into. */
function backed(dice: Chance, multipleOf: (instrument: Instrument) => number = () => 1): Backed {
  const on = ground(dice);
  const brackets = randomTiers(dice);
  // Broken amounts tell which tier was taken even at its very edge, where continuous ones agree.
  const told =
    dice.next() < 0.3 ? brackets.map((tier) => ({ ...tier, cumulative: cash(tier.cumulative * 3) })) : brackets;
  const instrument = { ...on.instrument, brackets: told };
  const multiple = multipleOf(instrument);
  const quantity = multiple * sized(dice, 2 ** 36 / instrument.cashPerTickStep / multiple);
  const value = BigInt(quantity) * BigInt(instrument.cashPerTickStep);
  const price = BigInt(sized(dice, Math.min(2 ** 40, Number(2n ** 51n / value))));
  const terms = oracleInstrument(instrument, '0');
  return { ...on, instrument, terms, quantity, cost: value * price, tier: dice.pick(told) };
}

/** The wallet at which the liquidation formula of the tier has this top: C − d · (W + cum) = top. */
const walletFor = ({ d, cost, tier }: Backed, top: bigint): bigint =>
  BigInt(d) * (cost - top) - BigInt(tier.cumulative);

const isCash = (...amounts: readonly bigint[]): boolean =>
  amounts.every((amount) => amount <= CASH_MAX && amount >= -CASH_MAX);

interface Backer {
  readonly wallet: bigint;
  readonly hedge?: { readonly quantity: number; readonly cost: bigint } | undefined;
}

function liquidationProbe(dice: Chance, on: Backed, { wallet, hedge }: Backer): Probe | null {
  if (!isCash(wallet, on.cost)) return null;
  const [maintenance, unrealized] =
    dice.next() < 0.7 ? [0, 0] : [dice.between(0, 10 ** 9), dice.between(-(10 ** 9), 10 ** 9)];
  const input: LiquidationInput = {
    instrument: on.instrument,
    direction: on.way,
    position: positionOf({ quantity: on.quantity, cost: on.cost, fees: 0n, fundingPaid: 0n }),
    wallet: toCash(wallet + BigInt(maintenance) - BigInt(unrealized)),
    otherMaintenance: cash(maintenance),
    otherUnrealized: cash(unrealized),
    ...(hedge === undefined ? {} : { hedge: { quantity: steps(hedge.quantity), cost: toCash(hedge.cost) } }),
  };
  return {
    engine: () => liquidationTrigger(input),
    oracle: () => inTicks(oracle.liquidationMark(on.terms, on.way, backing(on, { wallet, hedge })), on),
  };
}

function backing({ terms, ...own }: Backed, { wallet, hedge }: Backer): oracle.Backing {
  const sizes = ({ quantity, cost }: { quantity: number; cost: bigint }) => ({
    quantity: terms.step.times(quantity),
    cost: usdtOf(cost),
  });
  return { ...sizes(own), wallet: usdtOf(wallet), ...(hedge === undefined ? {} : { hedge: sizes(hedge) }) };
}

/** Top of the formula for a liquidation inside the tier, and near the price of the position where that can be. */
function topInside(dice: Chance, { cost, d, tier }: Backed): bigint {
  const inside = BigInt(tier.floor) + BigInt(Math.floor(dice.next() * Number(tier.cap - tier.floor)));
  const notional = inside < 4n * cost ? inside : cost;
  return (notional * (RATE - BigInt(d) * BigInt(tier.maintenanceRate))) / RATE;
}

/** The price of a position's end on a tick, one unit of the wallet beside it. */
const liquidationTick: Attack = (dice) => {
  const on = backed(dice);
  const d = BigInt(on.d);
  const denominator =
    BigInt(on.quantity) * BigInt(on.instrument.cashPerTickStep) * (RATE - d * BigInt(on.tier.maintenanceRate));
  const beta = RATE * (on.cost - d * BigInt(on.tier.cumulative));
  const solutions = nearWhole({ alpha: -d * RATE, beta }, denominator, beside(dice));
  return liquidationProbe(dice, on, { wallet: nearestTo(solutions, walletFor(on, topInside(dice, on))) });
};

/** Its notional at the very edge of a tier, one unit of the wallet beside it. */
const liquidationEdge: Attack = (dice) => {
  const on = backed(dice);
  const edge = BigInt(dice.pick([on.tier.floor, on.tier.cap]));
  const top = (edge * (RATE - BigInt(on.d) * BigInt(on.tier.maintenanceRate))) / RATE;
  const wallet = walletFor(on, top) + dice.pick([-1n, 0n, 0n, 1n]);
  const probe = liquidationProbe(dice, on, { wallet });
  const isOn = (): boolean => {
    const { quantity, ...held } = backing(on, { wallet });
    const root = oracle.liquidationRoot(on.terms, on.way, { quantity, ...held });
    return root !== null && on.terms.tiers.some(({ floor }) => root.top.times(quantity).eq(floor.times(root.bottom)));
  };
  return probe === null ? null : { ...probe, isOn };
};

/** Two sides of a symbol on one wallet, their common price on a tick, one unit of the wallet beside it. */
const liquidationHedged: Attack = (dice) => {
  const on = backed(dice);
  const cashPerTickStep = BigInt(on.instrument.cashPerTickStep);
  const quantity = Math.max(1, on.quantity + Math.round(on.quantity * dice.pick([-0.9, -0.1, -0.001, 0.001, 0.1, 3])));
  const cost = (on.cost * BigInt(dice.between(1, 300))) / 100n;
  const other = dice.pick(on.instrument.brackets);
  const [d, own, hedged] = [BigInt(on.d), BigInt(on.quantity), BigInt(quantity)];
  const maintenance = own * BigInt(on.tier.maintenanceRate) + hedged * BigInt(other.maintenanceRate);
  const slope = d * (own - hedged) * RATE - maintenance;
  if (slope === 0n || !isCash(on.cost, cost)) return null;
  const [sign, denominator] = slope > 0n ? [1n, slope * cashPerTickStep] : [-1n, -slope * cashPerTickStep];
  const fixed = BigInt(on.tier.cumulative) + BigInt(other.cumulative) - d * (on.cost - cost);
  const solutions = nearWhole({ alpha: -sign * RATE, beta: -sign * RATE * fixed }, denominator, beside(dice));
  const inside = BigInt(on.tier.floor) + BigInt(Math.floor(dice.next() * Number(on.tier.cap - on.tier.floor)));
  const wallet = nearestTo(solutions, (-slope * inside) / own / RATE - fixed);
  return liquidationProbe(dice, on, { wallet, hedge: { quantity, cost } });
};

/** The price a unit, half of 1e-8 USDT beside a whole one. */
const liquidationUnit: Attack = (dice) => {
  const on = backed(dice, ({ step }) => 2 ** (9 + step.decimals)); // Halves are reached by even parts alone.
  const d = BigInt(on.d);
  const { units, decimals } = on.instrument.step;
  const factor = RATE - d * BigInt(on.tier.maintenanceRate);
  const denominator = BigInt(on.quantity) * factor * BigInt(units);
  const scale = RATE * 10n ** BigInt(decimals);
  const beta = scale * (on.cost - d * BigInt(on.tier.cumulative));
  const solutions = nearHalf({ alpha: -d * scale, beta }, denominator, beside(dice));
  const wallet = nearestTo(solutions, walletFor(on, topInside(dice, on)));
  if (!isCash(wallet, on.cost)) return null;
  const input: LiquidationInput = {
    instrument: on.instrument,
    direction: on.way,
    position: positionOf({ quantity: on.quantity, cost: on.cost, fees: 0n, fundingPaid: 0n }),
    wallet: toCash(wallet),
    otherMaintenance: ZERO_CASH,
    otherUnrealized: ZERO_CASH,
  };
  return {
    engine: () => liquidationPrice(input),
    oracle: () => {
      const root = oracle.liquidationRoot(on.terms, on.way, backing(on, { wallet }));
      if (root === null) return null;
      const count = floorTo(ONE, root.top.times(2e8).plus(root.bottom), root.bottom.times(2)).toNumber();
      return count > 0 && Number.isSafeInteger(count) ? count : null;
    },
  };
};

const marginOf: Attack = (dice) => {
  const leverage = dice.between(1, 125);
  const cost = below(dice, nearWhole({ alpha: 1n, beta: 0n }, BigInt(leverage), beside(dice)), 2n ** 53n - 1n);
  if (cost === null) return null;
  return {
    engine: () => initialMargin(toCash(cost), leverage),
    oracle: () => ceilTo(CENTIMICRO, usdtOf(cost), exact(leverage)).times(1e8).toNumber(),
  };
};

/** A base order whose fee lies on half of 1e-8 USDT, or whose margin divides, or nearly so. */
const committed: Attack = (dice) => {
  const on = ground(dice);
  const quantity = dice.between(1, 50);
  const baseOrderType = dice.pick(['market', 'limit'] as const);
  const fee = baseOrderType === 'market' ? on.instrument.takerFee : on.instrument.makerFee;
  const each = BigInt(quantity) * BigInt(on.instrument.cashPerTickStep);
  const leverage = dice.between(1, 125);
  const solutions =
    fee > 0 && dice.next() < 0.7
      ? nearHalf({ alpha: BigInt(fee) * each, beta: 0n }, RATE, beside(dice))
      : nearWhole({ alpha: each, beta: 0n }, BigInt(leverage), beside(dice));
  const price = below(dice, solutions, 10n ** 14n / each);
  if (price === null || price === 0n) return null;
  const params = paramsOf(on, {
    baseOrderSize: usdtOf(price * each).toFixed(),
    baseOrderType,
    safetyOrdersCount: 0,
    leverage,
  });
  const bot = { instrument: on.terms, params };
  const base = { level: 0, price: on.terms.tick.times(String(price)), quantity: on.terms.step.times(quantity) };
  const side = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way };
  return {
    engine: () => committedMargin(side, ticks(Number(price))),
    oracle: () => oracle.requiredCapital(bot, base, []).times(1e8).toNumber(),
  };
};

/** Each rounding of the engine by name; `filtered` are those that ask a float first and the exact quotient in doubt. */
export const ATTACKS: readonly { readonly name: string; readonly attack: Attack; readonly isFiltered: boolean }[] = [
  { name: 'share', attack: shareOf, isFiltered: true },
  { name: 'multiplyDivide', attack: quotient, isFiltered: true },
  { name: 'levelPrice', attack: levelPriceOf, isFiltered: true },
  { name: 'levelQuantity', attack: levelQuantityOf, isFiltered: true },
  { name: 'quantityFor', attack: baseQuantityOf, isFiltered: false },
  { name: 'limitBasePrice', attack: limitBase, isFiltered: true },
  { name: 'slipped', attack: marketPrice, isFiltered: true },
  { name: 'takeProfitPrice', attack: takeProfit, isFiltered: true },
  { name: 'breakEvenPrice', attack: breakEven, isFiltered: true },
  { name: 'stopLossPrice, base', attack: stopFromBase, isFiltered: true },
  { name: 'stopLossPrice, average', attack: stopFromAverage, isFiltered: true },
  { name: 'trailingStopPrice', attack: trailingStop, isFiltered: true },
  { name: 'liquidationTrigger, tick', attack: liquidationTick, isFiltered: true },
  { name: 'liquidationTrigger, tier edge', attack: liquidationEdge, isFiltered: true },
  { name: 'liquidationTrigger, hedged', attack: liquidationHedged, isFiltered: true },
  { name: 'liquidationPrice', attack: liquidationUnit, isFiltered: true },
  { name: 'initialMargin', attack: marginOf, isFiltered: false },
  { name: 'committedMargin', attack: committed, isFiltered: false },
];
