import { assert } from '#base/assert.ts';
import { RATE_ONE } from '#base/exact.ts';
import type { Bracket, Instrument } from '#engine/model/instrument.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import type { Fraction } from '#engine/risk/ladder/fraction.ts';
import { ladderOf } from '#engine/risk/ladder/ladder.ts';

/** A whole ratio in lowest terms, and the float64 nearest to it. */
export interface Ratio {
  readonly top: bigint;
  readonly bottom: bigint;
  readonly near: number;
}

/** One safety order: how far from the base it rests, as a fraction of the base price, and its size in cash. */
export interface TwinLevel {
  readonly deviation: Ratio;
  readonly size: Ratio;
}

/** A maintenance tier; the last one never ends. */
export interface TwinTier {
  readonly floor: number;
  readonly cap: number;
  readonly rate: number;
  readonly cumulative: number;
}

/**
 * One parameter set as the C++ twin runs it: one bot, one symbol, one direction, a market base order, an isolated wallet.
 * Prices in ticks, quantities in steps, money in 1e-8 USDT, rates in 1e-8; zero stands for "none" of a distance.
 */
export interface TwinPlan {
  /** +1 for a long, −1 for a short. */
  readonly sign: 1 | -1;
  readonly wallet: number;
  readonly cashPerTickStep: number;
  readonly quantityMin: number;
  /** The largest limit order, and the largest market order. */
  readonly quantityMax: number;
  readonly marketQuantityMax: number;
  readonly notionalMin: number;
  readonly slippage: number;
  readonly makerFee: number;
  readonly takerFee: number;
  readonly baseNotional: number;
  readonly levels: readonly TwinLevel[];
  /** How many safety orders rest at once. */
  readonly active: number;
  readonly takeProfit: number;
  /** Whether the profit is measured from the base order instead of from everything bought. */
  readonly isProfitOfBase: boolean;
  readonly isNet: boolean;
  readonly isMarketExit: boolean;
  /** What the take profit pays. */
  readonly exitFee: number;
  readonly trailing: number;
  readonly stopLoss: number;
  readonly isStopOfAverage: boolean;
  readonly cooldownMinutes: number;
  /** Cycles of a run; zero is any number. */
  readonly cyclesMax: number;
  readonly leverage: number;
  /** No ladder of this plan commits more than this, whatever the price; a wallet below it is asked exactly. */
  readonly marginMax: number;
  readonly tiers: readonly TwinTier[];
}

/** Beyond every notional of a plan. */
const ENDLESS = Number.MAX_SAFE_INTEGER;
/** Keeps every product of the C++ twin inside 128 bits. */
const RATIO_MAX = 2n ** 90n;

/** Reads a parameter set for the C++ twin; refuses what it has no rule for. */
export function twinPlanOf(
  params: LadderParams,
  market: { readonly instrument: Instrument; readonly slippage: number; readonly wallet: number },
): TwinPlan {
  const ladder = ladderOf(params);
  const { instrument, slippage, wallet } = market;
  assert(params.direction !== 'both', 'a twin trades one direction');
  assert(ladder.baseOrder.kind === 'market', 'a twin enters at market');
  assert(ladder.marginType === 'isolated' && ladder.timeLimitMs === null, 'isolated, without a time limit');
  assert(ladder.takeProfit !== null, 'a twin takes profit');
  const isMaker = ladder.tpOrder === 'limit' && ladder.trailing === null;
  const levels = ladder.levels.map(({ deviation, size }) => ({ deviation: reduced(deviation), size: reduced(size) }));
  return {
    sign: params.direction === 'buy' ? 1 : -1,
    wallet,
    cashPerTickStep: instrument.cashPerTickStep,
    quantityMin: instrument.quantityMin,
    quantityMax: instrument.quantityMax,
    marketQuantityMax: instrument.marketQuantityMax,
    notionalMin: instrument.notionalMin,
    slippage,
    makerFee: instrument.makerFee,
    takerFee: instrument.takerFee,
    baseNotional: ladder.baseNotional,
    levels,
    active: ladder.activeSafetyOrders,
    takeProfit: ladder.takeProfit,
    isProfitOfBase: ladder.tpBasis === 'base',
    isNet: ladder.tpNetOfFees,
    isMarketExit: ladder.tpOrder === 'market_trigger',
    exitFee: isMaker ? instrument.makerFee : instrument.takerFee,
    trailing: ladder.trailing ?? 0,
    stopLoss: ladder.stopLoss ?? 0,
    isStopOfAverage: ladder.slBasis === 'average',
    cooldownMinutes: Math.ceil(ladder.cooldownMs / 60_000),
    cyclesMax: ladder.maxCycles ?? 0,
    leverage: ladder.leverage,
    marginMax: marginMaxOf(ladder.baseNotional, levels, { ...instrument, leverage: ladder.leverage }),
    tiers: tiersOf(instrument.brackets),
  };
}

/** Sizes are rounded down to the step, so what is bought costs no more than was asked for. */
function marginMaxOf(
  baseNotional: number,
  levels: readonly TwinLevel[],
  { makerFee, takerFee, leverage }: { makerFee: number; takerFee: number; leverage: number },
): number {
  const sizes = levels.map(({ size }) => Math.ceil(size.near) + 1);
  const fee = (size: number, rate: number) => Math.ceil((size / RATE_ONE) * rate) + 1;
  const total = sizes.reduce((sum, size) => sum + size, baseNotional);
  assert(total < 2 ** 50, 'a twin holds no more than exact cash bears');
  const fees = sizes.reduce((sum, size) => sum + fee(size, makerFee), fee(baseNotional, takerFee));
  return Math.ceil(total / leverage) + 1 + fees;
}

function tiersOf(brackets: readonly Bracket[]): TwinTier[] {
  return brackets.map(({ floor, cap, maintenanceRate, cumulative }, index) => ({
    floor,
    cap: index === brackets.length - 1 ? ENDLESS : cap,
    rate: maintenanceRate,
    cumulative,
  }));
}

function reduced({ numerator, denominator, near }: Fraction): Ratio {
  const common = greatestCommonDivisor(numerator, denominator);
  const [top, bottom] = [numerator / common, denominator / common];
  assert(top < RATIO_MAX && bottom < RATIO_MAX, 'the scales of a twin have few decimals');
  return { top, bottom, near };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
