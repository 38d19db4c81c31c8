import type * as z from 'zod/mini';
import { cashText, rateText } from '#base/decimal.ts';
import { steps, ticks } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { type asset, getAssets, getCandles } from '#contract/asset.ts';
import { gridText, type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { candleBars } from '#market/candle-bars.ts';
import { ProblemError } from '../problem.ts';
import { type Route, route } from '../route.ts';
import type { Services } from '../services.ts';
import { timeText } from '../text.ts';

/** Instruments and their candles: the same for every user. */
export function assetRoutes(): Route[] {
  return [
    route(getAssets, async ({ services }) => ({
      items: [...services.runtime.instruments.values()]
        .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
        .map((instrument) => presentAsset(instrument, services)),
    })),

    route(getCandles, async ({ params, query, services }) => {
      if (params.market !== 'futures') throw new ProblemError('MARKET_NOT_AVAILABLE');
      const instrument = services.runtime.instruments.get(query.symbol);
      if (instrument === undefined) throw new ProblemError('SYMBOL_UNKNOWN');
      const bars = candleBars(services.feed, {
        symbol: query.symbol,
        interval: query.interval,
        limit: Number(query.limit),
        endTime: query.endTime === undefined ? null : readTime(query.endTime),
        lastMinute: services.runtime.market().minute,
      });
      return {
        items: bars.map((bar) => ({
          time: timeText(bar.time),
          open: priceText(instrument, ticks(bar.open)),
          high: priceText(instrument, ticks(bar.high)),
          low: priceText(instrument, ticks(bar.low)),
          close: priceText(instrument, ticks(bar.close)),
          volume: quantityText(instrument, steps(bar.volume)),
        })),
      };
    }),
  ];
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

function presentAsset(instrument: Instrument, { runtime }: Services): z.output<typeof asset> {
  const lastPrice = runtime.lastPrice(instrument.symbol);
  return {
    assetId: instrument.symbol,
    futuresTicker: instrument.symbol,
    baseAsset: instrument.baseAsset,
    status: 'TRADING',
    tickSize: gridText(instrument.tick),
    stepSize: gridText(instrument.step),
    minQty: quantityText(instrument, instrument.quantityMin),
    maxQty: quantityText(instrument, instrument.quantityMax),
    marketMaxQty: quantityText(instrument, instrument.marketQuantityMax),
    minNotional: cashText(instrument.notionalMin),
    ordersMax: instrument.ordersMax,
    makerFeeRate: rateText(instrument.makerFee),
    takerFeeRate: rateText(instrument.takerFee),
    liquidationFeeRate: rateText(instrument.liquidationFee),
    brackets: instrument.brackets.map((bracket) => ({
      notionalFloor: cashText(bracket.floor),
      notionalCap: cashText(bracket.cap),
      maintenanceRate: rateText(bracket.maintenanceRate),
      cumulative: cashText(bracket.cumulative),
      leverageMax: bracket.leverageMax,
    })),
    lastPrice: lastPrice === null ? null : priceText(instrument, lastPrice),
    lastPriceAt: lastPrice === null ? null : timeText(runtime.market().now),
    markFlag: 'MARK_FROM_LAST', // Recorded candles have no mark series of their own.
    tradeCategoryId: null,
    comment: '',
    score: null,
  };
}
