import { at } from '#base/assert.ts';
import { formatDecimal, fourDigits, groupThousands, percentText, trimDecimal } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { divide, type Ticks } from '#base/exact.ts';
import { priceText } from '../../model/instrument.ts';
import { signOf } from '../../model/order.ts';
import { deviationPercent } from '../ladder/deviation.ts';
import { isBeyond, type PlannedLevel } from '../ladder/planned-side.ts';
import { type CheckedSide, type Rule, stepName } from './reason.ts';

/** A stop-loss measured from the base price must lie beyond the last step, or that step would never fill. */
export const stopIsBeyondLadder: Rule = (side) => {
  const { ladder, stopLoss } = side;
  const last = side.levels.at(-1);
  if (stopLoss === null || ladder.slBasis !== 'base' || last === undefined || last.level === 0) return [];
  const inside = side.levels.find(
    (level) => level.level > 0 && !isBeyond(side, at(side.levels, 0).stopLoss, level.price),
  );
  if (inside === undefined) return [];
  const [percent, depth] = [percentText(stopLoss), deviationPercent(ladder, last.level)];
  const beyond = fourDigits(depth, 'up');
  const steps = inside.level === last.level ? `step ${last.level}` : `steps ${inside.level} to ${last.level}`;
  return [
    {
      code: 'SL_INSIDE_LADDER',
      detail: `A ${percent} % stop triggers before ${steps} can fill. Set it beyond ${beyond} % or use fewer steps.`,
      path: ['stopLossPercent'],
      figures: {
        level: inside.level,
        stopLossPercent: percent,
        deviationPercent: depth,
        beyondPercent: beyond,
        lastLevel: last.level,
        direction: side.direction,
      },
    },
  ];
};

/** After every fill, a stop-loss measured from the average must lie beyond the next step. */
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
    detail: `Step ${level} would never fill: after ${stepName(before.level)}, the stop-loss at ${groupThousands(stopPrice)} comes before step ${level} at ${groupThousands(levelPrice)}. Set the stop-loss to ${needed} % or more, measure it from the base price, or remove step ${level}.`,
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

/** The smallest stop-loss from the average, in hundredths of a percent, that lies at least one tick beyond a price. */
function stopBeyond({ instrument, direction }: CheckedSide, price: Ticks, { position }: PlannedLevel): number {
  const sign = BigInt(signOf(direction));
  const held = BigInt(position.quantity) * BigInt(instrument.cashPerTickStep);
  const move = sign * (BigInt(position.cost) - (BigInt(price) - sign) * held);
  return divide(move * 10_000n, BigInt(position.cost), 'ceil');
}

/** A short cannot have a take profit of the whole price or more. */
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
