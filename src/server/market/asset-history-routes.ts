import * as z from 'zod/mini';
import { percentText, trimDecimal } from '#base/decimal.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { getFundingHistory, getOpenInterestHistory } from '#contract/market/asset-history.ts';
import type { HeldCost } from '#market/funding-past.ts';
import type { Listing } from '#ports/market-source.ts';
import { cursorInstant, cursorText, readCursor } from '../bots/cursor.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { timeText } from '../http/text.ts';
import type { Services } from '../services.ts';

/** What has been collected of a contract's funding and open interest: the same for every user. */
export function assetHistoryRoutes(): Route[] {
  return [
    route(getFundingHistory, async ({ query: { symbol, limit, cursor }, services }) => {
      const { fundingHours } = listingOf(services, symbol);
      const { settled, hasOlder, held } = await services.market.funding({ symbol, limit, before: placeOf(cursor) });
      return {
        items: settled.map(({ time, rate }) => ({ settledAt: timeText(time), ratePercent: percentText(rate) })),
        ...{ total: null, offset: 0, limit, cursor: hasOlder ? cursorOf(settled.at(-1)?.time) : null },
        fundingHours,
        held: held.map(presentHeld),
      };
    }),

    route(getOpenInterestHistory, async ({ query: { symbol, limit, cursor }, services }) => {
      listingOf(services, symbol);
      const rows = await services.screener.openInterest({ symbol, before: placeOf(cursor), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      return {
        items: shown.map(({ at, coins, price, notional }) => ({
          toldAt: timeText(at),
          quantity: coins,
          price,
          notional: trimDecimal(notional),
        })),
        ...{ total: null, offset: 0, limit, cursor: rows.length > limit ? cursorOf(shown.at(-1)?.at) : null },
      };
    }),
  ];
}

function presentHeld({ days, paid, settlements, missing }: HeldCost) {
  return { days, percent: paid === null ? null : percentText(paid), settlements, settlementsMissing: missing };
}

const placeOf = (cursor: string | undefined): Instant | null =>
  cursor === undefined ? null : instantOf(readCursor(cursor, z.tuple([cursorInstant]))[0].getTime());

const cursorOf = (last: Instant | undefined): string | null => (last === undefined ? null : cursorText([last]));

function listingOf({ market }: Services, symbol: string): Listing {
  const listing = market.listings().get(symbol);
  if (listing === undefined) throw new ProblemError('SYMBOL_UNKNOWN');
  return listing;
}
