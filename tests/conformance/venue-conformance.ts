import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { add, type Steps, steps, sum, type Ticks, ticks } from '#base/exact.ts';
import { instantOf, later } from '#base/time.ts';
import { type Instrument, quantityFor } from '#engine/model/instrument.ts';
import {
  NO_TRADE,
  type PlaceConditional,
  type PlaceOrder,
  type SendOutcome,
  type Venue,
  type VenueEvent,
  type VenueFill,
} from '#ports/venue.ts';
import { allRows } from '../support/all-rows.ts';
import { until } from '../support/until.ts';

/** A venue with a market that the suite can move. Each account begins flat, in hedge mode, with 10,000 USDT. */
export interface VenueWorld {
  readonly symbol: string;
  venue(): Promise<Venue>;
  /** Another view of the account that the last `venue()` gave. */
  again(): Promise<Venue>;
  last(): Promise<Ticks>;
  /** Moves the market to about so many times where it stands. */
  move(factor: number): Promise<void>;
  close(): Promise<void>;
}

/** What every venue must do, whatever is behind it. */
export function venueConformance(name: string, open: () => Promise<VenueWorld>): void {
  describe(`the venue port: ${name}`, () => {
    let world: VenueWorld;
    let venue: Venue;
    let instrument: Instrument;
    let events: VenueEvent[];
    let count = 0;

    beforeAll(async () => {
      world = await open();
    });
    afterAll(async () => {
      await world.close();
    });
    beforeEach(async () => {
      venue = await world.venue();
      const found = await venue.instrument(world.symbol);
      if (found === null) throw new Error('the symbol of the suite is not listed');
      instrument = found;
      events = [];
      venue.track({ symbol: world.symbol, fromId: await venue.newestTrade(world.symbol) });
      venue.follow((event) => events.push(event));
      await until(() => events.some(({ kind }) => kind === 'picture'), 'the first picture');
    });

    const nextId = (): string => {
      count += 1;
      return `q1t${String(count).padStart(9, '0')}`;
    };
    /** Some 200 USDT worth, and so many times that. */
    const lot = async (factor = 1): Promise<Steps> =>
      steps(quantityFor(instrument, cashFrom('200'), await world.last()) * factor);
    const priceAt = async (factor: number): Promise<Ticks> => ticks(Math.round((await world.last()) * factor));
    const base = async () => {
      return {
        instrument,
        clientId: nextId(),
        timestamp: venue.now(),
        side: 'BUY',
        positionSide: 'LONG',
        intent: 'open',
        reduceOnly: false,
        quantity: await lot(),
      } as const;
    };
    const market = async (changes: Partial<PlaceOrder> = {}): Promise<PlaceOrder> =>
      ({ ...(await base()), type: 'MARKET', ...changes, timestamp: changes.timestamp ?? venue.now() }) as PlaceOrder;
    const limit = async (factor: number, changes: Partial<PlaceOrder> = {}): Promise<PlaceOrder> =>
      ({
        ...(await base()),
        type: 'LIMIT',
        price: await priceAt(factor),
        timeInForce: 'GTC',
        ...changes,
        timestamp: changes.timestamp ?? venue.now(),
      }) as PlaceOrder;
    const stop = async (factor: number, changes: Partial<PlaceConditional> = {}): Promise<PlaceConditional> => ({
      ...(await base()),
      side: 'SELL',
      intent: 'close',
      type: 'STOP_MARKET',
      triggerPrice: await priceAt(factor),
      workingType: 'last',
      isPriceProtected: false,
      quantity: null,
      ...changes,
      timestamp: venue.now(),
    });
    const taken = <T>(outcome: SendOutcome<T>): T => {
      if (outcome.kind !== 'acknowledged') throw new Error(`not acknowledged: ${JSON.stringify(outcome)}`);
      return outcome.value;
    };
    const fills = (): VenueFill[] => events.flatMap((event) => (event.kind === 'fill' ? [event.fill] : []));
    const buy = async (): Promise<Steps> => {
      const order = await market();
      taken(await venue.place(order));
      await until(() => sum(fills().map(({ quantity }) => quantity)) >= order.quantity, 'the fills of the entry');
      return order.quantity;
    };

    it('begins with a picture of a flat account', async () => {
      const [picture] = events;
      expect(picture).toMatchObject({
        kind: 'picture',
        picture: { orders: { rows: [] }, conditionals: { rows: [] }, positions: { rows: [] } },
      });
      expect((await venue.balances())[0]).toMatchObject({ asset: 'USDT', wallet: 1_000_000_000_000 });
    });

    it('lets a limit order away from the market rest, finds it by our id, and cancels it once', async () => {
      const asked = await limit(0.9);
      const order = taken(await venue.place(asked));
      expect(order).toMatchObject({ clientId: asked.clientId, state: 'NEW', executed: 0, quantity: asked.quantity });
      expect(order.orderId).toMatch(/^\d+$/);
      expect(await venue.order(world.symbol, asked.clientId)).toMatchObject({ orderId: order.orderId, state: 'NEW' });
      expect(allRows(await venue.openOrders(world.symbol)).map(({ clientId }) => clientId)).toEqual([asked.clientId]);
      const named = { instrument, clientId: asked.clientId };
      expect(taken(await venue.cancel({ ...named, timestamp: venue.now() }))).toMatchObject({ state: 'CANCELED' });
      const again = await venue.cancel({ ...named, timestamp: venue.now() });
      expect(again).toMatchObject({ kind: 'rejected', cause: 'absent' });
      expect(allRows(await venue.openOrders())).toEqual([]);
      await until(() => events.some((event) => event.kind === 'order' && event.order.state === 'CANCELED'));
    });

    it('says null of an order that nobody placed', async () => {
      expect(await venue.order(world.symbol, 'nobody-placed-this')).toBeNull();
      expect(await venue.conditional(world.symbol, 'nobody-placed-this')).toBeNull();
    });

    it('fills a market order, tells its trades before its end, and books them exactly', async () => {
      const quantity = await buy();
      await until(() => events.some((event) => event.kind === 'order' && event.order.state === 'FILLED'));
      const told = events.map((event) => (event.kind === 'order' ? event.order.state : event.kind));
      expect(told.lastIndexOf('fill')).toBeLessThan(told.indexOf('FILLED'));
      expect(sum(fills().map((fill) => fill.quantity))).toBe(quantity);
      await until(() => events.some((event) => event.kind === 'balance'), 'the balance');
      const paid = sum(fills().map(({ commission }) => commission));
      expect(paid).toBeGreaterThan(0);
      expect(add((await venue.balances())[0]?.wallet ?? paid, paid)).toBe(1_000_000_000_000);
      expect(allRows(await venue.positions())).toMatchObject([
        { symbol: world.symbol, positionSide: 'LONG', quantity },
      ]);
      const stored = await venue.trades({ symbol: world.symbol, fromId: NO_TRADE });
      expect(
        stored.map(({ tradeId, quantity: size, price, commission }) => [tradeId, size, price, commission]),
      ).toEqual(fills().map(({ tradeId, quantity: size, price, commission }) => [tradeId, size, price, commission]));
      const income = await venue.income(instantOf(0), later(stored[0]?.at ?? venue.now(), 1_000));
      expect(sum(income.filter(({ type }) => type === 'COMMISSION').map(({ amount }) => amount))).toBe(-paid);
    });

    it('refuses an id that is open already', async () => {
      const asked = await limit(0.9);
      taken(await venue.place(asked));
      const again = await venue.place({ ...asked, timestamp: venue.now() });
      expect(again).toMatchObject({ kind: 'rejected', cause: 'duplicate', venueCode: -4116 });
      expect(allRows(await venue.openOrders())).toHaveLength(1);
    });

    it('does not send what is half a second older than its timestamp', async () => {
      const late = await limit(0.9, { timestamp: later(venue.now(), -600) });
      expect(await venue.place(late)).toMatchObject({ kind: 'rejected', cause: 'late', venueCode: null });
      expect(await venue.order(world.symbol, late.clientId)).toBeNull();
    });

    it('does not send an order that counts in another tick than the fills of the account are read in', async () => {
      const asked = await limit(0.9);
      const { tick } = asked.instrument;
      const other = { ...asked.instrument, tick: { ...tick, decimals: tick.decimals + 1 } };
      const outcome = await venue.place({ ...asked, instrument: other });
      expect(outcome).toMatchObject({ kind: 'rejected', cause: 'filter', venueCode: null, rules: { tick } });
      expect(await venue.order(world.symbol, asked.clientId)).toBeNull();
    });

    it('refuses an order below the least notional, and tells the rules it broke', async () => {
      const outcome = await venue.place(await limit(0.9, { quantity: instrument.quantityMin }));
      expect(outcome).toMatchObject({ kind: 'rejected', cause: 'filter', rules: { symbol: world.symbol } });
    });

    it('refuses what the margin cannot bear', async () => {
      const outcome = await venue.place(await market({ quantity: await lot(2_000) }));
      expect(outcome).toMatchObject({ kind: 'rejected', cause: 'margin' });
    });

    it('closes by position side, and refuses to close more than there is', async () => {
      const quantity = await buy();
      const close = { side: 'SELL', intent: 'close' } as const;
      const more = await venue.place(await market({ ...close, quantity: steps(2 * quantity) }));
      expect(more).toMatchObject({ kind: 'rejected' });
      taken(await venue.place(await market({ ...close, quantity })));
      await until(() => fills().some(({ side }) => side === 'SELL'));
      expect(allRows(await venue.positions())).toEqual([]);
    });

    it('fills a resting order when the market goes through it, as maker', async () => {
      const asked = await limit(0.995);
      taken(await venue.place(asked));
      await world.move(0.97);
      await until(() => fills().length > 0, 'the fill of the resting order');
      expect(fills()[0]).toMatchObject({
        clientId: asked.clientId,
        price: 'price' in asked ? asked.price : 0,
        isMaker: true,
      });
      expect(await venue.order(world.symbol, asked.clientId)).toMatchObject({ state: 'FILLED' });
    });

    it('keeps conditional orders apart: they wait, are found, and are cancelled', async () => {
      await buy();
      const asked = await stop(0.9);
      const conditional = taken(await venue.placeConditional(asked));
      expect(conditional).toMatchObject({ state: 'WAITING', quantity: null, triggerPrice: asked.triggerPrice });
      expect(await venue.conditional(world.symbol, asked.clientId)).toMatchObject({ algoId: conditional.algoId });
      expect(allRows(await venue.openConditionals())).toMatchObject([{ clientId: asked.clientId, orderId: null }]);
      expect(allRows(await venue.openOrders())).toEqual([]);
      taken(await venue.cancelConditional({ instrument, clientId: asked.clientId, timestamp: venue.now() }));
      expect(allRows(await venue.openConditionals())).toEqual([]);
      await until(() => events.some((event) => event.kind === 'conditional' && event.conditional.state === 'CANCELED'));
    });

    it('refuses a conditional order that would trigger at once', async () => {
      await buy();
      expect(await venue.placeConditional(await stop(1.05))).toMatchObject({ kind: 'rejected', cause: 'trigger' });
    });

    it('lets a stop close the position, and names the order that it became', async () => {
      await buy();
      const asked = await stop(0.98);
      taken(await venue.placeConditional(asked));
      await world.move(0.95);
      await until(() => fills().some(({ side }) => side === 'SELL'), 'the fill of the stop');
      const child = fills().find(({ side }) => side === 'SELL');
      await until(() => events.some((event) => event.kind === 'conditional' && event.conditional.orderId !== null));
      expect(await venue.conditional(world.symbol, asked.clientId)).toMatchObject({ orderId: child?.orderId });
      expect(allRows(await venue.positions())).toEqual([]);
      expect(allRows(await venue.openConditionals())).toEqual([]);
    });

    it('sets leverage, and refuses one that there is not', async () => {
      taken(await venue.setLeverage(world.symbol, 7));
      const { isHedgeMode, symbols } = await venue.settings();
      expect([isHedgeMode, symbols.get(world.symbol)?.leverage]).toEqual([true, 7]);
      expect(await venue.setLeverage(world.symbol, 1_000)).toMatchObject({ kind: 'rejected' });
      expect(await venue.setHedgeMode()).toMatchObject({ kind: 'rejected', cause: 'unchanged' });
    });

    it('tells tiers, fees and the time', async () => {
      const tiers = (await venue.brackets()).get(world.symbol);
      expect(tiers?.[0]).toMatchObject({ floor: 0 });
      expect((await venue.fees(world.symbol)).taker).toBeGreaterThan(0);
      const { serverTime } = await venue.readServerTime();
      expect(Math.abs(serverTime - venue.now())).toBeLessThan(1_000);
    });

    it('tells a follower who comes later the trades behind the last one it knows, then a picture', async () => {
      await buy();
      const [first] = fills();
      const other = await world.again();
      const heard: VenueEvent[] = [];
      other.track({ symbol: world.symbol, fromId: first?.tradeId ?? NO_TRADE });
      other.follow((event) => heard.push(event));
      await until(() => heard.some(({ kind }) => kind === 'picture'));
      const missed = heard.flatMap((event) => (event.kind === 'fill' ? [event.fill.tradeId] : []));
      expect(missed).toEqual(
        fills()
          .slice(1)
          .map(({ tradeId }) => tradeId),
      );
      expect(heard.at(-1)).toMatchObject({
        kind: 'picture',
        picture: { positions: { rows: [{ positionSide: 'LONG' }] } },
      });
      await other.close();
    });
  });
}
