import { assert } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { type Instant, later, MINUTE_MS, startOf } from '#base/time.ts';
import { applyEvent } from '#engine/account/apply-event.ts';
import { openAccount } from '#engine/account/open-account.ts';
import type { RunningAccount } from '#engine/account/running-account.ts';
import { takeRecords } from '#engine/account/take-records.ts';
import type { AccountSnapshot } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { EngineEvent } from '#engine/model/engine-event.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type ApprovedOrder, entrySide } from '#engine/model/order.ts';
import type { AccountRecord, AtomKey } from '#engine/model/record.ts';
import { NO_TRADE, type SendOutcome, type Venue, type VenueEvent, type VenueFill } from '#ports/venue.ts';
import type { SimulatedVenue } from './simulated-venue.ts';
import { until } from './until.ts';

/** An order that an atom wants at the exchange, and its client id there. */
interface Intent {
  readonly type: 'place' | 'cancel';
  readonly clientId: string;
  readonly atom: AtomKey;
  readonly order: ApprovedOrder;
}

/** An account whose orders rest at the simulated exchange, behind its wire, and its history so far. */
export interface AccountAtExchange {
  readonly account: RunningAccount;
  readonly opened: AccountSnapshot;
  readonly instrument: Instrument;
  readonly venue: Venue;
  readonly journal: EngineEvent[];
  readonly records: AccountRecord[];
  command(command: BotCommand): Promise<void>;
  /** Lets a minute pass at the exchange, whose price is first multiplied by `factor`, and closes it for the account. */
  minute(factor?: number): Promise<void>;
}

/** Opens an account of 10,000 USDT on both sides; its leverage and margin mode are those of its ladders. */
export async function openAccountAtExchange(world: SimulatedVenue, leverage: number): Promise<AccountAtExchange> {
  const venue = await world.venue();
  const { symbol, wire } = world;
  const instrument = await venue.instrument(symbol);
  assert(instrument !== null, 'the symbol is listed');
  taken(await venue.setLeverage(symbol, leverage));
  taken(await venue.setMarginType(symbol, 'isolated'));
  const events: VenueEvent[] = [];
  const newest = await venue.newestTrade(symbol);
  venue.track({ symbol, fromId: newest });
  venue.follow((event) => events.push(event));
  await until(() => events.some(({ kind }) => kind === 'picture'), 'the first picture of the account');
  const intents: Intent[] = [];
  const opened: AccountSnapshot = { wallet: cashFrom('10000'), limit: null, minute: null, bots: [] };
  const account = openAccount(opened, {
    instruments: new Map([[symbol, instrument]]),
    past: { range: () => null, bar: () => null },
    performer: {
      isCancelFinal: false,
      place: (atom, order, seq) =>
        intents.push({ type: 'place', clientId: idOf(atom.key, seq, order), atom: atom.key, order }),
      cancel: (atom, order, seq) =>
        intents.push({ type: 'cancel', clientId: idOf(atom.key, seq, order), atom: atom.key, order }),
    },
  });
  const exchange = {
    venue,
    instrument,
    events,
    intents,
    account,
    journal: [],
    records: [],
    placed: new Map(),
    applied: 0,
  };
  return {
    ...exchange,
    opened,
    async command(command) {
      apply(exchange, { type: 'Commanded', at: later(wire.simulation.now(), -1), command });
      await settle(exchange);
    },
    async minute(factor = 1) {
      const time = startOf(wire.simulation.now(), MINUTE_MS);
      if (factor !== 1) await wire.simulation.disturb({ kind: 'shock', symbol, minute: time, factor });
      await wire.pass(MINUTE_MS);
      await settle(exchange);
      apply(exchange, await closedMinute(world, instrument, time));
      await settle(exchange);
    },
  };
}

interface Exchange {
  readonly venue: Venue;
  readonly instrument: Instrument;
  readonly events: readonly VenueEvent[];
  readonly intents: Intent[];
  readonly account: RunningAccount;
  readonly journal: EngineEvent[];
  readonly records: AccountRecord[];
  /** Every order that was sent, by its client id. */
  readonly placed: Map<string, Intent>;
  /** How many fills the account has applied. */
  applied: number;
}

function idOf({ direction }: AtomKey, cycleSeq: number, { number }: ApprovedOrder): string {
  return `${direction}-${cycleSeq}-${number}`;
}

function apply({ account, journal, records }: Exchange, event: EngineEvent): void {
  journal.push(event);
  const outcome = applyEvent(account, event);
  assert(outcome.ok, 'the command is accepted');
  records.push(
    ...takeRecords(
      account,
      event.type === 'MinuteClosed' ? event.time : event.type === 'Reported' ? event.report.at : event.at,
    ),
  );
}

/** Sends the account's orders and applies the reports of the user stream, until neither side has anything new. */
async function settle(exchange: Exchange): Promise<void> {
  const { venue, instrument, intents, events } = exchange;
  const fills = (): VenueFill[] => events.flatMap((event) => (event.kind === 'fill' ? [event.fill] : []));
  for (;;) {
    for (let intent = intents.shift(); intent !== undefined; intent = intents.shift()) {
      if (intent.type === 'place') await place(exchange, intent);
      else await withdraw(exchange, intent);
    }
    const { length } = await venue.trades({ symbol: instrument.symbol, fromId: NO_TRADE });
    await until(() => fills().length >= length, 'the fills that the exchange has stored');
    if (exchange.applied === fills().length) return;
    for (const fill of fills().slice(exchange.applied)) {
      const { atom, order } = await placedFor(exchange, fill);
      const { at, price, quantity, commission, isMaker } = fill;
      const report = { type: 'OrderFilled', at, order: order.number, price, quantity, commission, isMaker } as const;
      apply(exchange, { type: 'Reported', atom, report });
      exchange.applied += 1;
    }
  }
}

/** The order that a fill belongs to; a stop fills as another order, whose id the exchange gives when it triggers. */
async function placedFor({ venue, placed }: Exchange, fill: VenueFill): Promise<Intent> {
  const own = placed.get(fill.clientId ?? '');
  if (own !== undefined) return own;
  for (const [clientId, intent] of placed) {
    if (intent.order.triggerPrice === null) continue;
    const conditional = await venue.conditional(fill.symbol, clientId);
    if (conditional?.orderId === fill.orderId) return intent;
  }
  throw new Error(`the fill of ${fill.clientId} belongs to no order of the account`);
}

/** Withdraws an order, and reports its end. One that was not sent yet never is. */
async function withdraw(exchange: Exchange, { clientId, order, atom }: Intent): Promise<void> {
  const { venue, instrument } = exchange;
  const sending = { instrument, clientId, timestamp: venue.now() };
  const outcome = await (order.triggerPrice === null ? venue.cancel(sending) : venue.cancelConditional(sending));
  if (outcome.kind !== 'rejected' || outcome.cause !== 'absent') taken<unknown>(outcome); // A stop goes with its position.
  const at = later(exchange.venue.now(), 0);
  const report = { type: 'OrderEnded', at, order: order.number, state: 'CANCELED', cause: null } as const;
  apply(exchange, { type: 'Reported', atom, report });
}

async function place(exchange: Exchange, intent: Intent): Promise<void> {
  const { venue, instrument, placed } = exchange;
  const { clientId, order, atom } = intent;
  const placing = {
    ...{ instrument, clientId, timestamp: venue.now() },
    side: order.side,
    positionSide: atom.direction === 'buy' ? 'LONG' : 'SHORT',
    intent: order.side === entrySide(atom.direction) ? 'open' : 'close',
    reduceOnly: false,
  } as const;
  placed.set(clientId, intent);
  switch (order.type) {
    case 'LIMIT':
      assert(order.price !== null && order.quantity !== null, 'a limit order has a price and a quantity');
      taken(
        await venue.place({
          ...placing,
          type: 'LIMIT',
          price: order.price,
          quantity: order.quantity,
          timeInForce: 'GTC',
        }),
      );
      return;
    case 'MARKET':
      taken(await venue.place({ ...placing, type: 'MARKET', quantity: order.quantity ?? heldBy(exchange, atom) }));
      return;
    default:
      assert(order.triggerPrice !== null, 'a conditional order has a trigger');
      taken(
        await venue.placeConditional({
          ...placing,
          type: order.type,
          triggerPrice: order.triggerPrice,
          workingType: 'last',
          isPriceProtected: false,
          // The exchange lets one stop of a side close whatever is held; a trailing stop beside it names its quantity.
          quantity: order.quantity ?? (order.role === 'stop_loss' ? null : heldBy(exchange, atom)),
        }),
      );
  }
}

function heldBy({ account }: Exchange, { botId, direction }: AtomKey) {
  const atom = account.bots.get(botId)?.atoms.find(({ key }) => key.direction === direction);
  assert(atom?.state.cycle != null, 'an exit closes a position');
  return atom.state.cycle.position.quantity;
}

async function closedMinute(world: SimulatedVenue, instrument: Instrument, time: Instant): Promise<EngineEvent> {
  const { market } = world.exchange();
  const [candle] = await market.candles(instrument, { interval: '1m', from: time, to: time, limit: 1 });
  assert(candle !== undefined && candle.time === time, 'the exchange has closed the minute');
  return { type: 'MinuteClosed', time, candles: { [instrument.symbol]: candle }, marks: {} };
}

function taken<T>(outcome: SendOutcome<T>): T {
  if (outcome.kind !== 'acknowledged') throw new Error(`the exchange did not take it: ${JSON.stringify(outcome)}`);
  return outcome.value;
}
