import type { FigureName } from '#engine/sweep/figures.ts';
import { endMinute } from './twin-close.ts';
import { buyBase, losingLeg, settleFunding, winningLeg } from './twin-minute.ts';
import type { TwinPlan } from './twin-plan.ts';
import { look, type TwinMarket, type TwinWalk, walkOf } from './twin-walk.ts';

/**
 * The yardstick in TypeScript: the plain loop over every candle, as one would write it by hand for speed and without an
 * index. A candle is looked at once, for the three things that can end a quiet stretch (its low, its high, the time),
 * and marks the position, to know equity and its deepest fall at every close. The rules are those of `docs/domain.md`,
 * section 6, written here apart from the engine; nothing is allocated inside the loop.
 */
export function runTwin(plan: TwinPlan, market: TwinMarket): Readonly<Record<FigureName, number>> {
  const walk = walkOf(plan, market);
  const { figures } = walk;
  const { low, high, close } = market;
  const minutes = close.length;
  let [peak, equity, floor] = [plan.wallet, plan.wallet, plan.wallet];
  for (let minute = 0; minute < minutes; ) {
    happen(walk, minute);
    const { below, above, cash, units, wallet } = walk;
    const [end, from] = [Math.min(walk.next, minutes), minute];
    let lowest = wallet + figures.worstOpenLoss;
    do {
      // The three columns are as long as the loop, which is too hot for a check of each look.
      equity = cash + units * (close[minute] as number);
      if (equity > peak) {
        peak = equity;
        floor = floorOf(figures, peak);
      } else if (equity < floor) {
        noteFall(figures, peak, equity);
        floor = floorOf(figures, peak);
      }
      if (equity < lowest) lowest = equity;
      minute += 1;
    } while (minute < end && (low[minute] as number) > below && (high[minute] as number) < above);
    figures.worstOpenLoss = lowest - wallet;
    if (walk.quantity > 0) figures.minutesInPosition += minute - from;
  }
  figures.equityEnd = equity;
  figures.unrealized = equity - walk.wallet;
  return figures;
}

/** Equity that lies no lower is no news: neither a deeper fall from this peak than any before, nor a larger share of it. */
function floorOf({ maxDrawdown, maxDrawdownShare }: Record<FigureName, number>, peak: number): number {
  return Math.max(peak - maxDrawdown, peak - maxDrawdownShare * peak + 1);
}

function noteFall(figures: Record<FigureName, number>, peak: number, equity: number): void {
  figures.maxDrawdown = Math.max(figures.maxDrawdown, peak - equity);
  figures.maxDrawdownShare = Math.max(figures.maxDrawdownShare, (peak - equity) / peak);
}

/** One minute in which something may happen, in the order of the fill model. */
function happen(walk: TwinWalk, minute: number): void {
  const rate = rateAt(walk, minute);
  walk.volumeLeft = Math.floor(look(walk.market.volume, minute) / 10);
  if (walk.quantity > 0 && rate !== 0) settleFunding(walk, minute, { rate, quantity: walk.quantity });
  if (walk.isEntering) buyBase(walk, minute, rate);
  if (walk.quantity > 0) losingLeg(walk, minute, rate);
  if (walk.quantity > 0) winningLeg(walk, minute);
  endMinute(walk, minute);
}

/** The rate settled at the open of a minute; zero when none is. Minutes are asked in order. */
function rateAt(walk: TwinWalk, minute: number): number {
  const { fundingMinute, fundingRate } = walk.market;
  while (walk.settlement < fundingMinute.length && look(fundingMinute, walk.settlement) < minute) walk.settlement += 1;
  const isNow = walk.settlement < fundingMinute.length && look(fundingMinute, walk.settlement) === minute;
  return isNow ? look(fundingRate, walk.settlement) : 0;
}
