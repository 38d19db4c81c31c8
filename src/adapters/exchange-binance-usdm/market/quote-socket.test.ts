import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { BookQuote } from '#ports/quotes.ts';
import { loopbackUrls, openScriptedExchange } from '../../../../tests/support/scripted-exchange.ts';
import { until } from '../../../../tests/support/until.ts';
import { openWireWorld, type WireWorld } from '../../../../tests/support/wire-world.ts';
import { QuoteSocket } from './quote-socket.ts';

const TRIES_MAX = 1_000;
const TIMES = { backOff: { firstMs: 10, maxMs: 40, factor: 2 }, silenceMs: 60_000 };

let world: WireWorld;
let instruments: readonly Instrument[];
let heard: BookQuote[] = [];
let socket: QuoteSocket;

beforeAll(async () => {
  world = await openWireWorld();
  instruments = ['ETHUSDT', 'BTCUSDT'].map((symbol) => {
    const listed = world.simulation.market.symbols.get(symbol);
    if (listed === undefined) throw new Error(`${symbol} is not listed`);
    return listed.instrument;
  });
  return () => world.close();
});

const keep = (quote: BookQuote): void => void heard.push({ ...quote });

beforeEach(() => {
  heard = [];
  socket = new QuoteSocket(loopbackUrls(world.port).fapiStreams, keep, TIMES);
});
afterEach(() => socket.close());

/** Lets the market trade until the stream has sent a quote of the symbol at this index. */
async function hear(place: number): Promise<BookQuote> {
  const from = heard.length;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    await world.pass(1_000);
    await new Promise((resolve) => setTimeout(resolve, 10)); // The message is on its way.
    const found = heard.slice(from).find(({ symbol }) => symbol === place);
    if (found !== undefined) return found;
  }
  throw new Error('no quote came');
}

describe('quotes of the simulated exchange, over its wire', () => {
  it('are the best prices of its book, on market time', async () => {
    socket.follow(instruments);
    for (const [place, { symbol }] of instruments.entries()) {
      const quote = await hear(place);
      const book = world.simulation.market.book(symbol, quote.at, 1);
      expect([quote.bid, quote.ask]).toEqual([book?.bids[0]?.price, book?.asks[0]?.price]);
      expect(quote.at).toBeLessThanOrEqual(world.simulation.now());
    }
  });

  it('start for an instrument added to the list and stop for one removed from it', async () => {
    socket.follow(instruments.slice(0, 1));
    await hear(0);
    socket.follow(instruments);
    await hear(1);
    socket.follow(instruments.slice(0, 1));
    await hear(0);
    const from = heard.length;
    for (let count = 0; count < 3; count += 1) await hear(0);
    expect(heard.slice(from).some(({ symbol }) => symbol === 1)).toBe(false);
  });

  it.each(['drop', 'end'] as const)('come back after the exchange lets its sockets %s', async (act) => {
    socket.follow(instruments);
    await hear(0);
    await world.admin('faults/sockets', { act, root: 'public' });
    await hear(0);
    await hear(1);
  });
});

describe('quotes of an exchange that misbehaves', () => {
  it('come back on a new socket when the old one falls silent', async () => {
    const exchange = await openScriptedExchange();
    const quiet = new QuoteSocket(exchange.urls.fapiStreams, keep, { ...TIMES, silenceMs: 100 });
    quiet.follow(instruments);
    await until(() => exchange.streams.size === 2);
    const text = (symbol: string) => `{"e":"bookTicker","E":7,"s":"${symbol}","b":"1.00","a":"2.00"}`;
    exchange.streams.clear();
    await until(() => exchange.streams.size === 2); // The next socket has subscribed again.
    // On a busy machine this socket may fall silent as well before it is sent a quote, so quotes are sent until one is heard.
    await until(() => {
      exchange.say('/public', 'not a quote');
      exchange.say('/public', text(at(instruments, 0).symbol));
      return heard.length > 0;
    });
    expect(heard[0]).toEqual({ symbol: 0, bid: 100, ask: 200, at: 7 });
    quiet.close();
    await exchange.close();
  });
});
