import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedExchange, connectExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { feedConformance } from '../../tests/conformance/feed-conformance.ts';
import { loopbackUrls } from '../../tests/support/scripted-exchange.ts';
import { until } from '../../tests/support/until.ts';
import { openWireWorld, type WireWorld } from '../../tests/support/wire-world.ts';
import { type ExchangeFeed, openExchangeFeed } from './exchange-feed.ts';
import { openMarketStore } from './store/market-store.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT'];
const TIMES = { graceMs: 300, firstWaitMs: 50, silenceMs: 5_000, askedAgainMs: 200, marksEveryMs: 5 };

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

interface WiredFeed {
  readonly feed: ExchangeFeed;
  readonly exchange: ConnectedExchange;
  readonly told: readonly string[];
  close(): Promise<void>;
}

async function openWired(port: number): Promise<WiredFeed> {
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-feed-'));
  const exchange = connectExchange({ name: 'sim', urls: loopbackUrls(port) });
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const failed = (error: unknown): never => {
    throw error;
  };
  const store = await openMarketStore(folder, tell);
  const marks = await openMarketStore(path.join(folder, 'marks'), tell);
  const feed = await openExchangeFeed({
    source: exchange.market,
    store,
    marks,
    watch: null,
    tell,
    failed,
    times: TIMES,
  });
  return {
    feed,
    exchange,
    told,
    async close() {
      await feed.close();
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

feedConformance('the simulated exchange over its wire', async () => {
  const { feed, close } = await openWired(world.port);
  return { feed, symbols: SYMBOLS, move: () => void world.pass(3 * MINUTE_MS), close };
});

/** Open of the last minute closed at the exchange. */
function lastClosed(): Instant {
  return later(startOf(world.simulation.now(), MINUTE_MS), -MINUTE_MS);
}

/** The minutes as the exchange itself reports them. */
function truth(symbol: string, series: 'last' | 'mark', from: Instant, to: Instant) {
  const { market, now } = { market: world.simulation.market, now: world.simulation.now() };
  const query = { series, interval: '1m', startTime: from, endTime: to, limit: 1_000 } as const;
  return market
    .klines(symbol, query, now)
    .map(({ time, open, high, low, close, volume }) => ({ time, open, high, low, close, volume }));
}

describe('the feed over the wire of the simulated exchange', () => {
  let wired: WiredFeed;
  let start: Instant;
  beforeEach(async () => {
    wired = await openWired(world.port);
    await wired.feed.hold(SYMBOLS, wired.feed.closed());
    start = wired.feed.closed();
  });
  afterEach(async () => {
    await world.admin('faults/clear');
    await wired.close();
  });

  /** Waits until the head has reached the exchange's present, and compares every minute with the exchange's. */
  async function expectWhole(): Promise<void> {
    const { feed } = wired;
    await until(() => feed.closed() === lastClosed(), 'the head');
    for (const symbol of SYMBOLS) {
      expect(feed.candles(symbol, start, later(lastClosed(), MINUTE_MS))).toEqual(
        truth(symbol, 'last', start, lastClosed()),
      );
      expect(marksFrom(symbol)).toEqual(truth(symbol, 'mark', start, lastClosed()));
    }
  }

  /** The marks of the minutes since the start, as the engine is given them. */
  function marksFrom(symbol: string) {
    const minutes = Array.from(
      { length: (lastClosed() - start) / MINUTE_MS + 1 },
      (_, index) => start + index * MINUTE_MS,
    );
    return minutes.flatMap((minute) => wired.feed.minute(instantOf(minute)).mark(symbol) ?? []);
  }

  it.each(['drop', 'half-open'])(
    'fetches over REST the minutes that it missed while its socket was in state %s',
    async (act) => {
      await world.pass(2 * MINUTE_MS);
      await until(() => wired.feed.closed() === lastClosed());
      await world.admin('faults/sockets', { act });
      await world.pass(30 * MINUTE_MS);
      if (act === 'half-open') await world.admin('faults/sockets', { act: 'drop' });
      await expectWhole();
      await world.pass(MINUTE_MS);
      await expectWhole();
    },
  );

  it.each(['nan', 'negative', 'high-below-low', 'huge', 'duplicate', 'future', 'missing'])(
    'takes no candle that is %s, from the stream or from an answer',
    async (fault) => {
      await world.admin('faults/candle', { fault, count: 4 });
      await world.pass(4 * MINUTE_MS);
      await expectWhole();
    },
  );

  it('continues after 429 answers and firewall pages', async () => {
    await world.admin('faults/candle', { fault: 'missing', count: 2 });
    const path = '/fapi/v1/klines';
    await world.admin('faults/request', {
      kind: 'error',
      status: 429,
      code: -1003,
      message: 'Too many.',
      path,
      count: 1,
    });
    await world.admin('faults/request', { kind: 'lost-reply', path, count: 1 });
    await world.pass(3 * MINUTE_MS);
    await expectWhole();
  });
});
