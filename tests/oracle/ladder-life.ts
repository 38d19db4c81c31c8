import { at } from '#base/assert.ts';
import { cash, share, steps, ticks } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import { paramsReader } from '#engine/account/atoms/context-of.ts';
import { familyOf } from '#engine/bots/families.ts';
import { transition } from '#engine/bots/ladder/atom.ts';
import { ownLiquidation } from '#engine/bots/ladder/triggers.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { AtomEvent, AtomState } from '#engine/model/atom.ts';
import { notional } from '#engine/model/instrument.ts';
import type { WorkingOrder } from '#engine/model/order.ts';
import { COST_MAX } from '#engine/risk/ladder/filled-ladder.ts';
import { START } from '../support/market.ts';
import type { RandomLadder } from './random-ladder.ts';

/** An event of a cycle, in the units of the engine. */
export type Happening =
  | { readonly type: 'entry'; readonly level: number; readonly price: number; readonly quantity: number }
  | { readonly type: 'take_profit' | 'stop_loss'; readonly price: number; readonly quantity: number }
  | { readonly type: 'funding'; readonly paid: number };

/** The history of a cycle: its events, and one line with its whole state after each event. */
export interface Life {
  readonly happenings: readonly Happening[];
  readonly lines: readonly string[];
}

/** Runs an atom of the engine through random fills and funding. Market orders may fill at any price nearby. */
export function liveByEngine(dice: Chance, { params, instrument, basePrice }: RandomLadder): Life {
  const context = {
    instrument,
    restingMax: instrument.ordersMax,
    params,
    paramsVersion: 1,
    runNo: 1,
    ladderOf: paramsReader(familyOf(paperLadder.kind).ladderOf),
    signal: null,
    stepSignalOf: () => null,
    hasLog: true,
    isCancelFinal: true,
  };
  const { atoms } = newEngineBot({
    botId: 'bot',
    kind: paperLadder.kind,
    symbols: [instrument.symbol],
    params,
    paramsVersion: 1,
    isEnterBuyEnabled: true,
    isEnterSellEnabled: true,
  });
  let state: AtomState = { ...at(atoms, 0), mode: 'running' };
  let minute = 0;
  const happenings: Happening[] = [];
  const tell = (event: AtomEvent): string => {
    const step = transition(state, event, context);
    const ended = step.effects.find((effect) => effect.type === 'CycleEnded')?.cycle ?? null;
    state = step.state;
    return lineOf(ended === null ? state : { ...state, cycle: ended }, context);
  };
  const nextMinute = () => instantOf(START + ++minute * MINUTE_MS);
  const lines = [tell({ type: 'EntryGranted', at: nextMinute(), price: ticks(basePrice), marginLeft: cash(COST_MAX) })];
  for (let turn = 0; turn < TURNS && state.cycle !== null; turn += 1) {
    const next = randomHappening(dice, state, basePrice);
    happenings.push(next.happening);
    lines.push(tell(eventOf(next, { instrument, at: nextMinute() })));
  }
  return { happenings, lines };
}

const TURNS = 8;

type Next =
  | { readonly happening: Extract<Happening, { type: 'funding' }> }
  | { readonly happening: Exclude<Happening, { type: 'funding' }>; readonly order: WorkingOrder };

function randomHappening(dice: Chance, state: AtomState, basePrice: number): Next {
  const orders = state.cycle?.orders ?? [];
  const held = state.cycle?.position.quantity ?? 0;
  const base = orders.find(({ role }) => role === 'base');
  if (base !== undefined && held === 0) return { happening: entryOf(dice, base, basePrice), order: base };
  const entries = orders.filter(({ role }) => role === 'base' || role === 'safety');
  const exits = orders.filter(({ role }) => role === 'take_profit' || role === 'stop_loss');
  const roll = dice.next();
  const [entry, exit] = [dice.pick([...entries, undefined]), dice.pick([...exits, undefined])];
  if (roll < 0.6 && entry !== undefined) return { happening: entryOf(dice, entry, basePrice), order: entry };
  if (roll < 0.8 && exit !== undefined) {
    const quantity = part(dice, held);
    const price = exit.price ?? exit.triggerPrice ?? ticks(basePrice);
    const type = exit.role === 'stop_loss' ? 'stop_loss' : 'take_profit';
    return { happening: { type, price, quantity: exit.quantity === null ? held : quantity }, order: exit };
  }
  const most = Math.min(10 ** 12, Math.floor((state.cycle?.position.cost ?? 0) / 1_000));
  return { happening: { type: 'funding', paid: dice.between(-most, most) } };
}

function entryOf(dice: Chance, order: WorkingOrder, basePrice: number): Extract<Happening, { type: 'entry' }> {
  const wanted = (order.quantity ?? 0) - order.filled;
  if (order.type === 'LIMIT')
    return { type: 'entry', level: order.level, price: order.price ?? 0, quantity: part(dice, wanted) };
  const price = Math.max(1, basePrice + Math.round(basePrice * dice.pick([0, 0, 0.001, -0.001, 0.01])));
  return { type: 'entry', level: order.level, price, quantity: part(dice, wanted) };
}

const part = (dice: Chance, whole: number): number => (dice.next() < 0.7 ? whole : dice.between(1, whole));

function eventOf(next: Next, { instrument, at }: { instrument: RandomLadder['instrument']; at: Instant }): AtomEvent {
  if (!('order' in next)) return { type: 'FundingSettled', at, paid: cash(next.happening.paid) };
  const [price, quantity] = [ticks(next.happening.price), steps(next.happening.quantity)];
  const isMaker = next.order.type === 'LIMIT';
  const fee = isMaker ? instrument.makerFee : instrument.takerFee;
  const commission = share(notional(instrument, price, quantity), fee, 'half-up');
  return { type: 'OrderFilled', at, order: next.order.number, price, quantity, commission, isMaker };
}

const words = (parts: readonly unknown[]): string => parts.map((word) => word ?? '-').join(' ');

function lineOf(state: AtomState, context: Parameters<typeof ownLiquidation>[1]): string {
  const { cycle } = state;
  if (cycle === null) return state.blockedBy ?? 'idle';
  const { position, orders } = cycle;
  const isOver = cycle.endAt !== null;
  const exitOf = (role: string) => orders.find((order) => order.role === role);
  const target = exitOf('take_profit');
  return words([
    ...[position.quantity, position.cost, position.fees, position.fundingPaid],
    ...[cycle.gross, cycle.commission, cycle.funding, cycle.isolatedWallet, cycle.committedMargin],
    ...['tp', target?.price ?? target?.triggerPrice, target?.quantity == null ? null : target.quantity - target.filled],
    ...['sl', exitOf('stop_loss')?.triggerPrice],
    ...['liq', isOver ? null : ownLiquidation(state, context)],
    ...orders
      .filter(({ role }) => role === 'base' || role === 'safety')
      .map((order) => `${order.level}:${(order.quantity ?? 0) - order.filled}@${order.price ?? 'market'}`),
  ]);
}
