import { at } from '#base/assert.ts';
import { formatDecimal, groupThousands } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { CASH_DECIMALS, divide, type Ticks } from '#base/exact.ts';
import { priceText } from '../../model/instrument.ts';
import { isBeyond, type PlannedLevel } from '../ladder/planned-side.ts';
import { priceCash } from '../ladder/price-cash.ts';
import { type CheckedSide, type Rule, stepName } from './reason.ts';

const LIQUIDATION_BUFFER_PERCENT = '0.5';

/** With the full ladder, liquidation must lie beyond the stop-loss by at least half a percent of its price. */
export const liquidationIsBeyondStop: Rule = (side) => {
  const last = side.levels.at(-1);
  if (side.stopLoss === null || last === undefined || last.liquidation === null) return [];
  if (last.stopLoss !== null && hasBuffer(side, last.stopLoss, BigInt(last.liquidation))) return [];
  return [
    stopReason(side, last, {
      code: 'SL_BEYOND_LIQUIDATION',
      says: (stop, liquidation) =>
        `With the full ladder, liquidation at ${liquidation} comes before the stop-loss at ${stop}, or within ${LIQUIDATION_BUFFER_PERCENT} % of it. Lower the leverage or set a closer stop-loss.`,
    }),
  ];
};

function hasBuffer({ instrument, direction }: CheckedSide, stop: Ticks, liquidation: bigint): boolean {
  const price = priceCash(instrument, stop);
  return direction === 'buy' ? liquidation * 1_000n <= price * 995n : liquidation * 1_000n >= price * 1_005n;
}

/** A warning: with fewer steps filled, liquidation would come before the stop-loss. Matters only if steps are missing. */
export const stopHoldsWithoutLadder: Rule = (side) => {
  const early = side.levels.slice(0, -1).find((level) => level.stopLoss !== null && isStopTooLate(side, level));
  if (early === undefined) return [];
  const when = early.level === 0 ? 'Before any step fills' : `After ${stepName(early.level)}`;
  return [
    stopReason(side, early, {
      code: 'SL_BEYOND_LIQ_IF_LADDER_UNFILLED',
      says: (stop, liquidation) =>
        `${when}, liquidation is at ${liquidation}. The stop-loss at ${stop} would come too late if the remaining steps did not rest at the exchange.`,
    }),
  ];
};

function isStopTooLate(side: CheckedSide, { stopLoss, liquidationTrigger }: PlannedLevel): boolean {
  return liquidationTrigger !== null && stopLoss !== null && !isBeyond(side, liquidationTrigger, stopLoss);
}

function stopReason(
  side: CheckedSide,
  level: PlannedLevel,
  { code, says }: { code: string; says: (stop: string, liquidation: string) => string },
): Reason {
  const stopPrice = level.stopLoss === null ? '0' : priceText(side.instrument, level.stopLoss);
  const liquidationPrice = liquidationText(side, level);
  return {
    code,
    detail: says(groupThousands(stopPrice), groupThousands(liquidationPrice)),
    path: ['stopLossPercent'],
    figures: { level: level.level, stopPrice, liquidationPrice, direction: side.direction },
  };
}

/** Each step must lie before the liquidation price of the position after the previous step. */
export const liquidationIsBeyondNextStep: Rule = (side) => {
  for (const [index, next] of side.levels.slice(1).entries()) {
    const level = at(side.levels, index);
    if (level.liquidationTrigger === null || isBeyond(side, level.liquidationTrigger, next.price)) continue;
    const [liquidationPrice, nextPrice] = [liquidationText(side, level), priceText(side.instrument, next.price)];
    const where = side.direction === 'buy' ? 'above' : 'below';
    return [
      {
        code: 'LIQ_INSIDE_LADDER',
        detail: `After ${stepName(level.level)}, liquidation would be at ${groupThousands(liquidationPrice)}, ${where} step ${next.level} at ${groupThousands(nextPrice)}. Lower the leverage or move step ${next.level} closer.`,
        path: ['leverage'],
        figures: { level: level.level, next: next.level, liquidationPrice, nextPrice, direction: side.direction },
      },
    ];
  }
  return [];
};

/** The liquidation price with the decimals of the tick, rounded half up. */
function liquidationText({ instrument }: CheckedSide, { liquidation }: PlannedLevel): string {
  const { decimals } = instrument.tick;
  return formatDecimal(divide(BigInt(liquidation ?? 0), 10n ** BigInt(CASH_DECIMALS - decimals), 'half-up'), decimals);
}
