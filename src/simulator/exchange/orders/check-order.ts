import { assert } from '#base/assert.ts';
import { rateFrom } from '#base/decimal.ts';
import type { Steps, Ticks } from '#base/exact.ts';
import { isWithin, takeBound } from '#engine/matching/tape-fill.ts';
import { priceText } from '#engine/model/instrument.ts';
import type { Level } from '../../market/market.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { marketBook } from '../book/market-book.ts';
import { NO_WALK, type SharedWalk, type Taker, walkShared } from '../book/shared-walk.ts';
import type { OrderRequest } from '../commands.ts';
import { type AccountState, type ExchangeState, type SymbolState, symbolStateOf } from '../exchange-state.ts';
import { marginRefusal } from '../positions/margin-refusal.ts';
import { fillable } from '../positions/settle-fill.ts';
import { type Exposure, markPrice, NO_EXPOSURE } from '../positions/valuation.ts';
import type { Refusal } from '../refusal.ts';
import type { ClassicType, WireTimeInForce } from '../rows.ts';
import { clientIdRefusal } from './client-id.ts';
import { goodTillDateRefusal, wholeSeconds } from './good-till-date.ts';
import {
  mayBeSmall,
  type OrderTarget,
  positionSideRefusal,
  reduceOnlyUnwanted,
  reduceRefusal,
  targetOf,
} from './order-target.ts';
import { scaledPrice } from './price-limits.ts';
import { matchedPrice, priceMatchRefusal } from './price-match.ts';
import { limitsOf, notionalRefusal, precisionRefusal, readLimitPrice, readOrderQuantity } from './read-amount.ts';
import { statusRefusal } from './status-refusal.ts';

/** An order that has passed all checks, with the levels that it takes from the order book at once. */
export interface CheckedOrder {
  readonly target: OrderTarget;
  readonly type: ClassicType;
  readonly timeInForce: WireTimeInForce;
  readonly quantity: Steps;
  /** Null for a market order. */
  readonly price: Ticks | null;
  readonly clientOrderId: string | null;
  readonly priceMatch: string;
  readonly selfTradePreventionMode: string;
  readonly goodTillDate: number;
  readonly walk: SharedWalk;
}

/** Checks an order in the order of docs/exchange-simulator.md and returns the first refusal. */
export function checkOrder(
  state: ExchangeState,
  account: AccountState,
  request: OrderRequest,
): WireReply<CheckedOrder> {
  if (!state.market.isListed(request.symbol, state.at)) return refuse('symbol');
  const symbolState = symbolStateOf(state, request.symbol);
  const form = formRefusal(account, request, symbolState);
  if (form !== null) return form;
  const amounts = readAmounts(state, symbolState, request);
  if (!amounts.ok) return amounts;
  const target = targetOf(request);
  const { quantity, price } = amounts.value;
  const rests = request.type === 'LIMIT' && request.timeInForce !== 'IOC' && request.timeInForce !== 'FOK';
  const refusal =
    smallRefusal(state, account, { target, quantity, price }) ??
    (request.priceMatch === null || request.priceMatch === 'NONE'
      ? percentRefusal(state, symbolState, target, price)
      : null) ??
    clientIdRefusal(request.clientOrderId, account.orders.values(), ({ row }) => row.clientOrderId) ??
    ordersMaxRefusal(account, symbolState) ??
    positionSideRefusal(account, request.positionSide) ??
    reduceRefusal(account, target, { quantity, rests });
  return refusal ?? checkMatching(state, account, { request, target, quantity, price });
}

/** Checks that need nothing but the request: contradictory or unwanted parameters. */
function formRefusal(account: AccountState, request: OrderRequest, { listed }: SymbolState): Refusal {
  const { priceMatch, price, timeInForce, goodTillDate, quantity } = request;
  const { tick, step } = listed.instrument;
  if (quantity === null) return refuse('mandatory', 'quantity');
  if (timeInForce === 'GTD' && goodTillDate === null) return refuse('mandatory', 'goodTillDate');
  if (timeInForce !== 'GTD' && goodTillDate !== null && goodTillDate !== 0) return refuse('unwanted', 'goodTillDate');
  if (priceMatch !== null && priceMatch !== 'NONE' && price !== null) return refuse('unwanted', 'price');
  return (
    reduceOnlyUnwanted(account, request.reduceOnly) ?? precisionRefusal(price, tick) ?? precisionRefusal(quantity, step)
  );
}

interface Amounts {
  readonly quantity: Steps;
  /** Null for a market order, and when no level matches. */
  readonly price: Ticks | null;
}

function readAmounts(state: ExchangeState, symbolState: SymbolState, request: OrderRequest): WireReply<Amounts> {
  const limits = limitsOf(state, symbolState);
  const price = request.price === null ? null : readLimitPrice(limits, request.price);
  if (price?.ok === false) return price;
  const kind = request.type === 'MARKET' ? 'market' : 'limit';
  const quantity = readOrderQuantity(limits, request.quantity ?? '', kind);
  if (!quantity.ok) return quantity;
  const matched = matchedPrice(state, request);
  return accept({ quantity: quantity.value, price: price?.value ?? matched });
}

/** -4164, except for orders that may be small. A market order is valued at the mark. */
function smallRefusal(
  state: ExchangeState,
  account: AccountState,
  { target, quantity, price }: Amounts & { readonly target: OrderTarget },
): Refusal {
  if (mayBeSmall(account, target, quantity)) return null;
  const limits = limitsOf(state, symbolStateOf(state, target.symbol));
  return notionalRefusal(limits, price ?? markPrice(state, target.symbol), quantity);
}

/** -4016 and -4024: a buy limit too far above the mark, or a sell limit too far below it. */
export function percentRefusal(
  state: ExchangeState,
  { listed }: SymbolState,
  { side, symbol }: OrderTarget,
  price: Ticks | null,
): Refusal {
  if (price === null) return null;
  const mark = markPrice(state, symbol);
  const cap = scaledPrice(mark, listed.multiplierUp, 'floor');
  const floor = scaledPrice(mark, listed.multiplierDown, 'ceil');
  if (side === 'BUY' && price > cap) return refuse('priceAboveCap', priceText(listed.instrument, cap));
  if (side === 'SELL' && price < floor) return refuse('priceBelowFloor', priceText(listed.instrument, floor));
  return null;
}

function ordersMaxRefusal(account: AccountState, { listed: { instrument } }: SymbolState): Refusal {
  let open = 0;
  for (const { row } of account.orders.values()) if (row.symbol === instrument.symbol) open += 1;
  return open >= instrument.ordersMax ? refuse('ordersMax') : null;
}

interface Matching extends Amounts {
  readonly request: Omit<OrderRequest, 'quantity' | 'price'>;
  readonly target: OrderTarget;
  /** For an amendment: the exposure of the order it replaces. */
  readonly replaced?: Exposure;
}

/** Checks that need the account and the order book: margin, status, immediate fills, expiry date and price match. */
export function checkMatching(
  state: ExchangeState,
  account: AccountState,
  matching: Matching,
): WireReply<CheckedOrder> {
  const { request, target, quantity, price } = matching;
  const { listed } = symbolStateOf(state, target.symbol);
  const isMarket = request.type === 'MARKET';
  const mark = markPrice(state, target.symbol);
  const limit = isMarket ? takeBound(target.side, mark, rateFrom(listed.marketTakeBound)) : price;
  const walk =
    limit === null
      ? NO_WALK
      : walkNow(state, target.symbol, {
          ...{ account, side: target.side, quantity: fillable(account, target, quantity), limit },
          reduceOnly: target.reduceOnly,
          selfTradePrevention: request.selfTradePreventionMode ?? SELF_TRADE_PREVENTION,
        });
  const worst = (isMarket ? walk.taken.at(-1)?.price : price) ?? mark;
  const refusal =
    marginRefusal(state, account, target, { price: worst, quantity, replaced: matching.replaced ?? NO_EXPOSURE }) ??
    statusRefusal(state, target) ??
    (isMarket && !isTakeable(oppositeLevels(state, target, 1).at(0)?.price, { side: target.side, limit })
      ? refuse('marketBound')
      : null) ??
    immediateRefusal(request.timeInForce, walk) ??
    priceMatchRefusal(request, price) ??
    goodTillDateRefusal(state, request.timeInForce, request.goodTillDate);
  return refusal ?? accept(checkedOf(matching, walk));
}

/** Most orders need only a few levels; a large one reads the whole order book. */
const NEAR_LEVELS = 20;

/** Of an order that names none. */
const SELF_TRADE_PREVENTION = 'EXPIRE_MAKER';

function walkNow(state: ExchangeState, symbol: string, taker: Taker): SharedWalk {
  const { buys, sells } = symbolStateOf(state, symbol);
  const resting = taker.side === 'BUY' ? sells : buys;
  const levels = oppositeLevels(state, { symbol, side: taker.side }, NEAR_LEVELS);
  const last = levels.at(-1);
  if (levels.length < NEAR_LEVELS || last === undefined) return walkShared(levels, resting, taker);
  const end = resting.findIndex(
    ({ row }) => row.price !== null && !isWithin(row.price, { ...taker, limit: last.price }),
  );
  const near = walkShared(levels, end < 0 ? resting : resting.slice(0, end), taker);
  const isDone = near.left === 0 || near.isStopped || !isWithin(last.price, taker);
  return isDone ? near : walkShared(oppositeLevels(state, { symbol, side: taker.side }), resting, taker);
}

function isTakeable(best: Ticks | undefined, taker: { side: OrderTarget['side']; limit: Ticks | null }): boolean {
  return best !== undefined && isWithin(best, taker);
}

/** The levels that an order on that side can take from, best first. */
export function oppositeLevels(
  state: ExchangeState,
  { symbol, side }: Pick<OrderTarget, 'symbol' | 'side'>,
  levels?: number,
): readonly Level[] {
  const book = marketBook(state, symbol, levels);
  if (book === null) return [];
  return side === 'BUY' ? book.asks : book.bids;
}

/** -5021: FOK that cannot fill completely; -5022: an order that may only make, and would take. */
function immediateRefusal(timeInForce: WireTimeInForce | null, walk: SharedWalk): Refusal {
  if (timeInForce === 'FOK' && walk.left > 0) return refuse('fillOrKill');
  if (isPostOnly(timeInForce) && (walk.taken.length + walk.ended.length > 0 || walk.isStopped))
    return refuse('postOnly');
  return null;
}

/** Orders of retail price improvement only make, like those that say so. */
export function isPostOnly(timeInForce: WireTimeInForce | null): boolean {
  return timeInForce === 'GTX' || timeInForce === 'RPI';
}

function checkedOf({ request, target, quantity, price }: Matching, walk: SharedWalk): CheckedOrder {
  assert(request.type === 'MARKET' || price !== null, 'a limit order has a price');
  return {
    target,
    type: request.type,
    timeInForce: request.timeInForce ?? 'GTC',
    quantity,
    price: request.type === 'MARKET' ? null : price,
    clientOrderId: request.clientOrderId,
    priceMatch: request.priceMatch ?? 'NONE',
    selfTradePreventionMode: request.selfTradePreventionMode ?? SELF_TRADE_PREVENTION,
    goodTillDate: request.timeInForce === 'GTD' ? wholeSeconds(request.goodTillDate ?? 0) : 0,
    walk,
  };
}
