import { at } from '#base/assert.ts';
import { HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AggregateTrade, Level } from '../../../market/market.ts';
import { accept, refuse } from '../../../wire-error.ts';
import { contractOf, listedSymbol } from '../../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../../http/endpoint.ts';
import type { RequestParams } from '../../http/params.ts';
import { choice, idParam, integer, optional, otherwise, pastRows, readParams } from '../../http/read-params.ts';
import { type MarketMoment, momentOf, open, reversed } from '../market-call.ts';
import { presentSingles } from './present-singles.ts';

const DEPTHS = ['5', '10', '20', '50', '100', '500', '1000'] as const;
const DEPTH_USUAL = '500';
const DEPTH_IMPROVED = '1000';
const TRADES_USUAL = 500;
const TRADES_MAX = 1_000;
/** How far back trades are returned, and the maximum span between two times. */
const TRADES_KEPT_MS = 48 * HOUR_MS;
const PERIOD_MS = HOUR_MS;
/** A period is searched in steps of this length until enough trades are found. */
const PIECE_MS = 10 * MINUTE_MS;

/** Book and trades. */
export const tapeEndpoints: readonly Endpoint[] = [
  open('/fapi/v1/depth', depthWeight, depth),
  open('/fapi/v1/rpiDepth', 20, improvedDepth),
  open('/fapi/v1/trades', 5, recentTrades),
  open('/fapi/v1/aggTrades', 20, aggregateTrades),
];

function depthWeight(params: RequestParams): number {
  const limit = Number(params.get('limit') ?? DEPTH_USUAL);
  if (limit <= 50) return 2;
  if (limit <= 100) return 5;
  return limit <= 500 ? 10 : 20;
}

function depth(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    limit: otherwise(DEPTH_USUAL, choice(DEPTHS, 'depthLimit')),
  });
  if (!read.ok) return read;
  const { symbol, limit } = read.value;
  return presentBook(call, { symbol, levels: Number(limit), which: 'public' });
}

/** The book with orders of retail price improvement, which the others leave out. */
function improvedDepth(call: EndpointCall): EndpointAnswer {
  const limit = otherwise(DEPTH_IMPROVED, choice([DEPTH_IMPROVED], 'depthLimit'));
  const read = readParams(call.params, { symbol: listedSymbol(call), limit });
  if (!read.ok) return read;
  const { symbol } = read.value;
  return presentBook(call, { symbol, levels: Number(DEPTH_IMPROVED), which: 'improved' });
}

interface AskedBook {
  readonly symbol: string;
  readonly levels: number;
  readonly which: 'public' | 'improved';
}

function presentBook(call: EndpointCall, { symbol, levels, which }: AskedBook): EndpointAnswer {
  const { now } = momentOf(call);
  const book = call.simulation.read((exchange) => exchange.book(symbol, levels, which));
  const { instrument } = contractOf(call.simulation, symbol);
  const present = ({ price, quantity }: Level) => [priceText(instrument, price), quantityText(instrument, quantity)];
  return accept({
    lastUpdateId: book?.updateId ?? 0,
    E: now,
    T: now,
    bids: (book?.bids ?? []).map(present),
    asks: (book?.asks ?? []).map(present),
  });
}

function recentTrades(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    limit: otherwise(TRADES_USUAL, integer(1, TRADES_MAX)),
  });
  if (!read.ok) return read;
  const { symbol, limit } = read.value;
  const { instrument } = contractOf(call.simulation, symbol);
  return accept(presentSingles(instrument, latestTrades(momentOf(call), symbol, limit), limit));
}

/** The newest aggregate trades, oldest first. */
export function latestTrades(
  { market, now }: Pick<MarketMoment, 'market' | 'now'>,
  symbol: string,
  limit: number,
): readonly AggregateTrade[] {
  const latest = market.latest(symbol, now)?.id ?? 0;
  return market.tradesFrom(symbol, Math.max(1, latest - limit + 1), limit, now);
}

interface AggregateQuery {
  readonly symbol: string;
  readonly fromId: string | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly limit: number;
}

function aggregateTrades(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    fromId: optional(idParam),
    ...pastRows(TRADES_USUAL, TRADES_MAX),
  });
  if (!read.ok) return read;
  const { symbol, startTime, endTime } = read.value;
  const refusal = reversed(startTime, endTime);
  if (refusal !== null) return refusal;
  if (startTime !== null && endTime !== null && endTime - startTime > PERIOD_MS) return refuse('periodOfTrades');
  const { instrument } = contractOf(call.simulation, symbol);
  const moment = momentOf(call);
  const kept = later(moment.now, -TRADES_KEPT_MS);
  const trades = wantedTrades(moment, read.value, kept);
  return accept(trades.filter(({ time: at }) => at >= kept).map((trade) => presentAggregate(instrument, trade)));
}

/** Trades from an id, otherwise from a time, otherwise up to a time, otherwise the latest; none older than `kept`. */
function wantedTrades(moment: MarketMoment, query: AggregateQuery, kept: Instant): readonly AggregateTrade[] {
  const { symbol, fromId, startTime, endTime, limit } = query;
  const { market, now } = moment;
  if (fromId !== null) {
    const oldest = at(
      firstTrades(moment, { symbol, from: kept, to: now, limit: 1 })
        .map((trade) => trade.id)
        .concat(1),
      0,
    );
    return market.tradesFrom(symbol, Math.max(Number(fromId), oldest), limit, now);
  }
  const to = instantOf(Math.min(now, endTime ?? now));
  if (startTime !== null) {
    return firstTrades(moment, { symbol, from: instantOf(Math.max(startTime, kept)), to, limit });
  }
  if (endTime === null) return latestTrades(moment, symbol, limit);
  return latestTrades({ market, now: to }, symbol, limit);
}

interface Stretch {
  readonly symbol: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly limit: number;
}

/** The first trades of [from, to]. */
function firstTrades({ market }: MarketMoment, { symbol, from, to, limit }: Stretch): readonly AggregateTrade[] {
  const found: AggregateTrade[] = [];
  for (let before = later(from, -1); before < to && found.length < limit; before = later(before, PIECE_MS)) {
    found.push(...market.tape(symbol, before, instantOf(Math.min(to, before + PIECE_MS))));
  }
  return found.slice(0, limit);
}

/** `m`: whether the buyer was the maker. No retail-improvement orders are simulated, so `nq` is all of the quantity. */
function presentAggregate(instrument: Instrument, trade: AggregateTrade): object {
  const quantity = quantityText(instrument, trade.quantity);
  return {
    a: trade.id,
    p: priceText(instrument, trade.price),
    q: quantity,
    nq: quantity,
    f: trade.firstId,
    l: trade.lastId,
    T: trade.time,
    m: trade.takerSide === 'SELL',
  };
}
