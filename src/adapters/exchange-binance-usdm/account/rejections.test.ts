import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { type Steps, steps, ticks } from '#base/exact.ts';
import { later, MINUTE_MS, startOf } from '#base/time.ts';
import { type Instrument, priceText, quantityFor, quantityText } from '#engine/model/instrument.ts';
import {
  NO_TRADE,
  type PlaceConditional,
  type PlaceOrder,
  type RejectionCause,
  type SendOutcome,
  type Venue,
} from '#ports/venue.ts';
import type { AlgoRequest, OrderRequest } from '#simulator/exchange/commands.ts';
import { openSimulatedVenue, type SimulatedVenue } from '../../../../tests/support/simulated-venue.ts';

const SYMBOL = 'ETHUSDT';
const CLOSE = { side: 'SELL', intent: 'close' } as const;
const ORDERS_MAX = 200;

let world: SimulatedVenue;
let venue: Venue;
let count = 0;

beforeAll(async () => {
  world = await openSimulatedVenue(SYMBOL);
});
afterAll(() => world.close());
beforeEach(async () => {
  venue = await world.venue();
});

async function listed(symbol: string): Promise<Instrument> {
  const instrument = await venue.instrument(symbol);
  if (instrument === null) throw new Error(`${symbol} is not listed`);
  venue.track({ symbol, fromId: NO_TRADE });
  return instrument;
}

function lastOf(symbol: string): number {
  return world.wire.simulation.market.last(symbol, world.wire.simulation.now()) ?? 0;
}

/** Some 200 USDT worth on the long side, unless stated otherwise. */
async function base(symbol: string) {
  count += 1;
  const instrument = await listed(symbol);
  const quantity = quantityFor(instrument, cashFrom('200'), ticks(lastOf(symbol)));
  const names = { clientId: `q1r${count}`, side: 'BUY', positionSide: 'LONG', intent: 'open' } as const;
  return { ...names, instrument, reduceOnly: false, quantity, timestamp: venue.now() };
}

interface Changes {
  readonly symbol?: string;
  readonly side?: 'SELL';
  readonly intent?: 'close';
  readonly positionSide?: 'LONG' | 'SHORT';
  readonly times?: number;
}

async function market({ symbol = SYMBOL, times = 1, ...changes }: Changes = {}): Promise<PlaceOrder> {
  const order = await base(symbol);
  return { ...order, type: 'MARKET', ...changes, quantity: steps(order.quantity * times) };
}

async function limit(factor: number, changes: Changes & { readonly timeInForce?: 'GTX' } = {}): Promise<PlaceOrder> {
  const { symbol = SYMBOL, timeInForce = 'GTC', ...rest } = changes;
  const price = ticks(Math.round(lastOf(symbol) * factor));
  return { ...(await base(symbol)), type: 'LIMIT', price, timeInForce, ...rest };
}

async function closing(type: PlaceConditional['type'], factor: number): Promise<PlaceConditional> {
  const triggerPrice = ticks(Math.round(lastOf(SYMBOL) * factor));
  const stop = { type, triggerPrice, workingType: 'mark', isPriceProtected: true, quantity: null } as const;
  return { ...(await base(SYMBOL)), ...CLOSE, ...stop };
}

async function taken(outcome: Promise<SendOutcome<unknown>>): Promise<void> {
  expect(await outcome).toMatchObject({ kind: 'acknowledged' });
}

/** Fills the account up with orders far from the market, without sending each over the wire. */
async function fillUp(
  request: (instrument: Instrument, quantity: Steps) => object,
  type: 'place-order' | 'place-algo',
) {
  const { instrument, quantity } = await base(SYMBOL);
  const { accountId } = world.key();
  const sent = request(instrument, quantity) as OrderRequest & AlgoRequest; // What it leaves out is not sent.
  for (let placed = 0; placed < ORDERS_MAX; placed += 1) {
    await world.wire.simulation.execute({ type: 'account', accountId, command: { type, request: sent } });
  }
}

const NOT_SENT = {
  ...{ timeInForce: null, price: null, priceMatch: null, reduceOnly: null, clientOrderId: null, clientAlgoId: null },
  ...{ selfTradePreventionMode: null, goodTillDate: null, closePosition: null, priceProtect: null },
  ...{ activatePrice: null, callbackRate: null, workingType: null },
};

const REFUSED: readonly (readonly [RejectionCause, code: number, why: string, () => Promise<SendOutcome<unknown>>])[] =
  [
    [
      'closes-too-much',
      -2022,
      'an order at market closes more than is held',
      async () => {
        await taken(venue.place(await market()));
        return venue.place(await market({ ...CLOSE, times: 2 }));
      },
    ],
    [
      'closes-too-much',
      -4118,
      'an order at market closes what a resting exit will close',
      async () => {
        await taken(venue.place(await market()));
        await taken(venue.place(await limit(1.02, CLOSE)));
        return venue.place(await market(CLOSE));
      },
    ],
    ...(['STOP_MARKET', 'TAKE_PROFIT_MARKET'] as const).map(
      (type) =>
        [
          'duplicate-close',
          -4130,
          `a second ${type} would close the position`,
          async () => {
            const factor = type === 'STOP_MARKET' ? 0.95 : 1.05;
            await taken(venue.place(await market()));
            await taken(venue.placeConditional(await closing(type, factor)));
            const other = type === 'STOP_MARKET' ? 'TAKE_PROFIT_MARKET' : 'STOP_MARKET';
            await taken(venue.placeConditional(await closing(other, 2 - factor)));
            return venue.placeConditional(await closing(type, factor));
          },
        ] as const,
    ),
    [
      'order-count',
      -2025,
      'too many orders of the symbol are open',
      async () => {
        const price = (instrument: Instrument) => priceText(instrument, ticks(Math.round(lastOf(SYMBOL) * 0.97)));
        const order = { ...NOT_SENT, symbol: SYMBOL, side: 'BUY', positionSide: 'LONG', type: 'LIMIT' };
        await taken(venue.setLeverage(SYMBOL, 50));
        const least = (instrument: Instrument): string => quantityText(instrument, steps(10));
        await fillUp(
          (one) => ({ ...order, timeInForce: 'GTC', price: price(one), quantity: least(one) }),
          'place-order',
        );
        return venue.place(await limit(0.97));
      },
    ],
    [
      'order-count',
      -4045,
      'too many conditional orders are open',
      async () => {
        await taken(venue.place(await market()));
        const trigger = (instrument: Instrument) => priceText(instrument, ticks(Math.round(lastOf(SYMBOL) * 0.9)));
        const stop = { ...NOT_SENT, symbol: SYMBOL, side: 'SELL', positionSide: 'LONG', type: 'STOP_MARKET' };
        const sized = (one: Instrument, quantity: Steps) => ({ quantity: quantityText(one, quantity) });
        await fillUp((one, size) => ({ ...stop, triggerPrice: trigger(one), ...sized(one, size) }), 'place-algo');
        return venue.placeConditional(await closing('STOP_MARKET', 0.9));
      },
    ],
    [
      'position-mode',
      -4061,
      'the account is in one-way mode',
      async () => {
        const { key } = await world.wire.trader('one-way');
        const oneWay = world.exchange().venue(key.accountId, key);
        oneWay.track({ symbol: SYMBOL, fromId: NO_TRADE });
        const outcome = await oneWay.place(await market());
        await oneWay.close();
        return outcome;
      },
    ],
    [
      'position-limit',
      -2027,
      'the position would be larger than the leverage allows',
      async () => {
        await taken(venue.setLeverage(SYMBOL, 125));
        return venue.place(await market({ times: 2_000 }));
      },
    ],
    [
      'price-band',
      -4131,
      'the best price is too far from the mark',
      async () => {
        const symbol = 'COARSEUSDT'; // Its spread is a whole coarse tick, so one side of the book is too far away.
        const bought = await venue.place(await market({ symbol }));
        return bought.kind === 'rejected'
          ? bought
          : venue.place(await market({ symbol, side: 'SELL', positionSide: 'SHORT' }));
      },
    ],
    [
      'would-take',
      -5022,
      'a post-only order would take',
      async () => venue.place(await limit(1.02, { timeInForce: 'GTX' })),
    ],
    [
      'not-trading',
      -4140,
      'the contract does not trade and the order opens',
      async () => {
        await halt('TIAUSDT');
        return venue.place(await market({ symbol: 'TIAUSDT' }));
      },
    ],
    [
      'not-trading',
      -4141,
      'the contract does not trade and the order closes',
      async () => {
        const symbol = 'SOLUSDT';
        await taken(venue.place(await market({ symbol })));
        await halt(symbol);
        return venue.place(await market({ symbol, ...CLOSE }));
      },
    ],
    [
      'order-type',
      -4120,
      'the exchange has moved this type of order to another endpoint',
      async () => {
        const fault = { kind: 'error', status: 400, code: -4120, message: 'moved' };
        await world.wire.admin('faults/request', { ...fault, method: 'POST', path: '/fapi/v1/algoOrder' });
        return venue.placeConditional(await closing('STOP_MARKET', 0.9));
      },
    ],
  ];

/** No trade of the contract from the next minute on. */
async function halt(symbol: string): Promise<void> {
  const { simulation } = world.wire;
  const minute = later(startOf(simulation.now(), MINUTE_MS), MINUTE_MS);
  await simulation.disturb({ kind: 'halt', symbol, minute });
  await world.wire.pass(2 * MINUTE_MS);
}

describe('refusals of the simulated exchange', () => {
  it.each(REFUSED)('a refused order has the cause %s (code %i) when %s', async (cause, venueCode, _why, refused) => {
    expect(await refused()).toMatchObject({ kind: 'rejected', cause, venueCode, rules: null });
  });
});

it('a conditional order is placed with price protection only when it says so', async () => {
  const { accountId } = world.key();
  const stop = await closing('STOP_MARKET', 0.9);
  const profit = { ...(await closing('TAKE_PROFIT_MARKET', 1.1)), isPriceProtected: false };
  await taken(venue.placeConditional(stop));
  await taken(venue.placeConditional(profit));
  const open = world.wire.simulation.read((exchange) => [...exchange.openAlgos(accountId, SYMBOL)]);
  expect(open.map(({ clientAlgoId, priceProtect }) => [clientAlgoId, priceProtect])).toEqual([
    [stop.clientId, true],
    [profit.clientId, false],
  ]);
});
