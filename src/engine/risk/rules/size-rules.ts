import { at } from '#base/assert.ts';
import { cashText, formatDecimal, groupThousands, trimDecimal } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { type Cash, larger, type Steps, steps, type Ticks } from '#base/exact.ts';
import { type Instrument, notional, quantityText } from '../../model/instrument.ts';
import { isAtMarket } from '../ladder/filled-ladder.ts';
import type { PlannedLevel } from '../ladder/planned-side.ts';
import { type CheckedSide, groupedAmount, type Rule, sizePath, stepNameFirst } from './reason.ts';

/** Every order must respect the instrument's limits: minimum and maximum quantity, and minimum notional. */
export const ordersAreTradable: Rule = (side) => {
  const reasons = side.levels.map((level) => sizeReason(side, level)).filter((reason) => reason !== null);
  if (side.params.customLevels !== null) return reasons;
  // All steps share one size field: the reason that asks most of it is enough.
  const ofBase = reasons.filter((reason) => reason.figures?.['level'] === 0);
  const ofSteps = reasons.filter((reason) => reason.figures?.['level'] !== 0);
  return [...ofBase, ...strictestBySize(ofSteps.slice(0, 1), ofSteps)];
};

/** Of the reasons that ask for a larger size, the one that asks for most; without any, `others`. */
function strictestBySize(others: readonly Reason[], reasons: readonly Reason[]): readonly Reason[] {
  const asking = reasons.filter((reason) => askedSize(reason) !== null);
  const most = Math.max(...asking.map((reason) => askedSize(reason) ?? 0));
  const strictest = asking.find((reason) => askedSize(reason) === most);
  return strictest === undefined ? others : [strictest];
}

/** The size to which a reason asks to raise the parameter; null when it asks for something else. */
export function askedSize({ figures }: Reason): number | null {
  const size = figures?.['size'];
  return size === undefined ? null : Number(size);
}

function sizeReason(side: CheckedSide, level: PlannedLevel): Reason | null {
  const { instrument } = side;
  const isMarket = isAtMarket(side.ladder, level.level);
  // Of two minima the stricter one is told: what satisfies it satisfies both.
  const valuable = leastValuable(instrument, level.price);
  const least = larger(instrument.quantityMin, valuable);
  if (level.quantity < least) {
    // A size that does not pay for one step would be called worth nothing; what it lacks is a quantity.
    const isValued = level.quantity > 0 && valuable > instrument.quantityMin;
    return isValued ? belowMinNotional(side, level) : belowMinQuantity(side, level, least);
  }
  if (level.quantity > (isMarket ? instrument.marketQuantityMax : instrument.quantityMax)) {
    return aboveMaxQuantity(side, level, isMarket);
  }
  return null;
}

/** The least quantity that is worth the minimum notional at a price. */
function leastValuable({ notionalMin, cashPerTickStep }: Instrument, price: Ticks): Steps {
  return steps(Math.ceil(notionalMin / (price * cashPerTickStep)));
}

/** @param least - the quantity that satisfies both minima */
function belowMinQuantity(side: CheckedSide, level: PlannedLevel, least: Steps): Reason {
  const { instrument } = side;
  const quantityMin = quantityText(instrument, least);
  const size = sizeFor(side, level, notional(instrument, level.price, least));
  return {
    code: 'LEVEL_BELOW_MIN_QTY',
    detail: `${stepNameFirst(level.level)} has a quantity of ${quantityText(instrument, level.quantity)} ${instrument.baseAsset}, below the minimum of ${quantityMin}. Raise its size to ${groupedAmount(size)} or more.`,
    path: sizePath(side.params, level.level),
    figures: {
      level: level.level,
      quantity: quantityText(instrument, level.quantity),
      quantityMin,
      size,
      direction: side.direction,
    },
  };
}

function belowMinNotional(side: CheckedSide, level: PlannedLevel): Reason {
  const { instrument } = side;
  const size = sizeFor(side, level, notional(instrument, level.price, leastValuable(instrument, level.price)));
  const notionalMin = trimDecimal(cashText(instrument.notionalMin));
  return {
    code: 'LEVEL_BELOW_MIN_NOTIONAL',
    detail: `${stepNameFirst(level.level)} is worth ${groupedAmount(cashText(level.notional))}, below the minimum order value of ${groupedAmount(notionalMin)}. Raise its size to ${groupedAmount(size)} or more.`,
    path: sizePath(side.params, level.level),
    figures: {
      level: level.level,
      notional: trimDecimal(cashText(level.notional)),
      notionalMin,
      size,
      direction: side.direction,
    },
  };
}

function aboveMaxQuantity(side: CheckedSide, level: PlannedLevel, isMarket: boolean): Reason {
  const { instrument } = side;
  const quantity = quantityText(instrument, level.quantity);
  const quantityMax = quantityText(instrument, isMarket ? instrument.marketQuantityMax : instrument.quantityMax);
  return {
    code: 'LEVEL_ABOVE_MAX_QTY',
    detail: `${stepNameFirst(level.level)} has a quantity of ${groupThousands(quantity)} ${instrument.baseAsset}, above the maximum of ${groupThousands(quantityMax)}. Lower its size.`,
    path: sizePath(side.params, level.level),
    figures: { level: level.level, quantity, quantityMax, direction: side.direction },
  };
}

/**
 * The size parameter that would give a level this notional, rounded up to a cent. All sizes scale together, so it is
 * proportional to the current one. It is only advice, so float64 is exact enough.
 */
function sizeFor({ params, ladder }: CheckedSide, { level }: PlannedLevel, wanted: Cash): string {
  const isOwn = level > 0 && params.customLevels !== null;
  const given = level === 0 ? params.baseOrderSize : (params.safetyOrderSize ?? params.baseOrderSize);
  const size = isOwn ? at(params.customLevels ?? [], level - 1).size : given;
  const gives = level === 0 ? ladder.baseNotional : at(ladder.levels, level - 1).size.near;
  const cents = Math.ceil((Number(size) * wanted * 100) / gives - 1e-6);
  return Number.isSafeInteger(cents) ? trimDecimal(formatDecimal(cents, 2)) : size;
}
