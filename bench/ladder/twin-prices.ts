import { RATE_ONE } from '#base/exact.ts';
import type { TwinLevel, TwinPlan, TwinTier } from './twin-plan.ts';
import { ceilNear, floorNear, shareOf } from './twin-rounding.ts';
import type { TwinWalk } from './twin-walk.ts';

const ONE = BigInt(RATE_ONE);

/** P0 · (1 − d · D_k), rounded away from the market. */
export function levelPriceOf({ sign, levels }: TwinPlan, level: number, basePrice: number): number {
  const { top, bottom, near } = levelOf(levels, level).deviation;
  const round = sign === 1 ? floorNear : ceilNear;
  return round(basePrice * (1 - sign * near), basePrice * (1 + near), () => [
    BigInt(basePrice) * (bottom - BigInt(sign) * top),
    bottom,
  ]);
}

/** V_k / P_k, rounded down to the step. */
export function levelQuantityOf({ levels, cashPerTickStep }: TwinPlan, level: number, price: number): number {
  const { top, bottom, near } = levelOf(levels, level).size;
  const stepValue = price * cashPerTickStep;
  return floorNear(near / stepValue, near / stepValue, () => [top, bottom * BigInt(stepValue)]);
}

/** Levels count from 1 and are asked for only where they are. */
function levelOf(levels: readonly TwinLevel[], level: number): TwinLevel {
  return levels[level - 1] as TwinLevel; // See above.
}

/** What the full ladder commits from a base price: its margin, rounded up, and its entry fees. */
export function marginOf(plan: TwinPlan, basePrice: number): number {
  const stepValue = basePrice * plan.cashPerTickStep;
  let cost = Math.floor(plan.baseNotional / stepValue) * stepValue;
  let fees = shareOf(cost, plan.takerFee);
  for (let level = 1; level <= plan.levels.length; level += 1) {
    const price = levelPriceOf(plan, level, basePrice);
    const value = levelQuantityOf(plan, level, price) * price * plan.cashPerTickStep;
    cost += value;
    fees += shareOf(value, plan.makerFee);
  }
  return Math.ceil(cost / plan.leverage) + fees;
}

/** X = (C + d · (gain + F + U)) / (Q · (1 − d · f)), rounded in favour of profit; zero when there is none. */
export function takeProfitPrice({ plan, quantity, cost, fees, fundingPaid, gained, charged }: TwinWalk): number {
  const { sign, takeProfit, isProfitOfBase, isNet, exitFee, cashPerTickStep } = plan;
  const base = isProfitOfBase ? plan.baseNotional : cost;
  const owed = isNet ? fees + fundingPaid : 0;
  const taken = isProfitOfBase ? gained + (isNet ? owed - charged : 0) : 0;
  const kept = isNet ? RATE_ONE - sign * exitFee : RATE_ONE;
  const bottom = quantity * cashPerTickStep * kept;
  const estimate = (cost * RATE_ONE + sign * (base * takeProfit + (owed - taken) * RATE_ONE)) / bottom;
  const costs = (Math.abs(fees) + Math.abs(fundingPaid) + Math.abs(taken)) * RATE_ONE;
  const magnitude = (cost * RATE_ONE + base * takeProfit + costs) / bottom;
  const round = sign === 1 ? ceilNear : floorNear;
  const price = round(estimate, magnitude, () => [
    BigInt(cost) * ONE + BigInt(sign) * (BigInt(base) * BigInt(takeProfit) + BigInt(owed - taken) * ONE),
    BigInt(quantity) * BigInt(cashPerTickStep) * BigInt(kept),
  ]);
  return Math.max(0, price);
}

/** P0 or the average, moved against the position by the stop's distance, rounded towards the market. */
export function stopPrice({ plan, basePrice, quantity, cost }: TwinWalk): number {
  const { sign, stopLoss, cashPerTickStep } = plan;
  if (!plan.isStopOfAverage) return Math.max(0, movedAgainst(sign, basePrice, stopLoss));
  const factor = RATE_ONE - sign * stopLoss;
  const bottom = quantity * cashPerTickStep * RATE_ONE;
  const round = sign === 1 ? ceilNear : floorNear;
  const price = round((cost * factor) / bottom, (cost * (RATE_ONE + stopLoss)) / bottom, () => [
    BigInt(cost) * BigInt(factor),
    BigInt(quantity) * BigInt(cashPerTickStep) * ONE,
  ]);
  return Math.max(0, price);
}

/** A price moved against the position, rounded towards the market. The product stays below 2^53. */
export function movedAgainst(sign: 1 | -1, price: number, distance: number): number {
  const moved = (price * (RATE_ONE - sign * distance)) / RATE_ONE;
  return sign === 1 ? Math.ceil(moved) : Math.floor(moved);
}

/** LP = (W + cum − d · C) / (Q · (MMR − d)) in the first tier that holds there, rounded as a mark meets it; zero is none. */
export function liquidationPrice(walk: TwinWalk): number {
  const { plan, quantity, cost, isolated } = walk;
  const { sign, cashPerTickStep } = plan;
  for (const tier of plan.tiers) {
    const top = cost - sign * (isolated + tier.cumulative);
    const bottom = quantity * (RATE_ONE - sign * tier.rate);
    if (top <= 0 || !holdsAt(tier, top, { quantity, bottom })) continue;
    const estimate = (top * RATE_ONE) / (bottom * cashPerTickStep);
    const round = sign === 1 ? floorNear : ceilNear;
    return round(estimate, estimate, () => [BigInt(top) * ONE, BigInt(bottom) * BigInt(cashPerTickStep)]);
  }
  return 0;
}

/** Whether the notional at the liquidation price, Q · top / bottom, lies in the tier; in BigInt near its ends. */
function holdsAt(tier: TwinTier, top: number, { quantity, bottom }: { quantity: number; bottom: number }): boolean {
  const notional = (quantity * top * RATE_ONE) / bottom;
  const error = notional * 2 ** -46;
  const isClear = Math.abs(notional - tier.floor) > error && Math.abs(notional - tier.cap) > error;
  if (isClear) return notional >= tier.floor && notional < tier.cap;
  const [exact, below] = [BigInt(quantity) * BigInt(top) * ONE, BigInt(bottom)];
  return exact >= BigInt(tier.floor) * below && exact < BigInt(tier.cap) * below;
}
