import { at } from '#base/assert.ts';
import { formatDecimal, groupThousands, percentText, trimDecimal } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { divide, type Ticks } from '#base/exact.ts';
import { priceText } from '../model/instrument.ts';
import { signOf } from '../model/order.ts';
import { deviationPercent } from './deviation.ts';
import type { PlannedLevel } from './planned-side.ts';
import { priceCash } from './price-cash.ts';
import { type CheckedSide, type Rule, stepName } from './reason.ts';

/** A stop measured from the base price must lie beyond the last step, or that step could never fill. */
export const stopIsBeyondLadder: Rule = (side) => {
  const { ladder, stopLoss } = side;
  const last = side.levels.at(-1);
  if (stopLoss === null || ladder.slBasis !== 'base' || last === undefined || last.level === 0) return [];
  const inside = side.levels.find(
    (level) => level.level > 0 && !isBeyond(side, at(side.levels, 0).stopLoss, level.price),
  );
  if (inside === undefined) return [];
  const [percent, depth] = [percentText(stopLoss), deviationPercent(ladder, last.level)];
  return [
    {
      code: 'SL_INSIDE_LADDER',
      detail: `The stop-loss at ${percent} % lies inside the ladder: step ${last.level} is at ${depth} %. Set it beyond ${depth} % or use fewer steps.`,
      path: ['stopLossPercent'],
      figures: {
        level: inside.level,
        stopLossPercent: percent,
        deviationPercent: depth,
        lastLevel: last.level,
        direction: side.direction,
      },
    },
  ];
};

/** A stop measured from the average must lie beyond the next step after every fill. */
export const everyStepIsReachable: Rule = (side) => {
  if (side.stopLoss === null || side.ladder.slBasis !== 'average') return [];
  const pairs = side.levels.slice(1).map((next, index) => ({ before: at(side.levels, index), next }));
  const missed = pairs.filter(({ before, next }) => !isBeyond(side, before.stopLoss, next.price));
  const [first] = missed;
  if (first === undefined) return [];
  const needed = Math.max(...missed.map(({ before, next }) => stopBeyond(side, next.price, before)));
  return [neverFills(side, { ...first, needed: trimDecimal(formatDecimal(needed, 2)) })];
};

function neverFills(
  side: CheckedSide,
  { before, next, needed }: { before: PlannedLevel; next: PlannedLevel; needed: string },
): Reason {
  const { level } = next;
  const stopPrice = before.stopLoss === null ? '0' : priceText(side.instrument, before.stopLoss);
  const levelPrice = priceText(side.instrument, next.price);
  const stopLossPercent = side.stopLoss === null ? '0' : percentText(side.stopLoss);
  return {
    code: 'LEVEL_UNREACHABLE',
    detail: `Step ${level} could never fill: after ${stepName(before.level)} the stop at ${groupThousands(stopPrice)} comes before step ${level} at ${groupThousands(levelPrice)}. Set the stop to ${needed} % or more, measure it from the base price, or remove step ${level}.`,
    path: ['stopLossPercent'],
    figures: {
      level,
      after: before.level,
      stopPrice,
      levelPrice,
      stopLossPercent,
      neededPercent: needed,
      direction: side.direction,
    },
  };
}

/** The least stop from the average, in hundredths of a percent, that lies beyond a price by at least one tick. */
function stopBeyond({ instrument, direction }: CheckedSide, price: Ticks, { position }: PlannedLevel): number {
  const sign = BigInt(signOf(direction));
  const held = BigInt(position.quantity) * BigInt(instrument.cashPerTickStep);
  const move = sign * (BigInt(position.cost) - (BigInt(price) - sign) * held);
  return divide(move * 10_000n, BigInt(position.cost), 'ceil');
}

/** A short take profit cannot ask for the whole price. */
export const takeProfitHasPrice: Rule = (side) => {
  const { takeProfit } = side;
  if (takeProfit === null) return [];
  const without = side.levels.find((level) => level.position.quantity > 0 && level.takeProfit === null);
  if (without === undefined) return [];
  return [
    {
      code: 'TAKE_PROFIT_NON_POSITIVE',
      detail: `After ${stepName(without.level)} a take profit of ${percentText(takeProfit)} % would need a price of zero or less. Lower it.`,
      path: ['takeProfitPercent'],
      figures: { level: without.level, takeProfitPercent: percentText(takeProfit), direction: side.direction },
    },
  ];
};

const LIQUIDATION_BUFFER_PERCENT = '0.5';

/** With the full ladder the liquidation must lie beyond the stop by half a percent of the stop's price. */
export const liquidationIsBeyondStop: Rule = (side) => {
  const last = side.levels.at(-1);
  if (side.stopLoss === null || last === undefined || last.liquidation === null) return [];
  if (last.stopLoss !== null && hasBuffer(side, last.stopLoss, BigInt(last.liquidation))) return [];
  return [
    stopReason(side, last, {
      code: 'SL_BEYOND_LIQUIDATION',
      says: (stop, liquidation) =>
        `With the full ladder liquidation at ${liquidation} comes before the stop at ${stop}, or within ${LIQUIDATION_BUFFER_PERCENT} % of it. Lower the leverage or set a nearer stop.`,
    }),
  ];
};

function hasBuffer({ instrument, direction }: CheckedSide, stop: Ticks, liquidation: bigint): boolean {
  const price = priceCash(instrument, stop);
  return direction === 'buy' ? liquidation * 1_000n <= price * 995n : liquidation * 1_000n >= price * 1_005n;
}

/** A warning: with fewer steps filled, liquidation would come before the stop. It matters when the ladder is not resting. */
export const stopHoldsWithoutLadder: Rule = (side) => {
  const early = side.levels.slice(0, -1).find((level) => level.stopLoss !== null && isStopTooLate(side, level));
  if (early === undefined) return [];
  const when = early.level === 0 ? 'Before any step fills' : `After ${stepName(early.level)}`;
  return [
    stopReason(side, early, {
      code: 'SL_BEYOND_LIQ_IF_LADDER_UNFILLED',
      says: (stop, liquidation) =>
        `${when}, liquidation is at ${liquidation}. The stop at ${stop} would come too late if the ladder is not resting.`,
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

/** Each step must lie before the liquidation of the position that waits for it. */
export const liquidationIsBeyondNextStep: Rule = (side) => {
  for (const [index, next] of side.levels.slice(1).entries()) {
    const level = at(side.levels, index);
    if (level.liquidationTrigger === null || isBeyond(side, level.liquidationTrigger, next.price)) continue;
    const [liquidationPrice, nextPrice] = [liquidationText(side, level), priceText(side.instrument, next.price)];
    const where = side.direction === 'buy' ? 'above' : 'below';
    return [
      {
        code: 'LIQ_INSIDE_LADDER',
        detail: `Liquidation after ${stepName(level.level)} would be at ${groupThousands(liquidationPrice)}, ${where} step ${next.level} at ${groupThousands(nextPrice)}. Lower the leverage or move step ${next.level} closer.`,
        path: ['leverage'],
        figures: { level: level.level, next: next.level, liquidationPrice, nextPrice, direction: side.direction },
      },
    ];
  }
  return [];
};

/** Whether a price lies strictly further from the market than another; null lies beyond everything. */
function isBeyond({ direction }: CheckedSide, price: Ticks | null, other: Ticks): boolean {
  return price === null || signOf(direction) * (other - price) > 0;
}

/** The liquidation price with the decimals of the tick, rounded half up. */
function liquidationText({ instrument }: CheckedSide, { liquidation }: PlannedLevel): string {
  const { decimals } = instrument.tick;
  return formatDecimal(divide(BigInt(liquidation ?? 0), 10n ** BigInt(8 - decimals), 'half-up'), decimals);
}
