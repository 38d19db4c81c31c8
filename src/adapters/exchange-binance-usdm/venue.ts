import { assert } from '#base/assert.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { afterRejection, afterSuccess, CLOSED_CIRCUIT, isOpenFor } from '#engine/risk/rejection-circuit.ts';
import {
  type AccountPicture,
  type CancelOrder,
  CLIENT_ID,
  type MarginType,
  type PlaceConditional,
  type PlaceOrder,
  type SendOutcome,
  type ServerReading,
  type TradesSince,
  type Venue,
  type VenueBalance,
  type VenueConditional,
  type VenueEvent,
  type VenueFees,
  type VenueFill,
  type VenueIncome,
  type VenueOrder,
  type VenueSettings,
} from '#ports/venue.ts';
import { digestOf } from './account-memory.ts';
import type { Clients } from './clients.ts';
import { ExchangeError } from './exchange-error.ts';
import type { InstrumentBook } from './instrument-book.ts';
import { OrderPace } from './order-pace.ts';
import { outcomeOf, rejected } from './outcome.ts';
import { conditionalOf, orderOf, readAlgos, readOrders, readPositions, readTrades } from './read-account.ts';
import { readServerClock } from './read-clock.ts';
import { readCash, readRate } from './read-decimal.ts';
import { readBrackets } from './read-listings.ts';
import { readShape } from './read-shape.ts';
import { TOO_MANY_ORDERS } from './rest.ts';
import type { Params, RouteName } from './routes.ts';
import { RECV_WINDOW_MS, SignedCalls } from './signed-calls.ts';
import type { Signer } from './signer.ts';
import { type FeedTimes, UserFeed } from './user-feed.ts';
import type { Urgency } from './weight-limiter.ts';
import {
  algoRow,
  balanceRows,
  commissionRate,
  incomeRows,
  orderRow,
  positionMode,
  symbolConfigs,
} from './wire-account.ts';

/** A request that waited longer than this between its timestamp and the wire is not sent at all. */
const SEND_WITHIN_MS = 500;
const PAGE_MAX = 1_000;

/** What a venue is opened with. */
export interface VenueSetup {
  readonly clients: Clients;
  readonly book: InstrumentBook;
  readonly signer: Signer;
  /** Our name for the account. */
  readonly account: string;
  readonly times?: FeedTimes;
}

/** One account of Binance's USDⓈ-M futures, or of the simulator's. */
export class BinanceVenue implements Venue {
  readonly account: string;
  readonly recvWindowMs = RECV_WINDOW_MS;
  private readonly clients: Clients;
  private readonly book: InstrumentBook;
  private readonly calls: SignedCalls;
  private readonly pace: OrderPace;
  private readonly feed: UserFeed;
  private circuit = CLOSED_CIRCUIT;

  constructor({ clients, book, signer, account, times }: VenueSetup) {
    this.account = account;
    this.clients = clients;
    this.book = book;
    this.calls = new SignedCalls(clients, signer);
    this.pace = new OrderPace(() => performance.now());
    const reads = {
      account,
      picture: () => this.picture(),
      trades: (since: TradesSince) => this.trades(since),
      digest: () => this.digest(),
    };
    this.feed = new UserFeed({ clients, signer, book }, reads, times);
  }

  now(): Instant {
    return this.clients.clock.now();
  }

  readServerTime(): Promise<ServerReading> {
    return readServerClock(this.clients);
  }

  async instrument(symbol: string): Promise<Instrument | null> {
    return (await this.book.listed()).get(symbol) ?? null;
  }

  place(order: PlaceOrder): Promise<SendOutcome<VenueOrder>> {
    const { instrument } = order;
    const limit =
      order.type === 'LIMIT' ? { price: priceText(instrument, order.price), timeInForce: order.timeInForce } : {};
    const params = {
      ...placing(order),
      ...limit,
      quantity: quantityText(instrument, order.quantity),
      newClientOrderId: order.clientId,
      newOrderRespType: 'RESULT',
    };
    return this.placed('openOrder', order, params, (value) => this.readOrder(value));
  }

  placeConditional(order: PlaceConditional): Promise<SendOutcome<VenueConditional>> {
    const { instrument, quantity } = order;
    const size = quantity === null ? { closePosition: true } : { quantity: quantityText(instrument, quantity) };
    const params = {
      ...placing(order),
      ...size,
      algoType: 'CONDITIONAL',
      triggerPrice: priceText(instrument, order.triggerPrice),
      workingType: order.workingType === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
      clientAlgoId: order.clientId,
    };
    return this.placed('openAlgo', order, params, (value) => this.readConditional(value));
  }

  cancel({ instrument, clientId, timestamp }: CancelOrder): Promise<SendOutcome<VenueOrder>> {
    const params = { symbol: instrument.symbol, origClientOrderId: clientId };
    return this.sent('cancelOrder', params, { timestamp, urgency: 'reduce' }, (value) => this.readOrder(value));
  }

  cancelConditional({ clientId, timestamp }: CancelOrder): Promise<SendOutcome<null>> {
    return this.sent('cancelAlgo', { clientAlgoId: clientId }, { timestamp, urgency: 'reduce' }, nothing);
  }

  async order(symbol: string, clientId: string): Promise<VenueOrder | null> {
    const value = await this.found('order', { symbol, origClientOrderId: clientId });
    return value === null ? null : this.readOrder(value);
  }

  async conditional(_symbol: string, clientId: string): Promise<VenueConditional | null> {
    const value = await this.found('algo', { clientAlgoId: clientId });
    return value === null ? null : this.readConditional(value);
  }

  async openOrders(symbol?: string) {
    const known = await this.book.listed();
    return readOrders(await this.read('openOrders', { symbol }), (name) => known.get(name));
  }

  async openConditionals(symbol?: string) {
    const known = await this.book.listed();
    return readAlgos(await this.read('openAlgos', { symbol }), (name) => known.get(name));
  }

  async positions() {
    const known = await this.book.listed();
    return readPositions(await this.read('positionRisk'), (name) => known.get(name));
  }

  async balances(): Promise<readonly VenueBalance[]> {
    return readShape(balanceRows, await this.read('balance'), 'balances').map((row) => ({
      asset: row.asset,
      wallet: readCash(row.balance),
      available: readCash(row.availableBalance),
    }));
  }

  async trades({ symbol, fromId }: TradesSince): Promise<readonly VenueFill[]> {
    const instrument = await this.book.instrument(symbol);
    const from = fromId === null ? {} : { fromId: String(BigInt(fromId) + 1n) };
    const value = await this.read('userTrades', { symbol, limit: PAGE_MAX, ...from });
    const fills = readTrades(value, instrument, this.account);
    return fills.toSorted((a, b) => (BigInt(a.tradeId) < BigInt(b.tradeId) ? -1 : 1));
  }

  async income(from: Instant, to: Instant): Promise<readonly VenueIncome[]> {
    const value = await this.read('income', { startTime: from, endTime: to, limit: PAGE_MAX });
    const rows = readShape(incomeRows, value, 'income').map((row) => ({
      symbol: row.symbol,
      type: row.incomeType,
      amount: readCash(row.income),
      asset: row.asset,
      transactionId: row.tranId,
      tradeId: row.tradeId || null, // Empty where it is of no trade.
      at: instantOf(row.time),
    }));
    return rows.toSorted((a, b) => a.at - b.at);
  }

  async settings(): Promise<VenueSettings> {
    const [mode, symbols] = await Promise.all([this.read('positionMode'), this.read('symbolConfig')]);
    const rows = readShape(symbolConfigs, symbols, 'settings of symbols').map((row) => {
      const marginType: MarginType = row.marginType.toUpperCase() === 'ISOLATED' ? 'isolated' : 'cross';
      return [row.symbol, { leverage: row.leverage, marginType }] as const;
    });
    const { dualSidePosition } = readShape(positionMode, mode, 'the position mode');
    return { isHedgeMode: dualSidePosition, symbols: new Map(rows) };
  }

  setLeverage(symbol: string, leverage: number): Promise<SendOutcome<null>> {
    return this.set('setLeverage', { symbol, leverage });
  }

  setMarginType(symbol: string, marginType: MarginType): Promise<SendOutcome<null>> {
    return this.set('setMarginType', { symbol, marginType: marginType === 'cross' ? 'CROSSED' : 'ISOLATED' });
  }

  setHedgeMode(): Promise<SendOutcome<null>> {
    return this.set('setPositionMode', { dualSidePosition: true });
  }

  async brackets() {
    const brackets = readBrackets(await this.read('leverageBracket'));
    this.book.learnBrackets(brackets);
    return brackets;
  }

  async fees(symbol: string): Promise<VenueFees> {
    const read = readShape(commissionRate, await this.read('commissionRate', { symbol }), 'commission rates');
    return { maker: readRate(read.makerCommissionRate), taker: readRate(read.takerCommissionRate) };
  }

  countdownCancel(symbol: string, ms: number): Promise<SendOutcome<null>> {
    return this.set('countdownCancel', { symbol, countdownTime: ms });
  }

  async follow(since: readonly TradesSince[], listener: (event: VenueEvent) => void): Promise<void> {
    await this.book.listed();
    this.feed.open(since, listener);
  }

  health() {
    return this.feed.health();
  }

  async close(): Promise<void> {
    this.feed.close();
  }

  private read(name: RouteName, params: Params = {}): Promise<unknown> {
    return this.calls.read({ name, params, urgency: 'account' });
  }

  private async found(name: 'order' | 'algo', params: Params): Promise<unknown> {
    try {
      return await this.calls.read({ name, params, urgency: 'reduce' });
    } catch (error) {
      if (error instanceof ExchangeError && error.kind === 'absent') return null;
      throw error;
    }
  }

  private async placed<T>(
    name: RouteName,
    order: PlaceOrder | PlaceConditional,
    params: Params,
    read: (value: unknown) => Promise<T>,
  ): Promise<SendOutcome<T>> {
    assert(CLIENT_ID.test(order.clientId), 'a client id is one to 36 letters, digits and .:/_-');
    const request = requestName(params);
    if (isOpenFor(this.circuit, request)) return rejected('circuit', 'rejected three times for the same reason');
    const pauseMs = this.pace.take(order.intent);
    if (pauseMs > 0) return { kind: 'throttled', pauseMs };
    this.feed.touch(order.instrument.symbol);
    const urgency = order.intent === 'close' ? 'reduce' : 'order';
    const outcome = await this.sent(name, params, { timestamp: order.timestamp, urgency }, read);
    return this.judged(request, order.instrument.symbol, outcome);
  }

  /** Keeps the circuit, and reads the rules anew where the exchange refused by them. */
  private async judged<T>(request: string, symbol: string, outcome: SendOutcome<T>): Promise<SendOutcome<T>> {
    if (outcome.kind === 'acknowledged') this.circuit = afterSuccess(this.circuit, request);
    if (outcome.kind !== 'rejected' || outcome.venueCode === null) return outcome;
    this.circuit = afterRejection(this.circuit, request, String(outcome.venueCode));
    if (outcome.cause !== 'filter') return outcome;
    const isRead = await this.book.refresh().then(
      () => true,
      () => false,
    );
    return { ...outcome, rules: isRead ? this.book.rulesOf(symbol) : null };
  }

  private async sent<T>(
    name: RouteName,
    params: Params,
    { timestamp, urgency }: { readonly timestamp: Instant; readonly urgency: Urgency },
    read: (value: unknown) => Promise<T>,
  ): Promise<SendOutcome<T>> {
    if (this.now() - timestamp > SEND_WITHIN_MS) return rejected('late', 'not sent: too late after its timestamp');
    try {
      const value = await this.calls.send({ name, params, urgency }, timestamp);
      return { kind: 'acknowledged', value: await read(value) };
    } catch (error) {
      const outcome = outcomeOf(error);
      if (error instanceof ExchangeError && error.venueCode === TOO_MANY_ORDERS) {
        this.pace.pause(error.retryAfterMs ?? 0);
      }
      if (outcome.kind === 'rejected' && outcome.cause === 'clock') void readServerClock(this.clients).catch(() => {});
      return outcome;
    }
  }

  private async set(name: RouteName, params: Params): Promise<SendOutcome<null>> {
    return this.sent(name, params, { timestamp: this.now(), urgency: 'account' }, nothing);
  }

  private async readOrder(value: unknown): Promise<VenueOrder> {
    const row = readShape(orderRow, value, 'an order');
    return orderOf(row, await this.book.instrument(row.symbol));
  }

  private async readConditional(value: unknown): Promise<VenueConditional> {
    const row = readShape(algoRow, value, 'a conditional order');
    return conditionalOf(row, await this.book.instrument(row.symbol));
  }

  private async picture(): Promise<AccountPicture> {
    const [orders, conditionals, positions, balances] = await Promise.all([
      this.openOrders(),
      this.openConditionals(),
      this.positions(),
      this.balances(),
    ]);
    return { orders, conditionals, positions, balances, takenAt: this.now() };
  }

  private async digest(): Promise<string> {
    const [positions, balances] = await Promise.all([this.positions(), this.balances()]);
    return digestOf(positions.rows, balances);
  }
}

function placing({ instrument, side, positionSide, type, reduceOnly }: PlaceOrder | PlaceConditional): Params {
  return { symbol: instrument.symbol, side, positionSide, type, reduceOnly: reduceOnly ? true : undefined };
}

/** What makes two requests the same: everything but the id. */
function requestName(params: Params): string {
  return JSON.stringify({ ...params, newClientOrderId: undefined, clientAlgoId: undefined });
}

async function nothing(): Promise<null> {
  return null;
}
