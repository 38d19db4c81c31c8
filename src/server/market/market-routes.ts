import { type Instant, instantOf, MINUTE_MS, startOf } from '#base/time.ts';
import {
  cancelBackFill,
  getBackFills,
  getCandles,
  getFuturesPrice,
  getMarket,
  getMarketHistory,
  startBackFill,
} from '#contract/market.ts';
import type { Listing } from '#ports/market-source.ts';
import { readFrom, readTo } from '../http/period.ts';
import { ProblemError, problemOfReasons } from '../http/problem.ts';
import { type Route, route, sharedRoute } from '../http/route.ts';
import { timeText } from '../http/text.ts';
import { fromExchange } from './exchange-problem.ts';
import type { MarketServices } from './market-services.ts';
import { presentBackFill } from './present-back-fill.ts';
import { presentHistory, presentMarketRow } from './present-market.ts';

/** The exchange's market: the same for every user, except the price that is requested with the user's key. */
export function marketRoutes(): Route[] {
  return [...priceRoutes(), ...listRoutes(), ...backFillRoutes()];
}

function priceRoutes(): Route[] {
  return [
    sharedRoute(getCandles, async ({ params, query, services, caller }) => {
      const { market } = params;
      if (market === 'futures') listingOf(services.market, query.symbol); // The pairs of the other market are not listed here.
      const endTime = query.endTime === undefined ? null : readTime(query.endTime);
      const { symbol, interval } = query;
      const page = { market, symbol, interval, limit: query.limit, endTime, askedBy: caller.userId };
      const candles = await fromExchange(services.market.candlePages(page));
      return { items: candles.map((candle) => ({ ...candle, time: timeText(candle.time) })) };
    }),

    route(getFuturesPrice, async ({ query, services, caller }) => {
      listingOf(services.market, query.symbol);
      services.exchangeShare.take(caller.userId, 1);
      const price = await fromExchange(services.market.signedPrice(caller.userId, query.symbol));
      if (price === null) throw new ProblemError('EXCHANGE_KEY_NEEDED');
      return { ...price, time: timeText(price.time) };
    }),
  ];
}

function listRoutes(): Route[] {
  return [
    route(getMarket, async ({ services: { market } }) => ({
      items: (await market.contracts()).map(presentMarketRow),
      leftOut: [...market.leftOut()],
    })),

    route(getMarketHistory, async ({ query, services: { market } }) => {
      const listing = listingOf(market, query.symbol);
      return presentHistory(listing, await market.history(query.symbol));
    }),
  ];
}

/** Starting a job twice requests nothing twice: the second job finds everything stored. */
function backFillRoutes(): Route[] {
  return [
    route(getBackFills, async ({ services, caller }) => ({
      items: (await services.market.backFills()).map((job) => presentBackFill(job, caller.userId)),
    })),

    route(startBackFill, async ({ body, services: { market }, caller }) => {
      const from = body.dateFrom === null ? null : startOf(readFrom(body.dateFrom), MINUTE_MS);
      const to = body.dateTo === null ? null : startOf(readTo(body.dateTo), MINUTE_MS);
      const symbols = body.symbols === null ? null : [...new Set(body.symbols)];
      const outcome = await market.startBackFill({ symbols, from, to, startedBy: caller.userId });
      if (!outcome.ok) throw problemOfReasons(outcome.reasons);
      return presentBackFill(outcome.value, caller.userId);
    }),

    route(cancelBackFill, async ({ params, services, caller }) => {
      const outcome = await services.market.cancelBackFill({ jobId: params.id, userId: caller.userId });
      if (!outcome.ok) throw problemOfReasons(outcome.reasons);
      return presentBackFill(outcome.value, caller.userId);
    }),
  ];
}

function listingOf({ listings }: MarketServices, symbol: string): Listing {
  const listing = listings().get(symbol);
  if (listing === undefined) throw new ProblemError('SYMBOL_UNKNOWN');
  return listing;
}

const MILLISECONDS = /^\d{1,15}$/;
const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

function readTime(text: string): Instant {
  const ms = MILLISECONDS.test(text) ? Number(text) : ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isFinite(ms)) {
    throw new ProblemError('TIME_INVALID', [
      { code: 'INVALID', detail: 'must be UTC milliseconds or an ISO 8601 instant', path: ['endTime'] },
    ]);
  }
  return instantOf(ms);
}
