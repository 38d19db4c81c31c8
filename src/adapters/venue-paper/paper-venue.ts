import { add, type Cash, RATE_ONE, rate, type Steps, smaller, subtract, type Ticks, ZERO_STEPS } from '#base/exact.ts';
import { type Instant, later } from '#base/time.ts';
import { meetPrint, type Print } from '#engine/matching/tape-fill.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import { initialMargin } from '#engine/risk/margin.ts';
import type {
  AccountPicture,
  CancelOrder,
  PlaceConditional,
  PlaceOrder,
  RejectionCause,
  SendOutcome,
  ServerReading,
  TradesSince,
  Venue,
  VenueConditional,
  VenueEvent,
  VenueFees,
  VenueFill,
  VenueOrder,
  VenueSettings,
} from '#ports/venue.ts';
import { isOpening, PaperBooks } from './paper-books.ts';

/** What a paper account begins with. */
export interface PaperSetup {
  readonly account: string;
  readonly wallet: Cash;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly now: () => Instant;
}

interface Working {
  readonly order: VenueOrder;
  readonly instrument: Instrument;
}

interface Waiting {
  readonly conditional: VenueConditional;
  readonly asked: PlaceConditional;
}

type Rejected = Extract<SendOutcome<never>, { readonly kind: 'rejected' }>;

/** Ids lie above 2^53, as the real ones do: whoever holds them as numbers is found out. */
const FIRST_ID = 2n ** 53n + 1n;
const SEND_WITHIN_MS = 500;
const PAGE_MAX = 1_000;
/** An order rests at the head of the queue, and the first print of its price fills it. */
const RULES = { queueShare: rate(0), atPrice: 'touch' } as const;

/** A venue in memory, in hedge mode, which fills orders against the prints that it is given. */
export class PaperVenue implements Venue {
  readonly account: string;
  readonly recvWindowMs = 3_000;
  readonly now: () => Instant;
  private readonly instruments: ReadonlyMap<string, Instrument>;
  private readonly books: PaperBooks;
  private readonly orders = new Map<string, Working>();
  private readonly conditionals = new Map<string, Waiting>();
  private readonly lasts = new Map<string, Ticks>();
  private nextId = FIRST_ID;
  private listener: ((event: VenueEvent) => void) | null = null;
  private heardAt: Instant | null = null;

  constructor({ account, wallet, instruments, now }: PaperSetup) {
    this.account = account;
    this.now = now;
    this.instruments = instruments;
    this.books = new PaperBooks(account, wallet);
  }

  /** Something was traded on the market: resting orders meet it, conditional ones may trigger. */
  print(symbol: string, print: Print): void {
    this.lasts.set(symbol, print.price);
    for (const { order, instrument } of this.open(symbol)) {
      if (order.price === null) continue;
      const queued = { side: order.side, price: order.price, open: leftOf(order), ahead: ZERO_STEPS };
      const { filled } = meetPrint(queued, print, RULES);
      if (filled > 0) this.fill(order, instrument, { price: order.price, quantity: filled, isMaker: true });
    }
    for (const waiting of [...this.conditionals.values()]) {
      if (waiting.conditional.symbol === symbol && isHit(waiting.asked, print.price)) this.trigger(waiting);
    }
  }

  async readServerTime(): Promise<ServerReading> {
    return { serverTime: this.now(), roundTripMs: 0 };
  }

  async instrument(symbol: string): Promise<Instrument | null> {
    return this.instruments.get(symbol) ?? null;
  }

  async place(asked: PlaceOrder): Promise<SendOutcome<VenueOrder>> {
    const last = this.lasts.get(asked.instrument.symbol);
    const price = asked.type === 'LIMIT' ? asked.price : last;
    const refusal = this.refusal(asked, price, asked.quantity);
    if (refusal !== null) return refusal;
    const order = this.newOrder(asked, asked.type === 'LIMIT' ? asked.price : null);
    const crosses = last !== undefined && (asked.type === 'MARKET' || isBeyond(asked.side, last, asked.price));
    if (asked.type === 'LIMIT' && asked.timeInForce === 'GTX' && crosses) return rejected('other', -5_022);
    this.keep(order, asked.instrument);
    if (crosses) this.fill(order, asked.instrument, { price: last, quantity: asked.quantity, isMaker: false });
    else if (asked.type === 'LIMIT' && (asked.timeInForce === 'IOC' || asked.timeInForce === 'FOK')) {
      this.keep({ ...order, state: 'EXPIRED' }, asked.instrument);
    }
    return { kind: 'acknowledged', value: this.orders.get(order.orderId)?.order ?? order };
  }

  async cancel({ instrument, clientId, timestamp }: CancelOrder): Promise<SendOutcome<VenueOrder>> {
    if (this.isLate(timestamp)) return rejected('late', null);
    const found = this.open(instrument.symbol).find(({ order }) => order.clientId === clientId);
    if (found === undefined) return rejected('absent', -2_011);
    const order = { ...found.order, state: 'CANCELED', updatedAt: this.now() } as const;
    this.keep(order, instrument);
    return { kind: 'acknowledged', value: order };
  }

  async placeConditional(asked: PlaceConditional): Promise<SendOutcome<VenueConditional>> {
    const refusal = this.refusal(asked, asked.triggerPrice, asked.quantity);
    if (refusal !== null) return refusal;
    const last = this.lasts.get(asked.instrument.symbol);
    if (last !== undefined && isHit(asked, last)) return rejected('trigger', -2_021);
    const conditional = this.newConditional(asked);
    this.tellConditional({ conditional, asked });
    return { kind: 'acknowledged', value: conditional };
  }

  async cancelConditional({ clientId, timestamp }: CancelOrder): Promise<SendOutcome<null>> {
    if (this.isLate(timestamp)) return rejected('late', null);
    const found = [...this.conditionals.values()].find(({ conditional }) => conditional.clientId === clientId);
    if (found === undefined || found.conditional.state !== 'WAITING') return rejected('absent', -2_011);
    this.tellConditional({ ...found, conditional: { ...found.conditional, state: 'CANCELED' } });
    return { kind: 'acknowledged', value: null };
  }

  async order(symbol: string, clientId: string): Promise<VenueOrder | null> {
    const found = [...this.orders.values()].findLast(
      ({ order }) => order.symbol === symbol && order.clientId === clientId,
    );
    return found?.order ?? null;
  }

  async conditional(symbol: string, clientId: string): Promise<VenueConditional | null> {
    const found = [...this.conditionals.values()].findLast(
      ({ conditional }) => conditional.symbol === symbol && conditional.clientId === clientId,
    );
    return found?.conditional ?? null;
  }

  async openOrders(symbol?: string) {
    return { rows: this.open(symbol).map(({ order }) => order), unresolved: [] };
  }

  async openConditionals(symbol?: string) {
    return { rows: this.waiting(symbol), unresolved: [] };
  }

  async positions() {
    return { rows: this.books.positions(), unresolved: [] };
  }

  async balances() {
    return [this.books.balance()];
  }

  async trades(since: TradesSince) {
    return this.tradesBehind(since);
  }

  async income(from: Instant, to: Instant) {
    return this.books.income.filter(({ at }) => at >= from && at <= to).slice(0, PAGE_MAX);
  }

  async settings(): Promise<VenueSettings> {
    const symbols = [...this.instruments.keys()].map((symbol) => {
      return [symbol, { leverage: this.books.leverage(symbol), marginType: 'cross' }] as const;
    });
    return { isHedgeMode: true, symbols: new Map(symbols) };
  }

  async setLeverage(symbol: string, leverage: number): Promise<SendOutcome<null>> {
    const most = this.instruments.get(symbol)?.brackets[0]?.leverageMax ?? 0;
    if (!Number.isInteger(leverage) || leverage < 1 || leverage > most) return rejected('other', -4_028);
    this.books.setLeverage(symbol, leverage);
    this.tell({ kind: 'leverage', symbol, leverage });
    return { kind: 'acknowledged', value: null };
  }

  /** A paper account is in cross margin and hedge mode, and stays so. */
  async setMarginType(): Promise<SendOutcome<null>> {
    return rejected('unchanged', -4_046);
  }

  async setHedgeMode(): Promise<SendOutcome<null>> {
    return rejected('unchanged', -4_059);
  }

  async brackets() {
    return new Map([...this.instruments].map(([symbol, { brackets }]) => [symbol, brackets]));
  }

  async fees(symbol: string): Promise<VenueFees> {
    const instrument = this.instruments.get(symbol);
    return { maker: instrument?.makerFee ?? rate(RATE_ONE), taker: instrument?.takerFee ?? rate(RATE_ONE) };
  }

  /** There is no connection that could be lost, so nothing has to be cancelled when it is. */
  async countdownCancel(): Promise<SendOutcome<null>> {
    return { kind: 'acknowledged', value: null };
  }

  follow(since: readonly TradesSince[], listener: (event: VenueEvent) => void): void {
    this.listener = listener;
    for (const known of since) for (const fill of this.tradesBehind(known)) this.tell({ kind: 'fill', fill });
    this.tell({ kind: 'picture', picture: this.picture() });
  }

  health() {
    return { isConnected: this.listener !== null, heardAt: this.heardAt };
  }

  async close(): Promise<void> {
    this.listener = null;
  }

  private open(symbol?: string): Working[] {
    const isOpen = ({ order }: Working): boolean => order.state === 'NEW' || order.state === 'PARTIALLY_FILLED';
    return [...this.orders.values()].filter((one) => isOpen(one) && (symbol ?? one.order.symbol) === one.order.symbol);
  }

  private waiting(symbol?: string): VenueConditional[] {
    const all = [...this.conditionals.values()].map(({ conditional }) => conditional);
    return all.filter((row) => row.state === 'WAITING' && (symbol ?? row.symbol) === row.symbol);
  }

  private tradesBehind({ symbol, fromId }: TradesSince): VenueFill[] {
    const after = BigInt(fromId ?? '0');
    const behind = this.books.fills.filter((fill) => fill.symbol === symbol && BigInt(fill.tradeId) > after);
    return fromId === null ? behind.slice(-PAGE_MAX) : behind.slice(0, PAGE_MAX);
  }

  private picture(): AccountPicture {
    const rows = <T>(list: readonly T[]) => ({ rows: list, unresolved: [] });
    return {
      orders: rows(this.open().map(({ order }) => order)),
      conditionals: rows(this.waiting()),
      positions: rows(this.books.positions()),
      balances: [this.books.balance()],
      takenAt: this.now(),
    };
  }

  /** In the order in which the exchange checks: names, sides, filters, margin. */
  private refusal(
    asked: PlaceOrder | PlaceConditional,
    price: Ticks | undefined,
    quantity: Steps | null,
  ): Rejected | null {
    const { instrument, positionSide } = asked;
    if (this.isLate(asked.timestamp)) return rejected('late', null);
    if (price === undefined || !this.instruments.has(instrument.symbol)) return rejected('symbol', -1_121);
    if (asked.reduceOnly) return rejected('other', -1_106);
    if (positionSide === 'BOTH') return rejected('other', -4_061);
    if (this.isNameTaken(asked)) return rejected('duplicate', -4_116);
    if (quantity === null) return null;
    if (quantity < instrument.quantityMin) return rejected('filter', -4_004, instrument);
    if (quantity > instrument.quantityMax) return rejected('filter', -4_005, instrument);
    if (!isOpening(asked)) return this.closingRefusal(asked, quantity);
    if (notional(instrument, price, quantity) < instrument.notionalMin) return rejected('filter', -4_164, instrument);
    const margin = initialMargin(notional(instrument, price, quantity), this.books.leverage(instrument.symbol));
    return 'triggerPrice' in asked || margin <= this.books.available() ? null : rejected('margin', -2_019);
  }

  private closingRefusal({ instrument, positionSide }: PlaceOrder | PlaceConditional, quantity: Steps) {
    return quantity > this.books.held(instrument.symbol, positionSide) ? rejected('other', -2_022) : null;
  }

  private isNameTaken(asked: PlaceOrder | PlaceConditional): boolean {
    const names =
      'triggerPrice' in asked
        ? [...this.conditionals.values()].filter(({ conditional }) => conditional.state === 'WAITING')
        : this.open();
    return names.some((one) => ('order' in one ? one.order : one.conditional).clientId === asked.clientId);
  }

  private isLate(timestamp: Instant): boolean {
    return this.now() > later(timestamp, SEND_WITHIN_MS);
  }

  private newOrder(asked: PlaceOrder, price: Ticks | null): VenueOrder {
    const { clientId, side, positionSide, type, quantity, instrument } = asked;
    const ours = { symbol: instrument.symbol, clientId, side, positionSide, type, price, quantity };
    return { ...ours, orderId: this.takeId(), state: 'NEW', executed: ZERO_STEPS, updatedAt: this.now() };
  }

  private newConditional(asked: PlaceConditional): VenueConditional {
    const { clientId, side, positionSide, type, triggerPrice, quantity, instrument } = asked;
    const ours = { symbol: instrument.symbol, clientId, side, positionSide, type, triggerPrice, quantity };
    const state = { state: 'WAITING', orderId: null, rejectReason: '', updatedAt: this.now() } as const;
    return { ...ours, algoId: this.takeId(), ...state };
  }

  private takeId(): string {
    this.nextId += 1n;
    return String(this.nextId);
  }

  /** Carries out a conditional order as a market order; a position that is gone lets it expire. */
  private trigger({ conditional, asked }: Waiting): void {
    if (conditional.state !== 'WAITING') return;
    const held = this.books.held(conditional.symbol, asked.positionSide);
    const wanted = asked.quantity ?? held;
    const quantity = isOpening(asked) ? wanted : smaller(wanted, held);
    const price = this.lasts.get(conditional.symbol);
    if (quantity === 0 || price === undefined) {
      return this.tellConditional({ asked, conditional: { ...conditional, state: 'EXPIRED' } });
    }
    const market = { ...asked, type: 'MARKET', quantity } as const;
    const order = this.newOrder(market, null);
    this.tellConditional({ asked, conditional: { ...conditional, state: 'TRIGGERED', orderId: order.orderId } });
    this.keep(order, asked.instrument);
    this.fill(order, asked.instrument, { price, quantity, isMaker: false });
    this.tellConditional({ asked, conditional: { ...conditional, state: 'FINISHED', orderId: order.orderId } });
  }

  private fill(
    order: VenueOrder,
    instrument: Instrument,
    met: { readonly price: Ticks; readonly quantity: Steps; readonly isMaker: boolean },
  ): void {
    const { side, positionSide, orderId, clientId, symbol } = order;
    const at = this.now();
    const fill = this.books.book({ instrument, side, positionSide, orderId, clientId, at, ...met });
    const executed = add(order.executed, met.quantity);
    const state = executed === order.quantity ? 'FILLED' : 'PARTIALLY_FILLED';
    this.tell({ kind: 'fill', fill });
    this.keep({ ...order, executed, state, updatedAt: at }, instrument);
    this.tell({ kind: 'balance', balance: this.books.balance(), reason: 'ORDER', at });
    const position = this.books.position(symbol, positionSide);
    if (position !== null) this.tell({ kind: 'position', position, reason: 'ORDER' });
  }

  private keep(order: VenueOrder, instrument: Instrument): void {
    this.orders.set(order.orderId, { order, instrument });
    this.tell({ kind: 'order', order });
  }

  private tellConditional(waiting: Waiting): void {
    this.conditionals.set(waiting.conditional.algoId, waiting);
    this.tell({ kind: 'conditional', conditional: waiting.conditional });
  }

  private tell(event: VenueEvent): void {
    this.heardAt = this.now();
    this.listener?.(event);
  }
}

function leftOf({ quantity, executed }: VenueOrder): Steps {
  return subtract(quantity, executed);
}

/** Whether a limit order would trade at once at that price. */
function isBeyond(side: PlaceOrder['side'], last: Ticks, limit: Ticks): boolean {
  return side === 'BUY' ? limit >= last : limit <= last;
}

/** A stop to buy and a take profit to sell fire at or above their price, the others at or below. */
function isHit({ side, type, triggerPrice }: PlaceConditional, price: Ticks): boolean {
  return (side === 'BUY') === (type === 'STOP_MARKET') ? price >= triggerPrice : price <= triggerPrice;
}

function rejected(cause: RejectionCause, venueCode: number | null, rules: Instrument | null = null): Rejected {
  return { kind: 'rejected', cause, venueCode, rules, reason: `paper venue: ${cause}` };
}
