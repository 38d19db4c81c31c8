import { rateFromPercent } from '#base/decimal.ts';
import { getLadderReach, getPriceMoveHistogram } from '#contract/market/price-moves.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { presentMoves, presentReach } from './present-price-moves.ts';

/** How far prices have moved: the same for every user, measured apart from requests and bots. */
export function priceMoveRoutes(): Route[] {
  return [
    route(getPriceMoveHistogram, async ({ params, query, services }) => {
      const instrument = instrumentOf(services, params.id, 'id');
      const { direction, windowDays, horizonDays } = query;
      const rebound = rateFromPercent(query.reboundPercent);
      const { symbol } = instrument;
      const request = { symbol, direction, rebound, windowDays, horizonDays };
      return presentMoves(await services.moves.moves(request, query.measure), request, instrument);
    }),

    route(getLadderReach, async ({ body, services }) => {
      const { symbol } = instrumentOf(services, body.symbol, 'symbol');
      const request = {
        ...{ symbol, direction: body.direction, windowDays: body.windowDays },
        rebound: rateFromPercent(body.reboundPercent),
        baseMargin: Number(body.baseMargin),
        levels: body.levels.map((level) => ({
          deviationPercent: Number(level.deviationPercent),
          rebound: rateFromPercent(level.reboundPercent),
          margin: Number(level.margin),
        })),
      };
      return presentReach(await services.moves.reach(request), body.windowDays);
    }),
  ];
}

function instrumentOf({ runtime }: Services, symbol: string, field: string): Instrument {
  const instrument = runtime.instruments.get(symbol);
  if (instrument !== undefined) return instrument;
  throw new ProblemError('SYMBOL_UNKNOWN', [{ code: 'SYMBOL_UNKNOWN', detail: 'is not traded here', path: [field] }]);
}
