import { getAssetCmcData, getAssetDescription } from '#contract/assets/coin-facts.ts';
import { coinOf } from '#market/coins/coin-of.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { timeText } from '../http/text.ts';
import { fromExchange } from '../market/exchange-problem.ts';
import type { Services } from '../services.ts';

/** What the coin of a contract is, the same for every user. */
export function coinRoutes(): Route[] {
  return [
    route(getAssetDescription, async ({ params, services }) => {
      const { symbol, baseAsset } = instrumentOf(services, params.id);
      const { coin, multiplier } = coinOf(baseAsset);
      const listing = services.market.listings().get(symbol);
      return {
        ...{ assetId: symbol, futuresTicker: symbol, baseAsset, coin, multiplier },
        sector: listing?.sector ?? '',
        listedAt: listing === undefined ? null : timeText(listing.onboardDate),
        ...(await services.coins.description({ symbol, coin })),
      };
    }),

    route(getAssetCmcData, ({ params, services }) => {
      const { symbol, baseAsset } = instrumentOf(services, params.id);
      return fromExchange(services.coins.data({ symbol, coin: coinOf(baseAsset).coin }));
    }),
  ];
}

function instrumentOf({ runtime }: Services, id: string) {
  const instrument = runtime.instruments.get(id);
  if (instrument === undefined) throw new ProblemError('ASSET_NOT_FOUND');
  return instrument;
}
