import { RATE_ONE } from '#base/exact.ts';
import { takeProfitFee } from '../risk/ladder/exits.ts';
import { NO_LOSS, NO_WIN, type SweepAtom } from './atom.ts';

/**
 * Signed prices no farther from the market than the exact ones: enough to know that a minute cannot reach them. When a
 * minute does reach one, the formulas in risk/ give the exact price. The slack is one tick plus a share of the terms far
 * above the error of float64.
 */
const SLACK = 2 ** -40;

/** At or before the take profit. */
export function nearTakeProfit(atom: SweepAtom): number {
  const { ladder, instrument, position, sign, takeProfit } = atom;
  const { quantity, cost, fees, fundingPaid } = position;
  const isBase = ladder.tpBasis === 'base';
  const fee = ladder.tpNetOfFees ? takeProfitFee(ladder, instrument) : 0;
  const costs = (ladder.tpNetOfFees ? fees + fundingPaid : 0) - (isBase ? atom.taken : 0);
  const profit = ((isBase ? ladder.baseNotional : cost) * takeProfit) / RATE_ONE + costs;
  const bottom = (quantity * instrument.cashPerTickStep * (RATE_ONE - sign * fee)) / RATE_ONE;
  const signed = (sign * cost + profit - (cost + Math.abs(profit) + Math.abs(costs)) * SLACK) / bottom;
  return signed < NO_WIN ? Math.floor(signed) : NO_WIN;
}

/** At or before a stop-loss measured from the average. */
export function nearStopLoss({ instrument, position, sign, stopLoss }: SweepAtom): number {
  const average = position.cost / (position.quantity * instrument.cashPerTickStep);
  const signed = average * (sign - stopLoss / RATE_ONE + 4 * SLACK);
  return signed > NO_LOSS ? Math.ceil(signed) : NO_LOSS;
}

/**
 * At or before the liquidation of a position that is alone on its wallet: the nearest of the prices at which equity meets
 * the margin of each tier. The first tier is tried first, and the others only when it does not clearly apply.
 */
export function nearLiquidation({ instrument, position, sign, wallet }: SweepAtom): number {
  const { quantity, cost } = position;
  const perTick = quantity * instrument.cashPerTickStep;
  let nearest = NO_LOSS;
  for (const { floor, cap, maintenanceRate, cumulative } of instrument.brackets) {
    const kept = 1 - (sign * maintenanceRate) / RATE_ONE;
    const slack = (cost + Math.abs(wallet) + Math.abs(cumulative)) * SLACK;
    // For a long one the value that liquidates is as large as `mark`, for a short one as small.
    const mark = (sign * (cost - sign * (wallet + cumulative)) + slack) / kept;
    const signed = mark / perTick;
    if (signed > nearest) nearest = Math.ceil(signed);
    const value = sign * mark;
    if (floor === 0 && value > 4 * slack && value + 4 * slack < cap) return nearest;
  }
  return nearest;
}
