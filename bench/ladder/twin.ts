import type { FigureName } from '#engine/sweep/figures.ts';
import { endMinute } from './twin-close.ts';
import { buyBase, losingLeg, settleFunding, winningLeg } from './twin-minute.ts';
import type { TwinPlan } from './twin-plan.ts';
import { rulesOf } from './twin-rules.ts';
import { look, type TwinMarket, type TwinWalk, walkOf } from './twin-walk.ts';

/**
 * The yardstick in TypeScript: the plain loop over every candle, as one would write it by hand for speed and without an
 * index. The rules are those of `docs/domain.md`, section 6, written here apart from the engine.
 */
export function runTwin(plan: TwinPlan, market: TwinMarket): Readonly<Record<FigureName, number>> {
  const walk = walkOf(plan, market);
  const minutes = market.close.length;
  for (let minute = 0; minute < minutes; ) {
    happen(walk, minute);
    const next = markQuiet(walk, minute, Math.min(walk.next, minutes));
    if (walk.quantity > 0) walk.figures.minutesInPosition += next - minute;
    minute = next;
  }
  const { figures } = walk;
  figures.equityEnd = walk.cash + walk.units * look(market.close, minutes - 1);
  figures.unrealized = figures.equityEnd - walk.wallet;
  return figures;
}

/**
 * The loop that is measured. Every candle is asked for every rule, whether it has something to say to it, and marks the
 * position, to know equity and its deepest fall at every close; nothing is allocated. It is a function of its own, and
 * what it compares with are 32-bit integers, because compiled together with the events it is in some processes half as
 * fast.
 *
 * @param from - the minute in which something happened; its close is the first that counts
 * @returns the next minute in which something happens
 */
function markQuiet(walk: TwinWalk, from: number, to: number): number {
  const { figures, cash, units, wallet } = walk;
  const { low, high, close } = walk.market;
  const isLong = walk.plan.sign === 1;
  const rules = rulesOf(walk);
  const [level, stop, trail, liquidation] = [rules.level | 0, rules.stop | 0, rules.trail | 0, rules.liquidation | 0];
  const [raise, limitProfit, marketProfit, end] = [
    rules.raise | 0,
    rules.limitProfit | 0,
    rules.marketProfit | 0,
    to | 0,
  ];
  let peak = walk.peak;
  let floor = floorOf(figures, peak);
  let lowest = wallet + figures.worstOpenLoss;
  let minute = from | 0;
  for (;;) {
    // The three columns are as long as the loop, which is too hot for a check of each look.
    const equity = cash + units * (close[minute] as number);
    if (equity > peak) {
      peak = equity;
      floor = floorOf(figures, peak);
    } else if (equity < floor) {
      noteFall(figures, peak, equity);
      floor = floorOf(figures, peak);
    }
    if (equity < lowest) lowest = equity;
    minute += 1;
    if (minute >= end) break;
    const worst = isLong ? (low[minute] as number) : -(high[minute] as number);
    const best = isLong ? (high[minute] as number) : -(low[minute] as number);
    if (worst < level || worst <= stop || worst <= trail || worst <= liquidation) break;
    if (best > raise || best > limitProfit || best >= marketProfit) break;
  }
  walk.peak = peak;
  figures.worstOpenLoss = lowest - wallet;
  return minute;
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
