import type { Reason } from '#base/errors.ts';
import { add, type Cash, larger, type Ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { AtomEvent, BlockReason } from '../../model/atom.ts';
import type { BotParams } from '../../model/bot-params.ts';
import type { Cycle } from '../../model/cycle.ts';
import { priceText, quantityText } from '../../model/instrument.ts';
import { entrySide, FIRST_ORDER, isOpening, signOf, type WorkingOrder } from '../../model/order.ts';
import { FLAT } from '../../model/position.ts';
import { committedMargin } from '../../risk/ladder/filled-ladder.ts';
import {
  baseQuantity,
  type LadderSide,
  levelPrice,
  levelQuantity,
  levelValueMax,
  limitBasePrice,
} from '../../risk/ladder/levels.ts';
import { initialMargin } from '../../risk/margin/margin.ts';
import type { AtomContext } from '../atom-context.ts';
import { endCycle } from './closing.ts';
import {
  approveOrder,
  cancelOrders,
  cycleOf,
  type Draft,
  leavingOrder,
  note,
  openingOrder,
  openLadder,
  ownCycle,
  ownState,
  placeApproved,
  warn,
} from './draft.ts';

/** Margin that a cycle opened at this close would commit: that of a ladder from the price of its base order. */
export function marginToOpen(draft: Pick<Draft, 'state' | 'context'>, price: Ticks): Cash {
  const ladder = draft.context.ladderOf(draft.context.params);
  const side = { ladder, instrument: draft.context.instrument, direction: draft.state.direction };
  return committedMargin(side, limitBasePrice(side, price));
}

/** Submits the base order of a new cycle, decided at the close of the minute. */
export function openCycle(
  draft: Draft,
  { price, marginLeft, params = draft.context.params }: Extract<AtomEvent, { type: 'EntryGranted' }>,
): void {
  const { instrument } = draft.context;
  const ladder = draft.context.ladderOf(params);
  const { direction } = draft.state;
  const side = { ladder, instrument, direction };
  const isLimit = ladder.baseOrder.kind === 'limit';
  const orderPrice = isLimit ? limitBasePrice(side, price) : price;
  const quantity = baseQuantity(side, orderPrice);
  const base = {
    role: 'base',
    level: 0,
    side: entrySide(direction),
    type: isLimit ? 'LIMIT' : 'MARKET',
    price: isLimit ? orderPrice : null,
    triggerPrice: null,
    quantity,
    expiresAt: ladder.baseOrder.kind === 'limit' ? instantOf(draft.at + ladder.baseOrder.ttlMs) : null,
    decisionPrice: price,
  } as const;
  const committed = committedMargin(side, orderPrice);
  const verdict = approveOrder(draft, base, { planned: ladder.baseNotional, committed, left: marginLeft });
  if (!verdict.ok) return block(draft, blockOf(verdict.reasons));
  beginCycle(draft, params, committed);
  note(draft, 'CYCLE_OPENED', () => ({
    price: priceText(instrument, orderPrice),
    quantity: quantityText(instrument, quantity),
  }));
  placeApproved(draft, verdict.value);
}

/** Begins a cycle whose first order comes next. */
export function beginCycle(draft: Draft, params: BotParams, committed: Cash): void {
  const state = ownState(draft);
  state.phase = 'ENTERING';
  state.cyclesOpened += 1;
  state.blockedBy = null;
  state.cooldownUntil = null;
  state.cycle = newCycle({ ...draft.context, params }, { seq: state.cyclesOpened, at: draft.at, committed });
  draft.effects.push({ type: 'CycleOpened', seq: state.cyclesOpened });
}

function blockOf([first]: readonly Reason[]): BlockReason {
  return first?.code === 'INSUFFICIENT_MARGIN' ? 'INSUFFICIENT_MARGIN' : 'LADDER_REFUSED';
}

/** Commits the margin that the full ladder of the open cycle needs now, but never less than its position uses. */
export function commitAnew(draft: Draft): void {
  const { basePrice, position, addedMargin = ZERO_CASH } = cycleOf(draft);
  const base = openingOrder(draft);
  const price = basePrice ?? base?.price ?? base?.decisionPrice;
  if (price == null) return;
  const ladder = openLadder(draft);
  const planned = committedMargin(
    { ladder, instrument: draft.context.instrument, direction: draft.state.direction },
    price,
  );
  ownCycle(draft).committedMargin = larger(add(planned, addedMargin), initialMargin(position.cost, ladder.leverage));
}

export function block(draft: Draft, reason: NonNullable<Draft['state']['blockedBy']>): void {
  if (draft.state.blockedBy === reason) return;
  ownState(draft).blockedBy = reason;
  warn(draft, 'ENTRY_BLOCKED', { reason });
}

/**
 * Counts the levels that the open cycle has passed as placed: as many as were filled, and every one no deeper than its
 * deepest entry. A skipped level must not cause the level after it to be bought again.
 */
export function passLevels(draft: Draft): void {
  ownCycle(draft).levelsPlaced = levelsPassed(draft, 0);
}

/** @param withdrawn - how many partly filled safety orders are about to be cancelled; each then counts as filled */
export function levelsPassed(draft: Draft, withdrawn: number): number {
  const { basePrice, deepestPrice, levelsFilled, orders } = cycleOf(draft);
  const side = openSide(draft);
  const isPassed = (level: number): boolean =>
    basePrice !== null &&
    deepestPrice !== null &&
    signOf(side.direction) * (levelPrice(side, level, basePrice) - deepestPrice) >= 0;
  const passed = side.ladder.levels.filter((_, index) => isPassed(index + 1)).length;
  const underWay = orders.filter(({ role, type }) => role === 'safety' && type === 'MARKET').length;
  return Math.max(levelsFilled + withdrawn + underWay, passed);
}

/** The ladder of the open cycle with its instrument and direction. */
export function openSide(draft: Draft): LadderSide {
  return { ladder: openLadder(draft), instrument: draft.context.instrument, direction: draft.state.direction };
}

/**
 * Places the ladder of a cycle that is open and goes on, once its first order has ended: until then its base price may still
 * move.
 */
export function startLadder(draft: Draft): void {
  if (draft.state.phase !== 'OPEN' || openingOrder(draft) !== undefined) return;
  const first = leavingOrder(draft, FIRST_ORDER);
  if (first === undefined || !isOpening(first.order, draft.state.direction)) placeSafetyOrders(draft);
}

/**
 * Places the next levels until the configured number of safety orders is resting. A level that rests already, because it
 * was kept when the ladder was replaced, stays. When the instrument allows no more orders, the remaining levels wait
 * until a resting order has filled. Steps that wait for a rule are never placed ahead.
 */
export function placeSafetyOrders(draft: Draft): void {
  const side = openSide(draft);
  const { activeSafetyOrders, hasStepRule, levels } = side.ladder;
  if (hasStepRule) return;
  const { orders, levelsPlaced } = cycleOf(draft);
  let resting = orders.filter((order) => order.role === 'safety' && order.level <= levelsPlaced).length;
  while (resting < activeSafetyOrders && cycleOf(draft).levelsPlaced < levels.length) {
    const level = cycleOf(draft).levelsPlaced + 1;
    const isKept = orders.some((order) => order.role === 'safety' && order.level === level);
    if (!isKept && !hasRoom(draft)) return;
    ownCycle(draft).levelsPlaced = level;
    if (isKept || placeLevel(draft, side, level) === 'placed') resting += 1;
  }
}

/** The price of the next step while it waits for its rule; null when no step waits. */
export function nextStepPrice({ state, context }: Pick<Draft, 'state' | 'context'>): Ticks | null {
  const { cycle, direction } = state;
  if (cycle === null || cycle.basePrice === null || cycle.orders.some(isFirst)) return null;
  const ladder = context.ladderOf(cycle.params);
  const level = cycle.levelsPlaced + 1;
  if (!ladder.hasStepRule || level > ladder.levels.length) return null;
  const price = levelPrice({ ladder, instrument: context.instrument, direction }, level, cycle.basePrice);
  return price > 0 ? price : null;
}

const isFirst = ({ number }: WorkingOrder): boolean => number === FIRST_ORDER;

/** Executes at market every waiting step whose price the market has reached, as the rule for steps acts. */
export function takeSteps(draft: Draft, close: Ticks): void {
  const side = openSide(draft);
  for (;;) {
    const price = nextStepPrice(draft);
    if (price === null || signOf(side.direction) * (close - price) > 0 || !hasRoom(draft)) return;
    const level = cycleOf(draft).levelsPlaced + 1;
    ownCycle(draft).levelsPlaced = level;
    const verdict = approveLevel(draft, side, { level, type: 'MARKET', price: close });
    if (verdict.ok) placeApproved(draft, verdict.value);
    else warn(draft, 'STEP_SKIPPED', { level });
  }
}

function hasRoom(draft: Draft): boolean {
  return cycleOf(draft).orders.length < draft.context.restingMax;
}

function placeLevel(draft: Draft, side: LadderSide, level: number): 'placed' | 'skipped' {
  const { basePrice } = cycleOf(draft);
  if (basePrice === null) return 'skipped';
  const price = levelPrice(side, level, basePrice);
  const verdict = price > 0 ? approveLevel(draft, side, { level, type: 'LIMIT', price }) : null;
  if (verdict?.ok === true) {
    placeApproved(draft, verdict.value);
    return 'placed';
  }
  warn(draft, 'STEP_SKIPPED', { level });
  return 'skipped';
}

interface WantedLevel {
  readonly level: number;
  readonly type: 'LIMIT' | 'MARKET';
  /** A market order is sized by the close, which lies at the price of its level or beyond. */
  readonly price: Ticks;
}

/** The cycle already committed the margin of its levels when it opened. */
function approveLevel(draft: Draft, side: LadderSide, { level, type, price }: WantedLevel) {
  const wanted = {
    role: 'safety',
    level,
    side: entrySide(side.direction),
    type,
    price: type === 'LIMIT' ? price : null,
    triggerPrice: null,
    quantity: levelQuantity(side, level, price),
    expiresAt: null,
    decisionPrice: price,
  } as const;
  return approveOrder(draft, wanted, { planned: levelValueMax(side, level), committed: ZERO_CASH, left: ZERO_CASH });
}

/**
 * Withdraws the first order of the cycle. If nothing was filled, the cycle ends without a trade; otherwise the ladder is built on the
 * filled part.
 */
export function withdrawBase(draft: Draft, state: 'CANCELED' | 'EXPIRED'): void {
  const first = openingOrder(draft);
  if (first === undefined) return;
  cancelOrders(draft, (order) => order === first, state);
  if (cycleOf(draft).position.quantity > 0) return startLadder(draft);
  note(draft, state === 'EXPIRED' ? 'ENTRY_EXPIRED' : 'ENTRY_CANCELED');
  endCycle(draft, 'CANCELED', state === 'EXPIRED' ? 'entry_expired' : 'manual');
}

/** A new cycle. One literal names every field: cycles are copied at each event, and such objects copy fastest. */
export function newCycle(
  { params, paramsVersion, runNo }: AtomContext,
  { seq, at, committed }: { seq: number; at: Instant; committed: Cash },
): Cycle {
  return {
    state: 'PENDING_ENTRY',
    beginAt: null,
    endAt: null,
    closeReason: null,
    basePrice: null,
    position: FLAT,
    orders: [],
    nextOrder: FIRST_ORDER,
    levelsFilled: 0,
    levelsPlaced: 0,
    deepestPrice: null,
    entryQuantity: ZERO_STEPS,
    entryCost: ZERO_CASH,
    exitQuantity: ZERO_STEPS,
    exitValue: ZERO_CASH,
    gross: ZERO_CASH,
    commission: ZERO_CASH,
    funding: ZERO_CASH,
    liquidationFee: ZERO_CASH,
    peakMargin: ZERO_CASH,
    isolatedWallet: ZERO_CASH,
    trailingExtreme: null,
    exitReason: null,
    lowSeen: null,
    highSeen: null,
    seq,
    params,
    paramsVersion,
    openedRunNo: runNo,
    openedAt: at,
    committedMargin: committed,
  };
}
