import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Steps, steps, sum, ticks } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import {
  NO_TRADE,
  type PlaceOrder,
  type Venue,
  type VenueEvent,
  type VenueFill,
  type VenueOrder,
} from '#ports/venue.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { openSimulatedVenue, type SimulatedVenue } from '../../../../tests/support/simulated-venue.ts';
import { until } from '../../../../tests/support/until.ts';
import { ExchangeError } from './exchange-error.ts';

const FEED_TIMES = { silenceMs: 300, watchMs: 50, retryMs: 50, lookUpMs: 100 };
const SYMBOL = 'ETHUSDT'; // Its ids lie above 2^53.

let world: SimulatedVenue;
let venue: Venue;
let instrument: Instrument;
let events: VenueEvent[];
let count = 0;

beforeAll(async () => {
  world = await openSimulatedVenue(SYMBOL, { feedTimes: FEED_TIMES });
  return () => world.close();
});

beforeEach(async () => {
  venue = await world.venue();
  const found = await venue.instrument(SYMBOL);
  if (found === null) throw new Error('not listed');
  instrument = found;
  events = [];
  venue.track({ symbol: SYMBOL, fromId: NO_TRADE });
  venue.follow((event) => events.push(event));
  await untilKind('picture');
});

const of = <Kind extends VenueEvent['kind']>(kind: Kind): Extract<VenueEvent, { kind: Kind }>[] =>
  events.filter((event): event is Extract<VenueEvent, { kind: Kind }> => event.kind === kind);
const fills = (): VenueFill[] => of('fill').map(({ fill }) => fill);
const bought = (): Steps => sum(fills().map(({ quantity }) => quantity));
const untilKind = (kind: VenueEvent['kind'], times = 1): Promise<void> =>
  until(() => of(kind).length >= times, `${kind} × ${times}`);

function market(quantity = 100): PlaceOrder {
  count += 1;
  const names = {
    clientId: `q1f${count}`,
    side: 'BUY',
    positionSide: 'LONG',
    intent: 'open',
    reduceOnly: false,
  } as const;
  return { ...names, type: 'MARKET', quantity: steps(quantity), instrument, timestamp: venue.now() };
}

async function buy(quantity = 100): Promise<VenueOrder> {
  const outcome = await venue.place(market(quantity));
  if (outcome.kind !== 'acknowledged') throw new Error(`not taken: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

/** The trades according to the exchange itself. */
async function traded(): Promise<readonly string[]> {
  const trades = await venue.trades({ symbol: SYMBOL, fromId: NO_TRADE });
  return trades.map(({ tradeId, orderId, quantity }) => `${tradeId} ${orderId} ${quantity}`);
}
const told = (): string[] => fills().map(({ tradeId, orderId, quantity }) => `${tradeId} ${orderId} ${quantity}`);

describe('fault 32: a silent user stream', () => {
  it('is reopened when the account changed without an event, and the fills are reported', async () => {
    await world.wire.admin('faults/sockets', { act: 'muted', root: 'private' });
    await buy();
    await untilKind('gap');
    await world.wire.admin('faults/sockets', { act: 'none' });
    await untilKind('picture', 2);
    expect(told()).toEqual(await traded());
    expect(fills().length).toBeGreaterThan(0);
  });

  it('without any changes is left alone', async () => {
    const used = (): number => world.exchange().market.budget().used;
    let [last, requests] = [used(), 0];
    const hasAsked = (): boolean => {
      if (used() !== last) requests += 1;
      last = used();
      return requests === 6;
    };
    await until(hasAsked, 'three looks at the account, of two requests each');
    expect(of('gap')).toEqual([]);
  });
});

describe('fault 33: the user stream breaks, or its key expires', () => {
  it.each(['drop', 'end'] as const)(
    'sockets that %s: a gap is said, what was missed is told once, then a picture',
    async (act) => {
      await buy();
      await until(() => fills().length > 0);
      await world.wire.admin('faults/sockets', { act, root: 'private' });
      await untilKind('gap');
      expect(venue.health().isConnected).toBe(false);
      await buy(70);
      await untilKind('picture', 2);
      await buy(30);
      await until(() => bought() === 200, 'all fills');
      expect(told()).toEqual(await traded());
      const last = of('picture').at(-1)?.picture;
      expect(last?.positions).toMatchObject({ kind: 'all', rows: [{ positionSide: 'LONG', quantity: 170 }] });
      expect(venue.health().isConnected).toBe(true);
    },
  );

  it('an expired listen key leads to a new key, a new stream and a complete read', async () => {
    await world.wire.admin('faults/listen-key', { accountId: world.key().accountId });
    await untilKind('gap');
    await untilKind('picture', 2);
    await buy();
    await until(() => bought() === 100);
    expect(told()).toEqual(await traded());
  });

  it('a failed read of the account after the break is repeated until it succeeds', async () => {
    await world.wire.admin('faults/request', { kind: 'page', status: 502, path: '/fapi/v3/positionRisk', count: 3 });
    await world.wire.admin('faults/sockets', { act: 'drop', root: 'private' });
    await untilKind('gap');
    await untilKind('picture', 2);
    expect(of('picture')).toHaveLength(2);
  });
});

describe('fault 34: duplicate, late and unordered events', () => {
  it('each fill is reported once, no state goes back, and the totals equal the exchange’s', async () => {
    await world.wire.admin('faults/events', { duplicated: 0.5, swapped: 0.5, delayMsMax: 20 });
    for (let round = 0; round < 15; round += 1) await buy();
    await until(() => bought() === 1_500, 'all fills');
    await until(() => finals().size === 15, 'all ends');
    expect(told().toSorted()).toEqual([...(await traded())].sort());
    const executed = new Map<string, number>();
    for (const { order } of of('order')) {
      expect(order.executed).toBeGreaterThanOrEqual(executed.get(order.orderId) ?? 0);
      executed.set(order.orderId, order.executed);
    }
    expect([...executed.values()]).toEqual(Array.from({ length: 15 }, () => 100));
  });

  const finals = (): Set<string> =>
    new Set(of('order').flatMap(({ order }) => (order.state === 'FILLED' ? [order.orderId] : [])));
});

describe('a stream that breaks while an event is on its way', () => {
  it('the fill that a later one had overtaken is told after the break', async () => {
    await world.wire.admin('faults/events', { delayMsMax: 400 });
    let pictures = 1;
    let overtaken = 0;
    while (overtaken < 3) {
      await Promise.all([30, 40, 50, 60].map((quantity) => buy(quantity)));
      const all = await traded();
      if (!isOvertaken(told(), all)) await until(() => told().length === all.length || isOvertaken(told(), all));
      if (told().length === all.length) continue;
      overtaken += 1;
      pictures += 1;
      await world.wire.admin('faults/sockets', { act: 'drop', root: 'private' });
      await until(() => told().length === all.length, 'the fill that was overtaken');
      await untilKind('picture', pictures);
    }
    expect(told().toSorted()).toEqual([...(await traded())].sort());
  });

  /** Whether the newest trade is told and an older one is not. */
  const isOvertaken = (those: readonly string[], all: readonly string[]): boolean =>
    those.length < all.length && those.includes(all.at(-1) ?? '');
});

describe('I4: random trading over bad streams', () => {
  it('every trade of the exchange is reported exactly once, and no other', async () => {
    const seed = SEED_OF_RUN;
    process.stderr.write(`trading seed ${seed}\n`);
    const dice = chance(seed);
    await world.wire.admin('faults/events', { duplicated: 0.3, swapped: 0.3, delayMsMax: 50 });
    let unsure = 0;
    for (let round = 1; round <= 60; round += 1) {
      if (dice.between(0, 9) === 0) {
        await world.wire.admin('faults/request', { kind: 'lost-reply', path: '/fapi/v1/order', method: 'POST' });
      }
      const outcome = await venue.place(market(dice.between(20, 60)));
      expect(['acknowledged', 'unknown']).toContain(outcome.kind);
      if (outcome.kind === 'unknown') unsure += 1;
      if (round % 25 === 0) {
        await world.wire.admin('faults/sockets', { act: dice.pick(['drop', 'end']), root: 'private' });
      }
      await new Promise((resolve) => setTimeout(resolve, dice.between(0, 20)));
    }
    const all = [...(await traded())].sort();
    await until(() => told().length >= all.length, `all ${all.length} trades, ${unsure} answers lost`);
    expect(told().toSorted()).toEqual(all);
  });
});

describe('fault 35: an event about an unknown symbol', () => {
  it('is kept as received, with every digit of its ids', async () => {
    await world.wire.admin('faults/unknown-symbol', { count: 1 });
    const order = await buy();
    await untilKind('unresolved');
    const [kept] = of('unresolved');
    expect(kept?.event.symbol).toBe('NOBODYKNOWSUSDT');
    expect(kept?.event.raw).toContain(order.orderId);
    expect(BigInt(order.orderId)).toBeGreaterThan(2n ** 53n);
  });
});

describe('fault 43: the rules of a symbol change while bots run', () => {
  afterEach(async () => {
    await world.wire.admin('faults/filters', { symbol: SYMBOL, tickUnits: 1, stepUnits: 1, notionalMin: '20' });
  });

  const resting = (price: number, rules: Instrument, quantity = 100): PlaceOrder => ({
    ...market(quantity),
    type: 'LIMIT',
    price: ticks(price),
    timeInForce: 'GTC',
    instrument: rules,
  });

  it('a filter refusal returns the new rules, and an order with a price on the new grid is accepted', async () => {
    const price = Math.floor((await world.last()) * 0.9) - (Math.floor((await world.last()) * 0.9) % 50) + 3;
    await world.wire.admin('faults/filters', { symbol: SYMBOL, tickUnits: 50 });
    const refused = await venue.place(resting(price, instrument));
    expect(refused).toMatchObject({ kind: 'rejected', cause: 'filter' });
    const rules = refused.kind === 'rejected' ? refused.rules : null;
    expect(rules?.tick).toEqual({ units: 5, decimals: 1 });
    if (rules === null) throw new Error('no rules');
    const fitted = ticks((price - 3) / 50); // The price was 3 old ticks above the new grid, whose tick is 50 old ones.
    const taken = await venue.place({ ...resting(fitted, rules), timestamp: venue.now() });
    expect(taken).toMatchObject({ kind: 'acknowledged', value: { price: price - 3 } }); // Reported on the first grid.
  });

  it('three equal refusals open the circuit breaker, so that a fourth order is not sent', async () => {
    const price = Math.floor((await world.last()) * 0.9);
    const off = price - (price % 50) + 7;
    await world.wire.admin('faults/filters', { symbol: SYMBOL, tickUnits: 50 });
    for (let round = 0; round < 3; round += 1) {
      expect(await venue.place(resting(off, instrument))).toMatchObject({ cause: 'filter' });
    }
    expect(await venue.place(resting(off, instrument))).toMatchObject({ cause: 'circuit', venueCode: null });
  });

  it('an order below a raised minimum notional is refused with the new rules', async () => {
    await world.wire.admin('faults/filters', { symbol: SYMBOL, notionalMin: '5000' });
    const price = Math.floor((await world.last()) * 0.9) - (Math.floor((await world.last()) * 0.9) % 50);
    const refused = await venue.place(resting(price, instrument));
    const rules = refused.kind === 'rejected' ? refused.rules : null;
    expect(rules?.notionalMin).toBe(500_000_000_000);
  });
});

describe('faults at the limits of the simulated exchange', () => {
  it('fault 30: orders and reads continue when the exchange’s clock is skewed at run time', async () => {
    for (const ms of [60_000, -60_000]) {
      await world.wire.admin('faults/clock-skew', { ms });
      expect(await venue.positions()).toMatchObject({ kind: 'all' });
      expect((await venue.place(market())).kind).toBe('acknowledged');
    }
  });

  it('fault 31: a removed key halts its account with one error', async () => {
    await world.wire.simulation.removeKey(world.key().apiKey);
    expect(await venue.place(market())).toMatchObject({ kind: 'rejected', cause: 'key' });
    await expect(venue.positions()).rejects.toMatchObject({ code: 'EXCHANGE_KEY_REFUSED', isRetryable: false });
  });

  it('an order whose answer was lost is unknown, and found by its client id', async () => {
    await world.wire.admin('faults/request', { kind: 'lost-reply', path: '/fapi/v1/order', method: 'POST' });
    const asked = market();
    expect(await venue.place(asked)).toEqual({ kind: 'unknown', reason: 'no-answer' });
    expect(await venue.order(SYMBOL, asked.clientId)).toMatchObject({ state: 'FILLED', executed: 100 });
    await until(() => bought() === 100);
  });

  it('fault 29: limits reduced to a hundredth cost one refusal, after which no request is refused', async () => {
    await world.wire.admin('faults/limits', { divisor: 100 });
    const { market: source } = world.exchange();
    const failures: unknown[] = [];
    for (let round = 0; round < 60; round += 1) await source.marks().catch((error: unknown) => failures.push(error));
    for (const failure of failures) expect(failure).toMatchObject({ code: 'EXCHANGE_BUSY' });
    const byExchange = failures.filter((error) => error instanceof ExchangeError && error.venueCode !== null);
    expect(byExchange.map((error) => (error instanceof ExchangeError ? error.httpStatus : 0))).toEqual([429]);
    expect(failures.length).toBeGreaterThan(50);
    expect(source.budget().pauseMs).toBeGreaterThan(0);
  });
});
