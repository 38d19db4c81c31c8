import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import type { Steps } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type {
  BestPrices,
  BookDepth,
  CandleQuery,
  CandleText,
  HourlyInterest,
  LeftOutRow,
  Listing,
  MarketEvent,
  MarketSource,
  MarkPrice,
  SettledFunding,
  Ticker,
  WeightBudget,
} from '#ports/market-source.ts';
import type { Clients } from '../transport/clients.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import { openCall } from '../transport/rest.ts';
import type { RouteName, RouteParams } from '../transport/routes.ts';
import { readCandle, readCandleText, readKlineRows, readMarkCandle } from '../wire/read-candles.ts';
import { readServerClock } from '../wire/read-clock.ts';
import { readNearestQuantity } from '../wire/read-decimal.ts';
import {
  type ReadMessage,
  readBestPrices,
  readDayTickers,
  readDepth,
  readMarketMessage,
  readPremiums,
  readSettledFunding,
} from '../wire/read-market.ts';
import { readShape } from '../wire/read-shape.ts';
import { coinSupplies, interestRows, type KlineRow, openInterest } from '../wire/wire-market.ts';
import type { InstrumentCatalog } from './instrument-catalog.ts';
import { MarketStreams } from './market-streams.ts';

/** Intervals of the checks of streams and clocks, in wall milliseconds. */
export interface SourceTimes {
  /** After this time without a message, the exchange is asked whether one was missed. */
  readonly silenceMs: number;
  readonly watchMs: number;
  readonly clockMs: number;
}

const TIMES: SourceTimes = { silenceMs: MINUTE_MS, watchMs: 5 * SECOND_MS, clockMs: 10 * MINUTE_MS };
/** A real exchange may still update a candle for a moment after its end. */
const SETTLE_MS = { sim: 0, demo: 2 * SECOND_MS, mainnet: 2 * SECOND_MS } as const;
/** How far market time can advance between a request and its answer. */
const AHEAD_MS = { sim: 120 * MINUTE_MS, demo: 2 * MINUTE_MS, mainnet: 2 * MINUTE_MS } as const;
/** How long a stream's timestamp counts as the current market time, in wall milliseconds. */
const FRESH_MS = 2 * SECOND_MS;
const INTEREST_MAX = 500;
const FUNDING_MAX = 1_000;
/** Prices of each side of a book. */
const DEPTH_LEVELS = 500;

type KlineRoute = 'klines' | 'markPriceKlines' | 'spotKlines';

/** Binance's USDⓈ-M market, or the simulator's, which has the same API. */
export class BinanceMarketSource implements MarketSource {
  readonly environment: MarketSource['environment'];
  readonly settleMs: number;
  private readonly clients: Clients;
  private readonly catalog: InstrumentCatalog;
  private readonly streams: MarketStreams;
  private readonly listeners = new Set<(event: MarketEvent) => void>();
  private readonly times: SourceTimes;
  private readonly timers: NodeJS.Timeout[] = [];
  private heardAt: Instant | null = null;
  /** Latest known market time. */
  private reached: Instant = instantOf(0);

  constructor(clients: Clients, catalog: InstrumentCatalog, times: SourceTimes = TIMES) {
    this.clients = clients;
    this.catalog = catalog;
    this.times = times;
    this.environment = clients.environment.name;
    this.settleMs = SETTLE_MS[this.environment];
    this.streams = new MarketStreams(clients.environment.urls.fapiStreams, {
      message: (message) => this.onMessage(message),
      returned: () => this.tell({ kind: 'gap' }),
      // Its content is lost, so it must be requested like everything else that was missed.
      unreadable: () => this.tell({ kind: 'gap' }),
    });
    this.timers.push(setInterval(() => void this.watch(), times.watchMs).unref());
    this.timers.push(setInterval(() => void readServerClock(clients).catch(() => {}), times.clockMs).unref());
  }

  listings(): Promise<readonly Listing[]> {
    return this.catalog.refresh();
  }

  leftOut(): readonly LeftOutRow[] {
    return this.catalog.leftOut.all();
  }

  async marketTime(): Promise<Instant> {
    if (this.environment !== 'sim') return this.serverTime();
    const isFresh = this.heardAt !== null && Date.now() - this.heardAt < FRESH_MS;
    return isFresh ? this.reached : this.askMarketTime();
  }

  async candles(instrument: Instrument, query: Omit<CandleQuery, 'symbol'>): Promise<readonly Candle[]> {
    const rows = await this.closedRows('klines', { ...query, symbol: instrument.symbol });
    return rows.map((row) => readCandle(instrument, row));
  }

  async markCandles(instrument: Instrument, query: Omit<CandleQuery, 'symbol'>): Promise<readonly Candle[]> {
    const rows = await this.closedRows('markPriceKlines', { ...query, symbol: instrument.symbol });
    return rows.map((row) => readMarkCandle(instrument, row));
  }

  async candleTexts(market: 'spot' | 'futures', query: CandleQuery): Promise<readonly CandleText[]> {
    const route = market === 'spot' ? 'spotKlines' : 'klines';
    return (await this.klines(route, query, await this.reachedFor(query))).map(readCandleText);
  }

  async funding(symbol: string, from: Instant, to: Instant): Promise<readonly SettledFunding[]> {
    const instrument = await this.catalog.instrument(symbol);
    const params = { symbol, startTime: from, endTime: to, limit: FUNDING_MAX };
    return readSettledFunding(instrument, await this.call('fundingRate', params));
  }

  async tickers(): Promise<readonly Ticker[]> {
    const [listed, answer] = [await this.catalog.listed(), await this.call('ticker24')];
    return this.catalog.read('tickers', () => readDayTickers(listed, answer));
  }

  async marks(): Promise<readonly MarkPrice[]> {
    const [listed, answer] = [await this.catalog.listed(), await this.call('premiumIndex')];
    return this.catalog.read('marks', () => readPremiums(listed, answer));
  }

  async openInterest(symbol: string): Promise<Steps> {
    const instrument = await this.catalog.instrument(symbol);
    const read = readShape(openInterest, await this.call('openInterest', { symbol }), 'open interest');
    return readNearestQuantity(instrument, read.openInterest);
  }

  async interestHours(symbol: string, from: Instant, to: Instant): Promise<readonly HourlyInterest[]> {
    const instrument = await this.catalog.instrument(symbol);
    const params = { symbol, period: '1h', startTime: from, endTime: to, limit: INTEREST_MAX };
    const rows = readShape(interestRows, await this.call('openInterestHist', params), 'open interest by the hour');
    return rows.map(({ timestamp, sumOpenInterest, sumOpenInterestValue }) => ({
      time: instantOf(timestamp),
      quantity: readNearestQuantity(instrument, sumOpenInterest),
      notional: sumOpenInterestValue,
    }));
  }

  async circulatingSupply(symbol: string): Promise<string | null> {
    const answer = await this.call('openInterestHist', { symbol, period: '5m', limit: 1 });
    return readShape(coinSupplies, answer, 'a circulating supply')[0]?.CMCCirculatingSupply ?? null;
  }

  async bestPrices(): Promise<readonly BestPrices[]> {
    const [listed, answer] = [await this.catalog.listed(), await this.call('bookTicker')];
    return this.catalog.read('best-prices', () => readBestPrices(listed, answer));
  }

  async depth(symbol: string): Promise<BookDepth> {
    const instrument = await this.catalog.instrument(symbol);
    return readDepth(instrument, await this.call('depth', { symbol, limit: DEPTH_LEVELS }));
  }

  budget(): WeightBudget {
    return this.clients.limiters.futures.budget();
  }

  async follow(symbols: readonly string[]): Promise<void> {
    await this.catalog.listed();
    const candles = symbols.map((symbol) => `${symbol.toLowerCase()}@kline_1m`);
    await this.streams.follow([...candles, '!miniTicker@arr', '!markPrice@arr@1s']);
  }

  onEvent(listener: (event: MarketEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  health(): { readonly isConnected: boolean; readonly heardAt: Instant | null } {
    return { isConnected: this.streams.isConnected, heardAt: this.heardAt };
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.listeners.clear();
    this.streams.close();
  }

  private call(name: RouteName, params: RouteParams = {}): Promise<unknown> {
    return openCall(this.clients, name, params);
  }

  private async closedRows(route: KlineRoute, query: CandleQuery): Promise<readonly KlineRow[]> {
    const reached = await this.reachedFor(query);
    const rows = await this.klines(route, query, reached);
    return rows.filter(([, , , , , , close]) => close < reached - this.settleMs);
  }

  private async klines(route: KlineRoute, query: CandleQuery, reached: Instant): Promise<readonly KlineRow[]> {
    const { symbol, interval, from, to, limit } = query;
    const params = { symbol, interval, startTime: from ?? undefined, endTime: to ?? undefined, limit };
    return readKlineRows(await this.call(route, params), interval, later(reached, AHEAD_MS[this.environment]));
  }

  /**
   * A lower bound of market time, known before the candles are requested: candles closed by then are closed in the
   * answer too. Read again only if the query reaches that far.
   */
  private async reachedFor({ interval, to }: Omit<CandleQuery, 'symbol'>): Promise<Instant> {
    const isPast = to !== null && to + CANDLE_LENGTH_MS[interval] + this.settleMs < this.reached;
    if (isPast) return this.reached;
    const now = await this.marketTime();
    this.reached = later(now, Math.max(0, this.reached - now));
    return this.reached;
  }

  private async serverTime(): Promise<Instant> {
    if (!this.clients.clock.hasReading) await readServerClock(this.clients);
    return this.clients.clock.now();
  }

  /** The simulator's server time is wall time; its latest mark carries market time. */
  private async askMarketTime(): Promise<Instant> {
    const marks = await this.marks();
    const time = marks.reduce((most, { at }) => Math.max(most, at), 0);
    this.reached = instantOf(Math.max(this.reached, time));
    return this.reached;
  }

  private onMessage(message: unknown): void {
    this.heardAt = instantOf(Date.now());
    try {
      const read = readMarketMessage(this.catalog.known, message);
      if (read === null) return;
      this.reached = instantOf(Math.max(this.reached, read.sentAt));
      this.noteLeftOut(read);
      this.tell(read.event);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      this.tell({ kind: 'gap' });
    }
  }

  /** A message has only the rows that changed. */
  private noteLeftOut({ event, list }: ReadMessage): void {
    if (list === undefined) return;
    const rows = event.kind === 'tickers' ? event.tickers : event.kind === 'marks' ? event.marks : [];
    this.catalog.leftOut.update(list.name, rows, list.leftOut);
  }

  private tell(event: MarketEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  /** Reopens streams that are silent although the market moves; streams of a paused market are left alone. */
  private async watch(): Promise<void> {
    const heardAt = this.heardAt;
    if (!this.streams.isConnected || heardAt === null || Date.now() - heardAt < this.times.silenceMs) return;
    const before = this.reached;
    const now = await this.askMarketTime().catch(() => null);
    if (now !== null && now > later(before, SECOND_MS) && this.heardAt === heardAt) this.streams.restart();
  }
}
