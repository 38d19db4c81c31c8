import { at } from '#base/assert.ts';
import type { FigureName } from '#engine/sweep/figures.ts';
import { endMinute } from './twin-close.ts';
import { buyBase, losingLeg, settleFunding, winningLeg } from './twin-minute.ts';
import type { TwinPlan } from './twin-plan.ts';
import { type TwinMarket, type TwinWalk, walkOf } from './twin-walk.ts';

/**
 * The yardstick in TypeScript: the plain loop over every candle, as one would write it by hand for speed and without an
 * index. A candle is looked at once, for the three things that can end a quiet stretch (its low, its high, the time),
 * and marks the position, to know equity and its deepest fall at every close. The rules are those of `docs/domain.md`,
 * section 6, written here apart from the engine; nothing is allocated inside the loop.
 */
export function runTwin(plan: TwinPlan, market: TwinMarket): Readonly<Record<FigureName, number>> {
  const walk = walkOf(plan, market);
  const { low, high, close } = market;
  const minutes = close.length;
  let [peak, trough, equity] = [plan.wallet, plan.wallet, plan.wallet];
  for (let minute = 0; minute < minutes; ) {
    happen(walk, minute);
    const { below, above, cash, units } = walk;
    const end = Math.min(walk.next, minutes);
    let lowest = Number.POSITIVE_INFINITY;
    do {
      // The three columns are as long as the loop, which is too hot for a check of each look.
      equity = cash + units * (close[minute] as number);
      if (equity > peak) {
        if (trough < peak) noteFall(walk, peak, trough);
        peak = equity;
        trough = equity;
      } else if (equity < trough) trough = equity;
      if (equity < lowest) lowest = equity;
      minute += 1;
    } while (minute < end && (low[minute] as number) > below && (high[minute] as number) < above);
    endStretch(walk, minute, lowest);
  }
  noteFall(walk, peak, trough);
  walk.figures.equityEnd = equity;
  walk.figures.unrealized = equity - walk.wallet;
  return walk.figures;
}

/** Books the closes over which nothing happened: how long something was held, and the lowest equity of them. */
function endStretch(walk: TwinWalk, minute: number, lowest: number): void {
  const { figures } = walk;
  if (walk.quantity > 0) figures.minutesInPosition += minute - walk.since;
  walk.since = minute;
  if (lowest - walk.wallet < figures.worstOpenLoss) figures.worstOpenLoss = lowest - walk.wallet;
}

/** A peak of equity and the lowest close after it, told once the peak is passed or the run ends. */
function noteFall({ figures }: TwinWalk, peak: number, trough: number): void {
  figures.maxDrawdown = Math.max(figures.maxDrawdown, peak - trough);
  if (peak > 0) figures.maxDrawdownShare = Math.max(figures.maxDrawdownShare, (peak - trough) / peak);
}

/** One minute in which something may happen, in the order of the fill model. */
function happen(walk: TwinWalk, minute: number): void {
  const rate = rateAt(walk, minute);
  walk.volumeLeft = Math.floor(at(walk.market.volume, minute) / 10);
  if (walk.quantity > 0 && rate !== 0) settleFunding(walk, minute, { rate, quantity: walk.quantity });
  if (walk.isEntering) buyBase(walk, minute, rate);
  if (walk.quantity > 0) losingLeg(walk, minute, rate);
  if (walk.quantity > 0) winningLeg(walk, minute);
  endMinute(walk, minute);
}

/** The rate settled at the open of a minute; zero when none is. Minutes are asked in order. */
function rateAt(walk: TwinWalk, minute: number): number {
  const { fundingMinute, fundingRate } = walk.market;
  while (walk.settlement < fundingMinute.length && at(fundingMinute, walk.settlement) < minute) walk.settlement += 1;
  const isNow = walk.settlement < fundingMinute.length && at(fundingMinute, walk.settlement) === minute;
  return isNow ? at(fundingRate, walk.settlement) : 0;
}
