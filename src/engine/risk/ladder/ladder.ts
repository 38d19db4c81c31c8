import { assert } from '#base/assert.ts';
import { cashFrom, parseDecimal, rateFromPercent } from '#base/decimal.ts';
import { type Cash, cash, RATE_ONE, type Rate, rate, type Ticks } from '#base/exact.ts';
import { SECOND_MS } from '#base/time.ts';
import type { LadderParams } from '../../model/ladder-params.ts';
import { type Fraction, fraction, wholeOf } from './fraction.ts';

/** The parameters of a ladder read exactly: amounts in cash, percents as rates, times in milliseconds. */
export interface Ladder {
  readonly direction: 'buy' | 'sell' | 'both';
  /** Notional of the base order, V0. */
  readonly baseNotional: Cash;
  readonly baseOrder: BaseOrder;
  /** Level 1 first. */
  readonly levels: readonly LadderLevel[];
  /** How many safety orders rest at once; 0 only when there are none. */
  readonly activeSafetyOrders: number;
  /** Whether the steps wait for a rule and execute at market where it acts, instead of resting in the book. */
  readonly hasStepRule: boolean;
  readonly takeProfit: Rate | null;
  readonly tpBasis: LadderParams['tpBasis'];
  readonly tpNetOfFees: boolean;
  readonly tpOrder: LadderParams['tpOrder'];
  readonly trailing: Rate | null;
  readonly stopLoss: Rate | null;
  /** How far from the base price the stop lies while no stop in percent is in force; null: there is none then. */
  readonly stopDistance: Ticks | null;
  readonly slBasis: LadderParams['slBasis'];
  readonly slWorkingType: LadderParams['slWorkingType'];
  readonly cooldownMs: number;
  readonly leverage: number;
  readonly marginType: LadderParams['marginType'];
  readonly maxOpenCycles: number | null;
  readonly maxCycles: number | null;
  readonly timeLimitMs: number | null;
}

export type BaseOrder =
  | { readonly kind: 'market' }
  | { readonly kind: 'limit' /** Away from the market. */; readonly offset: Rate; readonly ttlMs: number };

export interface LadderLevel {
  /** Cumulative deviation D_k as a fraction of the base price. */
  readonly deviation: Fraction;
  /** The deviation if it is a whole rate, as it is without a step scale; else null. */
  readonly rate: Rate | null;
  /** Notional V_k in cash. */
  readonly size: Fraction;
  /** The size if it is whole cash, as it is without a volume scale; else null. */
  readonly notional: Cash | null;
}

function levelOf(deviation: Fraction, size: Fraction): LadderLevel {
  const [share, amount] = [wholeOf(deviation, RATE_ONE), wholeOf(size, 1)];
  return {
    deviation,
    rate: share === null ? null : rate(share),
    size,
    notional: amount === null ? null : cash(amount),
  };
}

const SCALE_DECIMALS = 4;
const SCALE_ONE = 10_000n;

/** Reads parameters that fit their schema. Never refuses: `validateLadder` decides whether the ladder can run. */
export function ladderOf(params: LadderParams): Ladder {
  const levels = params.customLevels === null ? scaledLevels(params) : customLevels(params, params.customLevels);
  return {
    direction: params.direction,
    baseNotional: notionalOf(params, params.baseOrderSize),
    baseOrder: baseOrderOf(params),
    levels,
    activeSafetyOrders: Math.min(params.activeSafetyOrders ?? levels.length, levels.length),
    hasStepRule: params.safetyConditions !== null,
    takeProfit: optionalRate(params.takeProfitPercent),
    tpBasis: params.tpBasis,
    tpNetOfFees: params.tpNetOfFees,
    tpOrder: params.tpOrder,
    trailing: optionalRate(params.trailingPercent),
    stopLoss: optionalRate(params.stopLossPercent),
    stopDistance: null,
    slBasis: params.slBasis,
    slWorkingType: params.slWorkingType,
    cooldownMs: params.cooldownS * SECOND_MS,
    leverage: params.leverage,
    marginType: params.marginType,
    maxOpenCycles: params.maxOpenCycles,
    maxCycles: params.maxCycles,
    timeLimitMs: params.timeLimitS === null ? null : params.timeLimitS * SECOND_MS,
  };
}

function optionalRate(percent: string | null): Rate | null {
  return percent === null ? null : rateFromPercent(percent);
}

function baseOrderOf(params: LadderParams): BaseOrder {
  if (params.baseOrderType === 'market') return { kind: 'market' };
  const offset = rateFromPercent(params.baseOrderOffsetPercent);
  return { kind: 'limit', offset, ttlMs: params.baseOrderTtlS * SECOND_MS };
}

/** Margin times leverage is notional. An amount beyond exact cash is capped there, and every size limit refuses it. */
function notionalOf(params: LadderParams, size: string): Cash {
  return cash(Math.min(cashFrom(size) * leverageOfSize(params), Number.MAX_SAFE_INTEGER));
}

function leverageOfSize(params: LadderParams): number {
  return params.sizeType === 'margin' ? params.leverage : 1;
}

function customLevels(params: LadderParams, levels: NonNullable<LadderParams['customLevels']>): LadderLevel[] {
  const leverage = BigInt(leverageOfSize(params));
  return levels.map((level) =>
    levelOf(
      fraction(BigInt(rateFromPercent(level.deviationPercent)), BigInt(RATE_ONE)),
      fraction(BigInt(cashFrom(level.size)) * leverage, 1n),
    ),
  );
}

/**
 * D_k = s · (1 + m + … + m^(k-1)) by Horner's rule, V_k = Vs · v^(k-1) (domain document, 3.2). A scale has at most
 * four decimals, so with m = M / 10^4 both are whole numbers over 10^(4(k-1)).
 */
function scaledLevels(params: LadderParams): LadderLevel[] {
  const step = BigInt(rateFromPercent(params.stepPercent));
  const [stepScale, volumeScale] = [scaleOf(params.stepScale), scaleOf(params.volumeScale)];
  const first = BigInt(cashFrom(params.safetyOrderSize ?? params.baseOrderSize)) * BigInt(leverageOfSize(params));
  const levels: LadderLevel[] = [];
  let [deviation, stepPower, size, unit] = [step, step, first, 1n];
  for (let level = 1; level <= params.safetyOrdersCount; level += 1) {
    levels.push(levelOf(fraction(deviation, unit * BigInt(RATE_ONE)), fraction(size, unit)));
    stepPower *= stepScale;
    deviation = deviation * SCALE_ONE + stepPower;
    size *= volumeScale;
    unit *= SCALE_ONE;
  }
  return levels;
}

function scaleOf(text: string): bigint {
  const count = parseDecimal(text, SCALE_DECIMALS);
  assert(count !== null, `"${text}" is a scale of at most four decimals`);
  return BigInt(count);
}
