import { refuseUntradable } from './twin-minute.ts';
import { marginOf, movedAgainst } from './twin-prices.ts';
import { FAR, look, type TwinWalk } from './twin-walk.ts';

/** The close of a minute: the trailing stop moves, a free bot opens its next cycle; then it is known when time is next up. */
export function endMinute(walk: TwinWalk, minute: number): void {
  if (walk.quantity === 0) return endFlat(walk, minute);
  const { plan, quantity, wallet, cost } = walk;
  const { sign } = plan;
  if (plan.trailing > 0) followTrailing(walk, minute);
  walk.units = sign * quantity * plan.cashPerTickStep;
  walk.cash = wallet - sign * cost;
  walk.next = nextSettlement(walk, minute);
}

function endFlat(walk: TwinWalk, minute: number): void {
  walk.units = 0;
  walk.cash = walk.wallet;
  walk.next = FAR;
  if (walk.isDead) return;
  walk.next = walk.freeFrom;
  if (minute < walk.freeFrom) return;
  openCycle(walk, minute);
  walk.next = minute + 1;
}

/** A base order waits for the next open, when there is margin for the whole ladder from this close. */
function openCycle(walk: TwinWalk, minute: number): void {
  const { plan, wallet } = walk;
  const close = look(walk.market.close, minute);
  walk.baseQuantity = Math.floor(plan.baseNotional / (close * plan.cashPerTickStep));
  refuseUntradable(plan, close, walk.baseQuantity);
  walk.isEntering = wallet >= plan.marginMax || wallet >= marginOf(plan, close);
}

/** Armed at the take-profit price; from then on every better extreme moves the stop. */
function followTrailing(walk: TwinWalk, minute: number): void {
  const { plan, market, extreme, takeProfit } = walk;
  const best = look(plan.sign === 1 ? market.high : market.low, minute);
  const threshold = extreme === 0 ? takeProfit : extreme;
  if (threshold === 0 || plan.sign * (best - threshold) < (extreme === 0 ? 0 : 1)) return;
  walk.extreme = best;
  walk.trail = movedAgainst(plan.sign, best, plan.trailing);
}

/** The next minute after this one that settles funding. */
function nextSettlement({ market, settlement }: TwinWalk, minute: number): number {
  const { fundingMinute } = market;
  let place = settlement;
  while (place < fundingMinute.length && look(fundingMinute, place) <= minute) place += 1;
  return place < fundingMinute.length ? look(fundingMinute, place) : FAR;
}
