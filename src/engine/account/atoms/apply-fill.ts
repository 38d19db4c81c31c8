import { assert } from '#base/assert.ts';
import { subtract, ZERO_CASH } from '#base/exact.ts';
import type { AtomEvent } from '../../model/atom.ts';
import { type Cycle, openOrder } from '../../model/cycle.ts';
import { notional } from '../../model/instrument.ts';
import { entrySide, exitSide, FIRST_ORDER, type WorkingOrder } from '../../model/order.ts';
import type { TradeRecord } from '../../model/record.ts';
import { withFill } from '../../risk/orders/approve.ts';
import type { RunningAccount } from '../running-account.ts';
import type { RunningAtom } from '../running-bot.ts';
import { applyToAtom } from './apply-to-atom.ts';
import { failAtClose, recordOrder } from './record-effects.ts';

/** Applies a fill of a working order: records the order and the trade, then everything that follows from them. */
export function applyFill(
  account: RunningAccount,
  atom: RunningAtom,
  event: Extract<AtomEvent, { type: 'OrderFilled' }>,
): void {
  const before = cycleIn(atom);
  const { at, price, quantity, commission, isMaker } = event;
  const working = openOrder(before, event.order);
  assert(working !== undefined, 'the filled order is working');
  const value = notional(atom.instrument, price, quantity);
  const order = withFill(working, quantity, value);
  const isDone = order.quantity === null ? quantity === before.position.quantity : order.filled === order.quantity;
  recordOrder(account, atom, {
    order,
    state: isDone ? 'FILLED' : 'PARTIALLY_FILLED',
    doneAt: isDone ? at : null,
    cycleSeq: before.seq,
  });
  applyTrade(account, atom, { event, trade: { order, at, price, quantity, value, commission, isMaker } });
}

/** Applies the liquidation of a whole position. It records an order and a trade, as every other close does. */
export function applyLiquidation(
  account: RunningAccount,
  atom: RunningAtom,
  event: Extract<AtomEvent, { type: 'Liquidated' }>,
): void {
  const cycle = cycleIn(atom);
  const { at, price } = event;
  const { quantity } = cycle.position;
  const value = notional(atom.instrument, price, quantity);
  const order: WorkingOrder = {
    number: cycle.nextOrder,
    role: 'liquidation',
    level: cycle.levelsFilled,
    side: exitSide(atom.key.direction),
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
  recordOrder(account, atom, { order, state: 'FILLED', doneAt: at, cycleSeq: cycle.seq });
  applyTrade(account, atom, {
    event,
    trade: { order, at, price, quantity, value, commission: ZERO_CASH, isMaker: false },
  });
  failAtClose(account, atom, 'LIQUIDATED');
}

/** Applies what the exchange or the user has closed of a position. It records an order and a trade, as every other close. */
export function applyReduction(
  account: RunningAccount,
  atom: RunningAtom,
  event: Extract<AtomEvent, { type: 'PositionReduced' }>,
): void {
  const cycle = cycleIn(atom);
  const { at, by, price, quantity, commission } = event;
  const value = notional(atom.instrument, price, quantity);
  const order: WorkingOrder = {
    number: cycle.nextOrder,
    role: by === 'external' ? 'manual' : by === 'liquidation' ? 'liquidation' : 'exit',
    level: cycle.levelsFilled,
    side: exitSide(atom.key.direction),
    type: 'MARKET',
    price: null,
    triggerPrice: null,
    quantity,
    filled: quantity,
    filledCost: value,
    fills: 1,
    placedAt: at,
    expiresAt: null,
    decisionPrice: null,
  };
  recordOrder(account, atom, { order, state: 'FILLED', doneAt: at, cycleSeq: cycle.seq });
  applyTrade(account, atom, { event, trade: { order, at, price, quantity, value, commission, isMaker: false } });
  if (by === 'liquidation') failAtClose(account, atom, 'LIQUIDATED');
}

/** Adopts a position that its user made elsewhere. It records an order and a trade, as every other entry does. */
export function applyAdoption(
  account: RunningAccount,
  atom: RunningAtom,
  event: Extract<AtomEvent, { type: 'DealAdopted' }>,
): void {
  const { at, price, quantity, mark } = event;
  const { cycle, cyclesOpened } = atom.state;
  const value = notional(atom.instrument, price, quantity);
  const order: WorkingOrder = {
    number: cycle?.nextOrder ?? FIRST_ORDER,
    role: 'manual',
    level: cycle?.levelsFilled ?? 0,
    side: entrySide(atom.key.direction),
    type: 'LIMIT',
    price,
    triggerPrice: null,
    quantity,
    filled: quantity,
    filledCost: value,
    fills: 1,
    placedAt: at,
    expiresAt: null,
    decisionPrice: mark,
  };
  const cycleSeq = cycle?.seq ?? cyclesOpened + 1;
  recordOrder(account, atom, { order, state: 'FILLED', doneAt: at, cycleSeq });
  applyTrade(account, atom, {
    event,
    cycleSeq,
    trade: { order, at, price, quantity, value, commission: ZERO_CASH, isMaker: false },
  });
}

function cycleIn(atom: RunningAtom): Cycle {
  const { cycle } = atom.state;
  assert(cycle !== null, 'a fill belongs to a cycle');
  return cycle;
}

type Trade = Pick<TradeRecord, 'at' | 'price' | 'quantity' | 'value' | 'commission' | 'isMaker'> & {
  readonly order: WorkingOrder;
};

/** Records the trade before everything that its event leads to. */
function applyTrade(
  account: RunningAccount,
  atom: RunningAtom,
  { event, trade, cycleSeq = cycleIn(atom).seq }: { event: AtomEvent; trade: Trade; cycleSeq?: number },
): void {
  const grossBefore = atom.state.cycle?.gross ?? ZERO_CASH;
  const { botId, symbol, direction } = atom.key;
  const { order } = trade;
  const record = {
    type: 'trade' as const,
    botId,
    symbol,
    direction,
    cycleSeq,
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
  account.records.push(record);
  const after = applyToAtom(account, atom, event);
  record.gross = subtract(after?.gross ?? grossBefore, grossBefore); // Known only now; nobody has read it yet.
}
