import { at } from '#base/assert.ts';
import { groupThousands } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { signOf } from '../../model/order.ts';
import { deviationPercent } from '../ladder/deviation.ts';
import type { PlannedLevel } from '../ladder/planned-side.ts';
import { type CheckedSide, distancePath, type Rule, sizePath, stepName, stepNameFirst } from './reason.ts';

/** Steps must go away from the market, each on a tick of its own. */
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
    detail: `Step ${level} falls on the same tick as ${before}. Move it further away.`,
    path: distancePath(side.params, level),
    figures: { level, deviationPercent: deviationPercent(side.ladder, level), direction: side.direction },
  };
}

function outOfOrder(side: CheckedSide, { level }: PlannedLevel): Reason {
  const deviation = deviationPercent(side.ladder, level);
  return {
    code: 'LEVEL_OUT_OF_ORDER',
    detail: `Step ${level} at ${deviation} % lies nearer than step ${level - 1}. Put the steps in order of distance.`,
    path: distancePath(side.params, level),
    figures: { level, deviationPercent: deviation, direction: side.direction },
  };
}

/** Every step must have a price above zero, and the whole ladder a value that exact money can hold. */
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
      detail: `${stepNameFirst(level)} has no price: it would lie ${groupThousands(deviation)} % ${where} the base price. Use fewer or nearer steps.`,
      path,
      figures: { level, deviationPercent: deviation, direction: side.direction },
    },
  ];
};

function tooLarge(side: CheckedSide, level: number): Reason {
  return {
    code: 'LEVEL_ABOVE_MAX_QTY',
    detail: `With ${stepName(level)} the ladder is worth more than 45,000,000 USDT. Lower its sizes.`,
    path: sizePath(side.params, level),
    figures: { level, direction: side.direction },
  };
}

/** No more steps can rest at once than there are. */
export const activeStepsExist: Rule = ({ params, ladder }) => {
  const active = params.activeSafetyOrders;
  const count = ladder.levels.length;
  if (active === null || active <= count) return [];
  return [
    {
      code: 'ACTIVE_ORDERS_ABOVE_COUNT',
      detail: `${active} steps cannot rest at once: the ladder has ${count}. Use ${count} or fewer.`,
      path: ['activeSafetyOrders'],
      figures: { active, count },
    },
  ];
};
