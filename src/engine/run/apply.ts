import { assert, unreachable } from '#base/assert.ts';
import { add, type Cash, type Steps, share, subtract, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantDigits } from '#base/time.ts';
import { withFill } from '../bots/ladder/fill.ts';
import { beginNetCycle, countHeld, type Held, heldByNone, moveNetCycle } from '../ledger/net-cycle.ts';
import { postingsOf, walletChange } from '../ledger/postings.ts';
import type { AtomEffect, AtomEvent } from '../model/atom.ts';
import type { Cycle } from '../model/cycle.ts';
import { notional } from '../model/instrument.ts';
import { exitSide, signOf, type WorkingOrder } from '../model/order.ts';
import { type NetCycle, orderIdIn, type TradeRecord } from '../model/record.ts';
import { initialMargin } from '../risk/margin.ts';
import { type Book, currentMinute, cycleIdIn, type NetSlot, type Slot } from './book.ts';
import { markIn } from './marks.ts';
import { recount } from './sums.ts';

/**
 * Hands an event to an atom and writes down everything it changes.
 * @returns the cycle that the event met or opened, as it is after it: open or just ended; null when there was none
 */
export function applyEvent(book: Book, slot: Slot, event: AtomEvent): Cycle | null {
  const before = slot.state.cycle;
  const step = slot.bot.family.atom.transition(slot.state, event, slot.context);
  if (step.state === slot.state && step.effects.length === 0) return before;
  slot.state = step.state;
  slot.triggers = step.triggers;
  slot.liquidation = step.liquidation;
  slot.bot.isDirty = true;
  recount(book.sums, slot, { before, now: step.state.cycle });
  const ended = step.state.cycle === null ? endedBy(step.effects) : null;
  const after = ended ?? step.state.cycle;
  if (after !== null) {
    const change = { before, after, event, moved: movedBy(before, after) };
    recordMovement(book, slot, change);
    moveNet(book, slot, change);
  }
  recordEffects(book, slot, { effects: step.effects, event, cycleSeq: after?.seq ?? null });
  if (after !== null && ended === null && after !== before) recordCycle(book, slot, after);
  closeNetWhenFlat(book, slot, event.at);
  return after;
}

function endedBy(effects: readonly AtomEffect[]): Cycle | null {
  for (const effect of effects) if (effect.type === 'CycleEnded') return effect.cycle;
  return null;
}

type Sums = Pick<Cycle, 'gross' | 'commission' | 'funding' | 'liquidationFee'>;

interface Change {
  readonly before: Cycle | null;
  readonly after: Cycle;
  readonly event: AtomEvent;
  /** How far the sums of the cycle moved. */
  readonly moved: Sums;
}

function movedBy(before: Cycle | null, after: Cycle): Sums {
  return {
    gross: subtract(after.gross, before?.gross ?? ZERO_CASH),
    commission: subtract(after.commission, before?.commission ?? ZERO_CASH),
    funding: subtract(after.funding, before?.funding ?? ZERO_CASH),
    liquidationFee: subtract(after.liquidationFee, before?.liquidationFee ?? ZERO_CASH),
  };
}

/** Books the event in the ledger and the wallet. Its source id names the fill, the funding or the liquidation, once. */
function recordMovement(book: Book, slot: Slot, change: Change): void {
  const { gross, commission, funding, liquidationFee } = change.moved;
  const transfer = handedOver(book, slot, change);
  const isStill = gross === 0 && commission === 0 && funding === 0 && liquidationFee === 0 && transfer === 0;
  if (isStill && change.event.type !== 'OrderFilled') return;
  const { at } = change.event;
  const cycleId = cycleIdIn(slot, change.after.seq);
  const sourceId = sourceOf(cycleId, change);
  const record = postingsOf(change.moved, { transfer, cycleId, at, sourceId });
  book.records.push(record);
  book.wallet = add(book.wallet, walletChange(record));
}

function sourceOf(cycleId: string, { before, event }: Change): string {
  switch (event.type) {
    case 'OrderFilled': {
      const { order: filled } = event; // Read once: events have many shapes, and fields of such are slow to find.
      const order = before?.orders.find(({ number }) => number === filled);
      assert(order !== undefined, 'the filled order was working');
      return `${orderIdIn(cycleId, filled)}-${order.fills + 1}`;
    }
    case 'FundingSettled':
      return `${cycleId}-funding-${instantDigits(event.at)}${event.order === undefined ? '' : `-${event.order}`}`;
    default:
      return `${cycleId}-${event.type.toLowerCase()}`;
  }
}

/** A detached position leaves at its mark: its open result goes through the transfer account, so that equity is unbroken. */
function handedOver(book: Book, slot: Slot, { after, event }: Change): Cash {
  if (after.state !== 'DETACHED' || event.type !== 'StopRequested') return ZERO_CASH;
  return unrealizedOf(slot, after, markIn(book, slot.key.symbol) ?? event.mark);
}

export function unrealizedOf(slot: Slot, cycle: Cycle, mark: Ticks): Cash {
  const { quantity, cost } = cycle.position;
  if (quantity === 0) return ZERO_CASH;
  const value = notional(slot.instrument, mark, quantity);
  return signOf(slot.key.direction) === 1 ? subtract(value, cost) : subtract(cost, value);
}

interface Told {
  readonly effects: readonly AtomEffect[];
  readonly event: AtomEvent;
  readonly cycleSeq: number | null;
}

function recordEffects(book: Book, slot: Slot, told: Told): void {
  const { at } = told.event;
  const cycleSeq = told.cycleSeq ?? 0;
  for (const effect of told.effects) {
    switch (effect.type) {
      case 'PlaceOrder':
        recordOrder(book, slot, { order: effect.order, state: 'OPEN', doneAt: null, cycleSeq });
        break;
      case 'CancelOrder':
        recordOrder(book, slot, { order: effect.order, state: effect.state, doneAt: at, cycleSeq });
        break;
      case 'CycleEnded':
        recordCycle(book, slot, withExtremes(book, slot, effect.cycle));
        break;
      case 'Noted':
        recordNote(book, slot, { event: told.event, cycleSeq: told.cycleSeq, note: effect });
        break;
      case 'CycleOpened':
        break; // The cycle itself is recorded after its effects.
      default:
        unreachable(effect);
    }
  }
}

type Noted = Extract<AtomEffect, { type: 'Noted' }>;

function recordNote(book: Book, slot: Slot, { event, cycleSeq, note }: Omit<Told, 'effects'> & { note: Noted }): void {
  const { botId, symbol, direction } = slot.key;
  book.records.push({
    type: 'note',
    botId,
    symbol,
    direction,
    cycleSeq,
    order: event.type === 'OrderFilled' ? event.order : null, // What a fill led to is told with its order.
    at: event.at,
    level: levelOf(note.code),
    code: note.code,
    figures: note.figures,
  });
}

function levelOf(code: Noted['code']): 'info' | 'warning' | 'error' {
  if (code === 'LIQUIDATED') return 'error';
  if (code === 'ENTRY_BLOCKED' || code === 'STEP_SKIPPED' || code === 'STOP_LOSS_FILLED') return 'warning';
  return 'info';
}

type OrderState = 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED';

function recordOrder(
  book: Book,
  slot: Slot,
  told: { order: WorkingOrder; state: OrderState; doneAt: Instant | null; cycleSeq: number },
): void {
  const { botId, symbol, direction } = slot.key;
  const { order, state, doneAt, cycleSeq } = told;
  book.records.push({ type: 'order', botId, symbol, direction, order, state, doneAt, cycleSeq });
}

function recordCycle(book: Book, slot: Slot, cycle: Cycle): void {
  const net = cycle.beginAt === null ? null : (netOf(slot)?.open?.seq ?? null);
  const { botId, symbol, direction } = slot.key;
  book.records.push({
    type: 'cycle',
    botId,
    symbol,
    direction,
    cycle,
    netCycleSeq: net,
    openedRunNo: cycle.openedRunNo,
    levelsTotal: slot.context.ladderOf(cycle.params).levels.length,
    runNo: slot.bot.bot.runNo,
  });
}

/** Lowest and highest price between the first fill and the end, asked of the market once, when the cycle ends. */
function withExtremes(book: Book, slot: Slot, cycle: Cycle): Cycle {
  if (cycle.beginAt === null || cycle.endAt === null) return cycle;
  const range = currentMinute(book)?.range(slot.key.symbol, cycle.beginAt, cycle.endAt) ?? null;
  return range === null ? cycle : { ...cycle, lowSeen: ticks(range.low), highSeen: ticks(range.high) };
}

/** A fill as it met an order: books it, writes order and trade. `quantity` null means the whole position. */
export function applyFill(
  book: Book,
  slot: Slot,
  fill: { order: WorkingOrder; at: Instant; price: Ticks; quantity: Steps | null; isMaker: boolean },
): void {
  const before = cycleIn(slot);
  const quantity = fill.quantity ?? before.position.quantity;
  const value = notional(slot.instrument, fill.price, quantity);
  const commission = share(value, fill.isMaker ? slot.instrument.makerFee : slot.instrument.takerFee, 'half-up');
  const order = withFill(fill.order, quantity, value);
  const isDone = order.quantity === null || order.filled === order.quantity;
  recordOrder(book, slot, {
    order,
    state: isDone ? 'FILLED' : 'PARTIALLY_FILLED',
    doneAt: isDone ? fill.at : null,
    cycleSeq: before.seq,
  });
  const { at, price, isMaker } = fill;
  applyTraded(book, slot, {
    event: { type: 'OrderFilled', at, order: order.number, price, quantity, commission, isMaker },
    trade: { order, at, price, quantity, value, commission, isMaker },
  });
}

/** The venue closes the whole position by force: an order and a trade tell it as they tell every other close. */
export function applyLiquidation(book: Book, slot: Slot, event: Extract<AtomEvent, { type: 'Liquidated' }>): void {
  const cycle = cycleIn(slot);
  const { at, price } = event;
  const { quantity } = cycle.position;
  const value = notional(slot.instrument, price, quantity);
  const order: WorkingOrder = {
    number: cycle.nextOrder,
    role: 'liquidation',
    level: cycle.levelsFilled,
    side: exitSide(slot.key.direction),
    type: 'MARKET',
    price: null,
    triggerPrice: null,
    quantity: null,
    filled: quantity,
    filledCost: value,
    fills: 1,
    placedAt: at,
    expiresAt: null,
    decisionPrice: null,
  };
  recordOrder(book, slot, { order, state: 'FILLED', doneAt: at, cycleSeq: cycle.seq });
  applyTraded(book, slot, {
    event,
    trade: { order, at, price, quantity, value, commission: ZERO_CASH, isMaker: false },
  });
}

function cycleIn(slot: Slot): Cycle {
  const { cycle } = slot.state;
  assert(cycle !== null, 'a fill belongs to a cycle');
  return cycle;
}

type Traded = Pick<TradeRecord, 'at' | 'price' | 'quantity' | 'value' | 'commission' | 'isMaker'> & {
  readonly order: WorkingOrder;
};

/** Applies the event and puts the trade that made it before everything it led to. */
function applyTraded(book: Book, slot: Slot, { event, trade }: { event: AtomEvent; trade: Traded }): void {
  const before = cycleIn(slot);
  const { botId, symbol, direction } = slot.key;
  const { order } = trade;
  const record = {
    type: 'trade' as const,
    botId,
    symbol,
    direction,
    cycleSeq: before.seq,
    order: order.number,
    fill: order.fills,
    role: order.role,
    level: order.level,
    side: order.side,
    at: trade.at,
    price: trade.price,
    quantity: trade.quantity,
    value: trade.value,
    commission: trade.commission,
    isMaker: trade.isMaker,
    gross: ZERO_CASH,
  };
  book.records.push(record);
  const after = applyEvent(book, slot, event);
  record.gross = subtract(after?.gross ?? before.gross, before.gross); // Known only now, before anybody sees the record.
}

/** Moves the episode of the symbol with the cycle. */
function moveNet(book: Book, slot: Slot, { after, event, moved }: Change): void {
  if (after.beginAt === null) return;
  const net = netOf(slot) ?? beginNet(slot);
  const { direction } = slot.key;
  const isNew = net.open === null;
  if (isNew) net.begun += 1;
  net.open ??= beginNetCycle(net.begun, after.beginAt);
  moveNetCycle(net.open, {
    direction,
    seq: after.seq,
    moved,
    isOrderFilled: isOrderDone(event, after),
    held: event.type === 'FundingSettled' ? null : heldOn(slot, after),
  });
  if (isNew || book.market.hasSteps !== false) recordNet(book, slot, { ...net.open });
}

/** The episodes of the slot's symbol, which are those of both directions; null before the first one. */
function netOf(slot: Slot): NetSlot | null {
  slot.net ??= slot.bot.nets.get(slot.key.symbol) ?? null;
  return slot.net;
}

function beginNet(slot: Slot): NetSlot {
  const net = { begun: 0, open: null };
  slot.bot.nets.set(slot.key.symbol, net);
  return net;
}

/** Whether the event filled the last of an order. */
function isOrderDone(event: AtomEvent, after: Cycle): boolean {
  switch (event.type) {
    case 'OrderFilled': {
      const { order } = event;
      return after.orders.every(({ number }) => number !== order);
    }
    case 'Liquidated':
      return true;
    default:
      return false;
  }
}

/** What the bot's open cycles on the symbol hold, and how many levels the cycle of the event filled, open or not. */
function heldOn({ bot, key: { symbol } }: Slot, { levelsFilled }: Cycle): Held {
  const held = { ...heldByNone(), levelsFilledMax: levelsFilled };
  for (const { key, state, context } of bot.slots) {
    if (key.symbol !== symbol || state.cycle === null) continue;
    const { leverage } = context.ladderOf(state.cycle.params);
    countHeld(held, state.cycle, initialMargin(state.cycle.position.cost, leverage));
  }
  return held;
}

function recordNet(book: Book, slot: Slot, netCycle: NetCycle): void {
  book.records.push({ type: 'net-cycle', botId: slot.key.botId, symbol: slot.key.symbol, netCycle });
}

function closeNetWhenFlat(book: Book, slot: Slot, at: Instant): void {
  const net = netOf(slot);
  if (net === null || net.open === null) return;
  const isHeld = slot.bot.slots.some(
    ({ key, state }) => key.symbol === slot.key.symbol && state.cycle !== null && state.cycle.position.quantity > 0,
  );
  if (isHeld) return;
  recordNet(book, slot, { ...net.open, endAt: at });
  net.open = null;
}
