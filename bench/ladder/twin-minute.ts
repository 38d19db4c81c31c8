import type { TwinPlan } from './twin-plan.ts';
import { levelPriceOf, levelQuantityOf, liquidationPrice, stopPrice, takeProfitPrice } from './twin-prices.ts';
import { partOf, shareOf, slippedDown, slippedUp } from './twin-rounding.ts';
import { look, type TwinWalk } from './twin-walk.ts';

/** Funding on a quantity at the open: a long pays a positive rate. The take profit that covers it moves. */
export function settleFunding(walk: TwinWalk, minute: number, due: { rate: number; quantity: number }): void {
  const { plan, market } = walk;
  const value = look(market.open, minute) * due.quantity * plan.cashPerTickStep;
  const paid = plan.sign * shareOf(value, due.rate);
  if (paid === 0) return;
  walk.figures.funding -= paid;
  walk.charged += paid;
  walk.wallet -= paid;
  walk.fundingPaid += paid;
  walk.isolated -= paid;
  changed(walk, minute);
}

/** The base order of a cycle, at the open and with slippage. What it places waits for the next minute. */
export function buyBase(walk: TwinWalk, minute: number, rate: number): void {
  const { plan, market } = walk;
  const open = look(market.open, minute);
  const quantity = walk.baseQuantity;
  walk.isEntering = false;
  walk.basePrice = plan.sign === 1 ? slippedUp(open, plan.slippage) : slippedDown(open, plan.slippage);
  walk.filledIn[0] = minute;
  enter(walk, { price: walk.basePrice, quantity, fee: plan.takerFee });
  walk.level = 1;
  nextLevel(walk);
  changed(walk, minute);
  if (rate * plan.sign > 0) settleFunding(walk, minute, { rate, quantity });
}

/** Towards the losing extreme: safety orders, the stops, liquidation; whichever price comes first. */
export function losingLeg(walk: TwinWalk, minute: number, rate: number): void {
  const { plan, market } = walk;
  const { sign } = plan;
  const open = look(market.open, minute);
  const extreme = look(sign === 1 ? market.low : market.high, minute);
  while (walk.quantity > 0) {
    const stop = nearestStop(walk, minute, open);
    const { liquidation } = walk;
    const isStopMet = stop !== 0 && sign * (extreme - stop) <= 0;
    const isLiquidated = liquidation !== 0 && sign * (extreme - liquidation) <= 0;
    const isStopFirst = isStopMet && (!isLiquidated || sign * (stop - liquidation) >= 0);
    const first = isStopFirst ? stop : isLiquidated ? liquidation : 0;
    if (isLevelMet(walk, minute, extreme) && (first === 0 || sign * (walk.levelPrice - first) >= 0)) {
      buyLevel(walk, minute, rate);
    } else if (isStopFirst)
      leave(walk, minute, { price: sold(plan, worse(sign, stop, open)), quantity: walk.quantity, fee: plan.takerFee });
    else if (isLiquidated) return liquidate(walk, minute, worse(sign, liquidation, open));
    else return;
  }
}

/** The stop or the trailing stop, whichever comes first; an open beyond the liquidation has overtaken it. */
function nearestStop(walk: TwinWalk, minute: number, open: number): number {
  const { plan, liquidation } = walk;
  const { sign } = plan;
  const stop = walk.stopIn < minute ? walk.stop : 0;
  const trail = walk.trail;
  const nearest = stop === 0 || (trail !== 0 && sign * (trail - stop) > 0) ? trail : stop;
  const isOvertaken = sign * (open - nearest) < 0 && liquidation !== 0 && sign * (open - liquidation) <= 0;
  return isOvertaken ? 0 : nearest;
}

/** Of two prices the one that is worse to leave at. */
function worse(sign: 1 | -1, price: number, open: number): number {
  return sign * (open - price) < 0 ? open : price;
}

/** What leaving at market gets where a price is met. */
function sold(plan: TwinPlan, price: number): number {
  return plan.sign === 1 ? slippedDown(price, plan.slippage) : slippedUp(price, plan.slippage);
}

function isLevelMet(walk: TwinWalk, minute: number, extreme: number): boolean {
  const { plan, level } = walk;
  if (level > plan.levels.length || walk.volumeLeft === 0) return false;
  const placedIn = look(walk.filledIn, Math.max(0, level - plan.active));
  return placedIn < minute && plan.sign * (extreme - walk.levelPrice) < 0;
}

function buyLevel(walk: TwinWalk, minute: number, rate: number): void {
  const { plan } = walk;
  const quantity = Math.min(walk.levelLeft, walk.volumeLeft);
  walk.volumeLeft -= quantity;
  walk.levelLeft -= quantity;
  enter(walk, { price: walk.levelPrice, quantity, fee: plan.makerFee });
  if (walk.levelLeft === 0) {
    walk.filledIn[walk.level] = minute;
    walk.figures.levelsFilledMax = Math.max(walk.figures.levelsFilledMax, walk.level);
    walk.level += 1;
    nextLevel(walk);
  }
  changed(walk, minute);
  if (rate * plan.sign > 0) settleFunding(walk, minute, { rate, quantity });
}

/** The next safety order becomes known when the one before it is filled: most are never reached. */
function nextLevel(walk: TwinWalk): void {
  const { plan, level, basePrice } = walk;
  if (level > plan.levels.length) return;
  walk.levelPrice = levelPriceOf(plan, level, basePrice);
  walk.levelLeft = levelQuantityOf(plan, level, walk.levelPrice);
  refuseUntradable(plan, walk.levelPrice, walk.levelLeft);
}

/** No ladder of the grid has an order below the instrument's least size, so the twins know no skipped steps. */
export function refuseUntradable(plan: TwinPlan, price: number, quantity: number): void {
  const isTradable = quantity >= plan.quantityMin && price * quantity * plan.cashPerTickStep >= plan.notionalMin;
  if (!isTradable || price <= 0) throw new Error('a ladder of the grid has a step that the instrument does not take');
}

interface Fill {
  readonly price: number;
  readonly quantity: number;
  readonly fee: number;
}

function enter(walk: TwinWalk, { price, quantity, fee }: Fill): void {
  const value = price * quantity * walk.plan.cashPerTickStep;
  const commission = shareOf(value, fee);
  walk.figures.fills += 1;
  walk.figures.commission += commission;
  walk.charged += commission;
  walk.wallet -= commission;
  walk.quantity += quantity;
  walk.cost += value;
  walk.fees += commission;
  walk.isolated += Math.ceil(value / walk.plan.leverage);
  walk.figures.peakMargin = Math.max(walk.figures.peakMargin, Math.ceil(walk.cost / walk.plan.leverage));
}

/**
 * Where the changed position wants its exits, and where it is liquidated. The first stop and a moved take profit wait for
 * the next minute; a stop that moves stands at its new price at once.
 */
function changed(walk: TwinWalk, minute: number): void {
  const { plan } = walk;
  const stop = plan.stopLoss === 0 ? 0 : stopPrice(walk);
  if (walk.stop === 0) walk.stopIn = minute;
  walk.stop = stop;
  const takeProfit = takeProfitPrice(walk);
  if (takeProfit !== walk.takeProfit || (!plan.isMarketExit && walk.takeProfitLeft !== walk.quantity)) {
    walk.takeProfit = takeProfit;
    walk.takeProfitLeft = walk.quantity;
    walk.takeProfitIn = minute;
  }
  walk.liquidation = liquidationPrice(walk);
}

/** Towards the winning extreme: the take profit. */
export function winningLeg(walk: TwinWalk, minute: number): void {
  const { plan, market, takeProfit } = walk;
  if (plan.trailing > 0 || takeProfit === 0 || walk.takeProfitIn >= minute) return;
  const beyond = plan.sign * (look(plan.sign === 1 ? market.high : market.low, minute) - takeProfit);
  if (plan.isMarketExit) {
    if (beyond >= 0)
      leave(walk, minute, { price: sold(plan, takeProfit), quantity: walk.quantity, fee: plan.takerFee });
    return;
  }
  const quantity = Math.min(walk.takeProfitLeft, walk.volumeLeft);
  if (beyond > 0 && quantity > 0) leave(walk, minute, { price: takeProfit, quantity, fee: plan.makerFee });
}

/** Closes all or a part at average cost; what a part carries is rounded down, so that the parts sum to the whole. */
function leave(walk: TwinWalk, minute: number, { price, quantity, fee }: Fill): void {
  const { plan, figures } = walk;
  const value = price * quantity * plan.cashPerTickStep;
  const commission = shareOf(value, fee);
  const isWhole = quantity === walk.quantity;
  const released = isWhole ? walk.cost : partOf(walk.cost, quantity, walk.quantity);
  const gross = plan.sign * (value - released);
  figures.fills += 1;
  figures.commission += commission;
  figures.gross += gross;
  walk.wallet += gross - commission;
  walk.gained += gross;
  walk.charged += commission;
  if (isWhole) return endCycle(walk, minute);
  walk.takeProfitLeft -= quantity;
  walk.fees -= partOf(walk.fees, quantity, walk.quantity);
  walk.fundingPaid -= partOf(walk.fundingPaid, quantity, walk.quantity);
  walk.isolated -= partOf(walk.isolated, quantity, walk.quantity);
  walk.cost -= released;
  walk.quantity -= quantity;
  walk.liquidation = liquidationPrice(walk);
}

/** The whole isolated wallet is lost, and no more; a bot that was liquidated opens no further cycle. */
function liquidate(walk: TwinWalk, minute: number, price: number): void {
  const { plan, figures, isolated } = walk;
  const value = price * walk.quantity * plan.cashPerTickStep;
  const gross = Math.max(plan.sign * (value - walk.cost), -isolated);
  figures.fills += 1;
  figures.gross += gross;
  figures.liquidations += 1;
  figures.liquidationFee += isolated + gross;
  walk.gained -= isolated;
  walk.wallet -= isolated;
  walk.isDead = true;
  endCycle(walk, minute);
}

function endCycle(walk: TwinWalk, minute: number): void {
  bookCycle(walk);
  walk.freeFrom = minute + walk.plan.cooldownMinutes;
  walk.quantity = 0;
  walk.cost = 0;
  walk.fees = 0;
  walk.fundingPaid = 0;
  walk.isolated = 0;
  walk.gained = 0;
  walk.charged = 0;
  walk.takeProfit = 0;
  walk.stop = 0;
  walk.trail = 0;
  walk.extreme = 0;
  walk.liquidation = 0;
}

function bookCycle({ figures, gained, charged }: TwinWalk): void {
  const result = gained - charged;
  figures.bestCycle = figures.cycles === 0 ? result : Math.max(figures.bestCycle, result);
  figures.worstCycle = figures.cycles === 0 ? result : Math.min(figures.worstCycle, result);
  figures.cycles += 1;
  if (result > 0) figures.wins += 1;
}
