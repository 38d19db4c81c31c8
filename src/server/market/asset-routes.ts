import type * as z from 'zod/mini';
import { cashText, rateText } from '#base/decimal.ts';
import { type asset, getAssets } from '#contract/asset.ts';
import { gridText, type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import type { Ticker } from '#ports/market-source.ts';
import { type AssetNote, listAssetNotes } from '#storage/asset-notes.ts';
import { type Route, route } from '../http/route.ts';
import { timeText } from '../http/text.ts';
import type { Services } from '../services.ts';

/** Instruments, the same for every user, each with the caller's own notes. */
export function assetRoutes(): Route[] {
  return [
    route(getAssets, async ({ caller, services, read }) => {
      const [notes, contracts] = await Promise.all([
        read((tx) => listAssetNotes(tx, caller.userId)),
        services.market.contracts(),
      ]);
      const facts = new Map(contracts.map((contract) => [contract.listing.instrument.symbol, contract]));
      const instruments = [...services.runtime.instruments.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
      return {
        items: instruments.map((instrument) => {
          const { symbol } = instrument;
          return presentAsset(instrument, { note: notes.get(symbol), facts: facts.get(symbol) }, services);
        }),
      };
    }),
  ];
}

function presentAsset(
  instrument: Instrument,
  { note, facts }: { readonly note: AssetNote | undefined; readonly facts: ContractFacts | undefined },
  { runtime, market }: Services,
): z.output<typeof asset> {
  const last = lastOf(runtime, instrument.symbol, facts?.ticker ?? null);
  return {
    assetId: instrument.symbol,
    futuresTicker: instrument.symbol,
    baseAsset: instrument.baseAsset,
    status: market.listings().get(instrument.symbol)?.status === 'TRADING' ? 'TRADING' : 'BREAK',
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
    lastPrice: last && priceText(instrument, last.price),
    lastPriceAt: last && timeText(last.at),
    markFlag: facts?.mark ? null : 'MARK_FROM_LAST',
    tradeCategoryId: note?.tradeCategoryId ?? null,
    comment: note?.comment ?? '',
    score: note?.score ?? null,
  };
}

/** The engine's price; before the first minute has closed here, the last trade that the exchange tells of. */
function lastOf(runtime: Services['runtime'], symbol: string, ticker: Ticker | null) {
  const price = runtime.lastPrice(symbol);
  if (price !== null) return { price, at: runtime.market().now };
  return ticker && { price: ticker.last, at: ticker.at };
}
