import { at } from '#base/assert.ts';
import { fourDigits, groupThousands } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { signOf } from '../../model/order.ts';
import { deviationPercent } from '../ladder/deviation.ts';
import type { PlannedLevel } from '../ladder/planned-side.ts';
import { type CheckedSide, distancePath, type Rule, sizePath, stepName, stepNameFirst } from './reason.ts';

/** Each step must lie further from the base price than the one before, on a tick of its own. */
export const levelsAreApart: Rule = (side) => {
  const sign = signOf(side.direction);
  for (const [index, level] of side.levels.slice(1).entries()) {
    const gap = sign * (at(side.levels, index).price - level.price);
    if (gap === 0) return [samePrice(side, level)];
    if (gap < 0) return [outOfOrder(side, level)];
  }
  return [];
};

function samePrice(side: CheckedSide, { level }: PlannedLevel): Reason {
  const before = stepName(level - 1);
  return {
    code: 'DUPLICATE_LEVEL_PRICE',
    detail: `Step ${level} has the same price as ${before} once both are rounded to the tick. Move it further away.`,
    path: distancePath(side.params, level),
    figures: { level, deviationPercent: deviationPercent(side.ladder, level), direction: side.direction },
  };
}

function outOfOrder(side: CheckedSide, { level }: PlannedLevel): Reason {
  const deviation = deviationPercent(side.ladder, level);
  return {
    code: 'LEVEL_OUT_OF_ORDER',
    detail: `Step ${level} at ${fourDigits(deviation)} % is closer to the base price than step ${level - 1}. Sort the steps by distance.`,
    path: distancePath(side.params, level),
    figures: { level, deviationPercent: deviation, direction: side.direction },
  };
}

/** Every step must have a price above zero, and the full ladder a value that exact amounts can hold. */
export const ladderIsInRange: Rule = (side) => {
  const level = side.levels.length;
  if (side.end === 'complete') return [];
  if (side.end === 'size-too-large') return [tooLarge(side, level)];
  const isOwn = side.params.customLevels !== null && level > 0;
  const path = isOwn ? distancePath(side.params, level) : ['safetyOrdersCount'];
  const deviation = deviationPercent(side.ladder, level);
  const where = side.direction === 'buy' ? 'below' : 'above';
  return [
    {
      code: 'LADDER_PRICE_NON_POSITIVE',
      detail: `${stepNameFirst(level)} has no valid price: it would lie ${groupThousands(fourDigits(deviation))} % ${where} the base price. Use fewer or closer steps.`,
      path,
      figures: { level, deviationPercent: deviation, direction: side.direction },
    },
  ];
};

function tooLarge(side: CheckedSide, level: number): Reason {
  return {
    code: 'LEVEL_ABOVE_MAX_QTY',
    detail: `With ${stepName(level)}, the ladder is worth more than the maximum of 45,000,000 USDT. Lower its sizes.`,
    path: sizePath(side.params, level),
    figures: { level, direction: side.direction },
  };
}

/** No more steps can rest at once than the ladder has. */
export const activeStepsExist: Rule = ({ params, ladder }) => {
  const active = params.activeSafetyOrders;
  const count = ladder.levels.length;
  if (active === null || active <= count) return [];
  return [
    {
      code: 'ACTIVE_ORDERS_ABOVE_COUNT',
      detail: `${active} steps cannot rest at once, because the ladder has only ${count}. Enter ${count} or fewer.`,
      path: ['activeSafetyOrders'],
      figures: { active, count },
    },
  ];
};
