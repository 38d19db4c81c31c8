import { type Rate, type Steps, share, smaller, subtract, ticks, times, ZERO_STEPS } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { applyReport } from '../account/apply-event.ts';
import { isQuiet, isTouched } from '../account/close-minute.ts';
import type { RunningAccount } from '../account/running-account.ts';
import { isCross, type RunningAtom } from '../account/running-bot.ts';
import { liquidationTriggerOf } from '../account/valuation/shared-wallet.ts';
import {
  type CandleHit,
  type CandlePath,
  hasRestingStop,
  hitAtOpen,
  hitOnLosingLeg,
  hitOnWinningLeg,
  volumeBudget,
} from '../matching/candle-fill.ts';
import type { Filled, MarketMinute, MinutePath } from '../model/account.ts';
import { CLOSE_OFFSET_MS, type MarkMinute } from '../model/candle.ts';
import { notional } from '../model/instrument.ts';
import { isOpening, signOf } from '../model/order.ts';
import type { AccountSimulation } from './account-simulation.ts';
import { liquidateAtom } from './forced-close.ts';
import { fillResting, restingOf } from './resting-orders.ts';

/**
 * Simulates the venue for one atom within a minute, in the order of the fill model: funding, market orders at the open,
 * the losing leg, the winning leg. Nothing happens without a candle.
 */
export function runAtom(simulation: AccountSimulation, atom: RunningAtom, minute: MarketMinute): void {
  const { cycle } = atom.state;
  if (cycle === null || atom.isOffGrid) return;
  const candle = minute.candle(atom.key.symbol);
  if (candle === null) return endContract(simulation, atom, minute);
  const { account } = simulation;
  const told = minute.mark(atom.key.symbol);
  const mark = told ?? candle;
  const rate = minute.funding(atom.key.symbol);
  if (rate !== null) settle(account, atom, { mark, at: candle.time, rate, quantity: cycle.position.quantity });
  const isReached = !isQuiet(atom, candle) || (told !== null && isTouched(atom, told));
  if (!isReached && !isLiquidatedByShared(account, atom, mark)) return;
  const isStopResting = hasRestingStop(restingOf(simulation.resting, atom), candle.time);
  const stopLossBy = told === null ? 'last' : atom.context.ladderOf(cycle.params).slWorkingType;
  const at = instantOf(candle.time + CLOSE_OFFSET_MS);
  walk(simulation, atom, { candle, mark, stopLossBy, at, rate, isStopResting });
}

/** What is held when a contract ends is closed at its last price, for the fee of a taker. */
function endContract(simulation: AccountSimulation, atom: RunningAtom, minute: MarketMinute): void {
  const price = minute.endPrice?.(atom.key.symbol) ?? null;
  if (price === null) return;
  const at = minute.time;
  applyReport(simulation.account, atom, { type: 'ContractEnded', at, price });
  const exit = restingOf(simulation.resting, atom).find(({ role }) => role === 'exit');
  if (exit !== undefined) fillAt(simulation, atom, { order: exit, price, quantity: null, isMaker: false, at });
}

/** Whether the mark reaches the liquidation price of a cross position, which depends on all positions on its wallet. */
function isLiquidatedByShared(account: RunningAccount, atom: RunningAtom, { low, high }: MarkMinute): boolean {
  const { cycle } = atom.state;
  if (cycle === null || cycle.position.quantity === 0 || !isCross(atom, cycle)) return false;
  const liquidation = liquidationTriggerOf(account, atom);
  if (liquidation === null) return false;
  return atom.key.direction === 'buy' ? low <= liquidation : high >= liquidation;
}

interface AtomMinute extends Pick<CandlePath, 'candle' | 'mark' | 'stopLossBy' | 'isStopResting'> {
  readonly at: Instant;
  readonly rate: Rate | null;
}

/** Walks the minute: open, losing leg, winning leg. */
function walk(simulation: AccountSimulation, atom: RunningAtom, given: AtomMinute): void {
  const { market } = simulation;
  const { candle, at } = given;
  // Every field is named: spreading another object costs several times as much.
  const path: OpenMinute = {
    direction: atom.key.direction,
    candle,
    mark: given.mark,
    stopLossBy: given.stopLossBy,
    isStopResting: given.isStopResting,
    rate: given.rate,
    slippage: market.slippage,
    volumeLeft: volumeBudget(candle, market.volumeCap),
  };
  const winsFirst = isWinningLegFirst(path, market.path);
  for (let hit = nextAtOpen(simulation, atom, path); hit !== null; hit = nextAtOpen(simulation, atom, path))
    take(simulation, atom, { path, hit, at: candle.time });
  if (winsFirst) takeProfits(simulation, atom, { path, at });
  for (let hit = nextLoss(simulation, atom, path); hit !== null; hit = nextLoss(simulation, atom, path))
    take(simulation, atom, { path, hit, at });
  if (!winsFirst) takeProfits(simulation, atom, { path, at });
}

/** A deal that reduces may be met before the take profit; whatever a fill places is live from the next minute. */
function takeProfits(
  simulation: AccountSimulation,
  atom: RunningAtom,
  { path, at }: { readonly path: OpenMinute; readonly at: Instant },
): void {
  const next = (): CandleHit | null => hitOnWinningLeg(restingOf(simulation.resting, atom), path);
  for (let hit = next(); hit !== null; hit = next()) take(simulation, atom, { path, hit, at });
}

function isWinningLegFirst(
  { direction, candle: { open, high, low } }: CandlePath,
  way: MinutePath | undefined,
): boolean {
  if (way !== 'nearest_first') return way === 'optimistic';
  return direction === 'buy' ? high - open < open - low : open - low < high - open;
}

/** The minute under way, as the matcher sees it: fills of limit orders use up its volume. */
interface OpenMinute extends CandlePath {
  readonly rate: Rate | null;
  volumeLeft: Steps;
}

function positionOf({ account }: AccountSimulation, atom: RunningAtom) {
  const isOpen = heldBy(atom) > 0;
  return { isOpen, liquidation: isOpen ? liquidationTriggerOf(account, atom) : null };
}

function heldBy({ state }: RunningAtom): Steps {
  return state.cycle?.position.quantity ?? ZERO_STEPS;
}

function nextAtOpen(simulation: AccountSimulation, atom: RunningAtom, path: OpenMinute): CandleHit | null {
  return hitAtOpen(restingOf(simulation.resting, atom), path, positionOf(simulation, atom));
}

function nextLoss(simulation: AccountSimulation, atom: RunningAtom, path: OpenMinute): CandleHit | null {
  return hitOnLosingLeg(restingOf(simulation.resting, atom), path, positionOf(simulation, atom));
}

function take(
  simulation: AccountSimulation,
  atom: RunningAtom,
  { path, hit, at }: { path: OpenMinute; hit: CandleHit; at: Instant },
): void {
  const { account } = simulation;
  if (hit.type === 'liquidation') return liquidateAtom(account, atom, { price: hit.price, at });
  const { order, isMaker } = hit;
  if (isMaker) path.volumeLeft = subtract(path.volumeLeft, smaller(path.volumeLeft, hit.quantity ?? ZERO_STEPS));
  const { quantity } = fillAt(simulation, atom, { ...hit, at });
  if (isOpening(order, path.direction)) settleEntered(account, atom, { path, at, order: order.number, quantity });
}

/** Fills an order, or a part of it, at a price and with the fee of its side of the book. Nothing closes more than is held. */
export function fillAt(
  { account, resting }: AccountSimulation,
  atom: RunningAtom,
  fill: Omit<Extract<CandleHit, { type: 'order' }>, 'type'> & { readonly at: Instant },
): Filled {
  const { order, price, isMaker, at } = fill;
  const { instrument } = atom;
  const held = heldBy(atom);
  const wanted = fill.quantity ?? held;
  const quantity = isOpening(order, atom.key.direction) ? wanted : smaller(wanted, held);
  const value = notional(instrument, price, quantity);
  const commission = share(value, isMaker ? instrument.makerFee : instrument.takerFee, 'half-up');
  fillResting(resting, atom, { order, quantity, value });
  applyReport(account, atom, { type: 'OrderFilled', at, order: order.number, price, quantity, commission, isMaker });
  return { price, quantity, commission };
}

interface Settlement {
  readonly mark: MarkMinute;
  readonly at: Instant;
  readonly rate: Rate;
  readonly quantity: Steps;
  /** The entry that filled in the minute of the settlement; omitted for a position held before. */
  readonly order?: number;
}

/** Settles funding on a quantity at the opening mark of the minute: longs pay a positive rate. */
function settle(account: RunningAccount, atom: RunningAtom, { mark, at, rate, quantity, order }: Settlement): void {
  if (quantity === 0 || atom.state.cycle === null) return;
  const value = notional(atom.instrument, ticks(mark.open), quantity);
  const paid = times(share(value, rate, 'half-up'), signOf(atom.key.direction));
  if (paid === 0) return;
  const report = { type: 'FundingSettled', at, paid } as const;
  applyReport(account, atom, order === undefined ? report : { ...report, order });
}

/** An entry filled in the minute of a settlement pays funding but never receives it, however soon it is closed. */
function settleEntered(
  account: RunningAccount,
  atom: RunningAtom,
  { path, at, order, quantity }: { path: OpenMinute; at: Instant; order: number; quantity: Steps },
): void {
  const { mark, rate } = path;
  if (rate === null || rate * signOf(atom.key.direction) <= 0) return;
  settle(account, atom, { mark, at, rate, quantity, order });
}
