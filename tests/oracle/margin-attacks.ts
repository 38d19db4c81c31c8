import { cash, steps, ticks, ZERO_CASH } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { committedMargin } from '#engine/risk/ladder/filled-ladder.ts';
import { ladderOf } from '#engine/risk/ladder/ladder.ts';
import { liquidationPrice, liquidationTrigger } from '#engine/risk/margin/liquidation.ts';
import type { LiquidationInput } from '#engine/risk/margin/liquidation-input.ts';
import { initialMargin } from '#engine/risk/margin/margin.ts';
import {
  type Attack,
  below,
  beside,
  CASH_MAX,
  type Ground,
  ground,
  inTicks,
  type Probe,
  paramsOf,
  positionOf,
  RATE,
  sized,
  toCash,
  usdtOf,
} from './attack.ts';
import { CENTIMICRO, ceilTo, exact, floorTo, ONE } from './exact.ts';
import * as oracle from './ladder.ts';
import { nearestTo, nearHalf, nearWhole } from './near-boundary.ts';
import { oracleInstrument } from './random-case.ts';
import { randomTiers } from './random-instrument.ts';

interface Backed extends Ground {
  readonly quantity: number;
  readonly cost: bigint;
  readonly tier: Instrument['brackets'][number];
}

/** A position of a random size, and one of the tiers that its liquidation may fall into. */
function backed(dice: Chance, multipleOf: (instrument: Instrument) => number = () => 1): Backed {
  const on = ground(dice);
  const brackets = randomTiers(dice);
  // Discontinuous amounts show which tier was used even at its very edge, where continuous ones agree.
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

/** A liquidation price on a tick, or off it by one unit of the wallet. */
export const liquidationTick: Attack = (dice) => {
  const on = backed(dice);
  const d = BigInt(on.d);
  const denominator =
    BigInt(on.quantity) * BigInt(on.instrument.cashPerTickStep) * (RATE - d * BigInt(on.tier.maintenanceRate));
  const beta = RATE * (on.cost - d * BigInt(on.tier.cumulative));
  const solutions = nearWhole({ alpha: -d * RATE, beta }, denominator, beside(dice));
  return liquidationProbe(dice, on, { wallet: nearestTo(solutions, walletFor(on, topInside(dice, on))) });
};

/** A liquidation at the very edge of a tier, or off it by one unit of the wallet. */
export const liquidationEdge: Attack = (dice) => {
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

/** The common liquidation price of two hedged legs on a tick, or off it by one unit of the wallet. */
export const liquidationHedged: Attack = (dice) => {
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

/** A liquidation price per unit that lies on half of 1e-8 USDT. */
export const liquidationUnit: Attack = (dice) => {
  const on = backed(dice, ({ step }) => 2 ** (9 + step.decimals)); // Only even divisors give halves.
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

export const marginOf: Attack = (dice) => {
  const leverage = dice.between(1, 125);
  const cost = below(dice, nearWhole({ alpha: 1n, beta: 0n }, BigInt(leverage), beside(dice)), 2n ** 53n - 1n);
  if (cost === null) return null;
  return {
    engine: () => initialMargin(toCash(cost), leverage),
    oracle: () => ceilTo(CENTIMICRO, usdtOf(cost), exact(leverage)).times(1e8).toNumber(),
  };
};

/** A base order whose fee lies on half of 1e-8 USDT, or whose margin divides, or nearly so. */
export const committed: Attack = (dice) => {
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
  const { units, decimals } = on.instrument.step;
  const unit = BigInt(Math.ceil(on.instrument.cashPerTickStep * Math.max(1, 10 ** decimals / units)));
  const [priceMax, sizeMax] = [2n ** 51n / unit, 10n ** 14n / each]; // A unit must have a price that cash can hold.
  const price = below(dice, solutions, priceMax < sizeMax ? priceMax : sizeMax);
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
