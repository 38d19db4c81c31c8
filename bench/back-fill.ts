import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { exchangeUrls } from '#adapters/exchange-binance-usdm/transport/environments.ts';
import { assert } from '#base/assert.ts';
import { DAY_MS, type Instant, later, MINUTE_MS, startOf } from '#base/time.ts';
import { startSimulator } from '#main/simulator/start-simulator.ts';
import { BackFill } from '#market/back-fill/back-fill.ts';
import type { BackFillJob } from '#market/back-fill/back-fill-job.ts';
import { openExchangeFeed } from '#market/exchange-feed.ts';
import { type MarketStore, openMarketStore } from '#market/store/market-store.ts';
import type { MarketSource } from '#ports/market-source.ts';
import type { Prices } from '#simulator/prices/prices.ts';
import { playedSource } from '../tests/support/played-source.ts';

const DAYS = 30;
const HOST = '127.0.0.1';
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT', 'LINKUSDT'];
const HEAD_MINUTES = 3_000;
const MS_PER_S = 1_000;
const US_PER_MS = 1_000;

type Tell = (line: string) => void;

/**
 * Downloads thirty days of six symbols from the simulated exchange into an empty store, as at a first start, then opens
 * the store again and reads all of it. Also measures the work of the head: the closing minutes of six symbols from a
 * source in memory. Passes when every minute is stored and none was received twice with different values.
 */
export async function backFillBench(tell: Tell) {
  const place = mkdtempSync(path.join(tmpdir(), 'botyard-bench-'));
  const wishes = { folder: path.join(place, 'simulator'), replay: 'bundled', pace: { kind: 'pause' } } as const;
  tell('starting a simulated exchange');
  const simulator = await startSimulator({ wishes, host: HOST, listenOn: 0, hosts: [] }, { warn: tell, failed: fail });
  const exchange = connectExchange({ name: 'sim', urls: exchangeUrls('sim', simulator.access.port) });
  try {
    const folder = path.join(place, 'market');
    const filled = await fill(exchange.market, folder, tell);
    const read = await readAgain(folder, filled.span);
    const head = await measureHead(path.join(place, 'head'));
    const { span: _, missing, ...figures } = filled;
    return {
      figures: { ...figures, ...read, ...head },
      hasPassed: missing === 0 && read.minutes_read === filled.minutes,
    };
  } finally {
    await exchange.close();
    await simulator.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

interface Filled {
  readonly from: Instant;
  readonly to: Instant;
}

async function fill(source: MarketSource, folder: string, tell: Tell) {
  const store = await openMarketStore(folder, tell);
  const marks = await openMarketStore(path.join(folder, 'marks'), tell);
  const feed = await openExchangeFeed({ source, store, marks, watch: SYMBOLS, tell, failed: fail });
  const { due } = feed;
  const backFill = new BackFill({ source, store, folder, watched: SYMBOLS, firstDays: null, due, tell, failed: fail });
  const span = { from: startOf(later(due(), -DAYS * DAY_MS), DAY_MS), to: later(due(), MINUTE_MS) };
  const startedAt = performance.now();
  const used = source.budget().used;
  const started = backFill.start({ symbols: SYMBOLS, ...span, startedBy: 'bench' });
  assert(started.ok, 'the job may begin');
  const job = await new Promise<BackFillJob>((resolve) => {
    backFill.onProgress((one) => {
      tell(`${one.pagesDone} of ${one.pagesTotal} pages, ${one.minutesPerSecond} minutes a second`);
      if (one.endedAt !== null) resolve(one);
    });
  });
  const seconds = (performance.now() - startedAt) / MS_PER_S;
  const weight = source.budget().used - used;
  const missing = SYMBOLS.flatMap((symbol) => store.missing(symbol, span)).length;
  await backFill.stop();
  await feed.close();
  return {
    ...{ symbols: SYMBOLS.length, days: DAYS, span, missing, minutes: job.minutesDone, pages: job.pagesDone },
    pages_skipped: job.pagesSkipped,
    told_twice: store.toldTwice().length,
    seconds: rounded(seconds),
    minutes_per_s: Math.round(job.minutesDone / seconds),
    weight: weight > 0 ? weight : null, // A new minute of the budget has begun meanwhile.
  };
}

/** A restart: headers of all files, then every month of every symbol. */
async function readAgain(folder: string, span: Filled) {
  const startedAt = performance.now();
  const store = await openMarketStore(folder, fail);
  const openedAt = performance.now();
  const minutes = SYMBOLS.reduce((sum, symbol) => sum + countIn(store, symbol, span), 0);
  return {
    open_store_ms: rounded(openedAt - startedAt),
    read_all_ms: rounded(performance.now() - openedAt),
    minutes_read: minutes,
  };
}

function countIn(store: MarketStore, symbol: string, span: Filled): number {
  return store.candles(symbol, span).length;
}

/** The cost of a closing minute of six held symbols, from the stream's events to the head. */
async function measureHead(folder: string) {
  const source = playedSource({ symbols: SYMBOLS });
  const store = await openMarketStore(folder, fail);
  const marks = await openMarketStore(path.join(folder, 'marks'), fail);
  const feed = await openExchangeFeed({ source, store, marks, watch: null, tell: () => {}, failed: fail });
  await feed.hold(SYMBOLS, feed.closed());
  for (let minute = 1; minute <= HEAD_MINUTES; minute += 1) {
    for (const symbol of SYMBOLS) makeBefore(source.prices, symbol, later(feed.closed(), minute * MINUTE_MS));
  }
  const startedAt = performance.now();
  for (let minute = 0; minute < HEAD_MINUTES; minute += 1) {
    source.advance(1);
    while (feed.closed() < source.closed()) await new Promise(setImmediate);
  }
  const ms = performance.now() - startedAt;
  await feed.close();
  return { head_minute_us: Math.round((ms * US_PER_MS) / HEAD_MINUTES) };
}

/** The source generates its data on first use, which must not be measured. */
function makeBefore({ candle, mark, index, funding }: Prices, symbol: string, minute: Instant): void {
  for (const ask of [candle, mark, index, funding]) ask(symbol, minute);
}

function fail(cause: unknown): never {
  throw new Error(`The bench met what it should not: ${cause}`, { cause });
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
