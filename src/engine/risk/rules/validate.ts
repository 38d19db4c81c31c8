import { rateFromPercent } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import type { Cash, Rate, Ticks } from '#base/exact.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { LadderParams } from '../../model/ladder-params.ts';
import type { Direction } from '../../model/order.ts';
import { ladderOf } from '../ladder/ladder.ts';
import { planSide } from '../ladder/planned-side.ts';
import { leverageIsGiven, limitCoversLadder, ordersFit, walletCoversLadder } from './capital-rules.ts';
import { liquidationIsBeyondNextStep, liquidationIsBeyondStop, stopHoldsWithoutLadder } from './liquidation-rules.ts';
import type { CheckedSide, Rule } from './reason.ts';
import { askedSize, ordersAreTradable } from './size-rules.ts';
import { activeStepsExist, ladderIsInRange, levelsAreApart } from './spacing-rules.ts';
import { everyStepIsReachable, stopIsBeyondLadder, takeProfitHasPrice } from './stop-rules.ts';

const errorRules: readonly Rule[] = [
  ladderIsInRange,
  ordersAreTradable,
  levelsAreApart,
  activeStepsExist,
  stopIsBeyondLadder,
  everyStepIsReachable,
  takeProfitHasPrice,
  liquidationIsBeyondNextStep,
  liquidationIsBeyondStop,
  leverageIsGiven,
  ordersFit,
  walletCoversLadder,
  limitCoversLadder,
];

const warningRules: readonly Rule[] = [stopHoldsWithoutLadder];

export interface ValidationInput {
  readonly params: LadderParams;
  readonly instrument: Instrument;
  /** The price that the ladder is assumed to start from. */
  readonly basePrice: Ticks;
  /** Exits set in place of those in the parameters; null is off, omitted keeps those in the parameters. */
  readonly stopLossPercent?: string | null;
  readonly takeProfitPercent?: string | null;
  /** The wallet before the cycle; without it, neither the margin nor a cross liquidation is checked. */
  readonly wallet?: Cash;
  /** What is left of the portfolio's limit; null is no limit. */
  readonly limitLeft?: Cash | null;
}

/**
 * Whether a ladder can run on an instrument (domain document, 3.4). Each reason names the parameter to change in `path`,
 * from the parameters' root, and the affected level in `figures.level`; a reason that both directions share is given
 * once.
 */
export function validateLadder(input: ValidationInput): {
  errors: readonly Reason[];
  warnings: readonly Reason[];
} {
  const { direction } = input.params;
  const directions: readonly Direction[] = direction === 'both' ? ['buy', 'sell'] : [direction];
  const sides = directions.map((side) => sideOf(input, side));
  const find = (rules: readonly Rule[]) => once(sides.flatMap((side) => rules.flatMap((rule) => rule(side))));
  return { errors: find(errorRules), warnings: find(warningRules) };
}

function sideOf(input: ValidationInput, direction: Direction): CheckedSide {
  const { params, instrument, basePrice } = input;
  const side = planSide({
    ladder: ladderOf(params),
    instrument,
    direction,
    basePrice,
    takeProfit: overridden(input.takeProfitPercent, params.takeProfitPercent),
    stopLoss: overridden(input.stopLossPercent, params.stopLossPercent),
    wallet: input.wallet ?? null,
  });
  return { ...side, params, limitLeft: input.limitLeft ?? null };
}

function overridden(given: string | null | undefined, own: string | null): Rate | null {
  const percent = given === undefined ? own : given;
  return percent === null ? null : rateFromPercent(percent);
}

/** Removes reasons that the second direction merely repeats, and all but the strictest demand on a size. */
function once(reasons: readonly Reason[]): Reason[] {
  const keyOf = (reason: Reason) => `${reason.code} ${reason.figures?.['level'] ?? ''}`;
  const distinct = reasons.filter((reason, index) => {
    return askedSize(reason) !== null || reasons.findIndex((other) => keyOf(other) === keyOf(reason)) === index;
  });
  return distinct.filter(
    (reason, index) => !distinct.some((other, place) => overrules({ other, place }, { reason, index })),
  );
}

/** Of several reasons to raise the same size, the first of those that ask for most overrules the others. */
function overrules(
  { other, place }: { readonly other: Reason; readonly place: number },
  { reason, index }: { readonly reason: Reason; readonly index: number },
): boolean {
  const [asked, more] = [askedSize(reason), askedSize(other)];
  if (asked === null || more === null || other.path?.join() !== reason.path?.join()) return false;
  return more > asked || (more === asked && place < index);
}
