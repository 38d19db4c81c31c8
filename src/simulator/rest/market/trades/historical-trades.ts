import { DAY_MS, later } from '#base/time.ts';
import type { AggregateTrade } from '../../../market/market.ts';
import { accept } from '../../../wire-error.ts';
import { contractOf, listedSymbol } from '../../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../../http/endpoint.ts';
import { idParam, integer, optional, otherwise, readParams } from '../../http/read-params.ts';
import { type MarketMoment, momentOf } from '../market-call.ts';
import { presentFirstSingles, presentSingles } from './present-singles.ts';
import { latestTrades } from './tape-endpoints.ts';

const LIMIT_USUAL = 100;
const LIMIT_MAX = 500;
/** Older trades are not returned. */
const KEPT_MS = 30 * DAY_MS;

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Old-Trades-Lookup */
export const historicalTrades: Endpoint = {
  method: 'GET',
  path: '/fapi/v1/historicalTrades',
  security: 'market',
  weight: 20,
  handle: answerTrades,
};

/** Single trades from an id on, or the newest. */
function answerTrades(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    limit: otherwise(LIMIT_USUAL, integer(1, LIMIT_MAX)),
    fromId: optional(idParam),
  });
  if (!read.ok) return read;
  const { symbol, limit, fromId } = read.value;
  const { instrument } = contractOf(call.simulation, symbol);
  const moment = momentOf(call);
  const kept = later(moment.now, -KEPT_MS);
  const young = (trades: readonly AggregateTrade[]) => trades.filter(({ time }) => time >= kept);
  if (fromId === null) return accept(presentSingles(instrument, young(latestTrades(moment, symbol, limit)), limit));
  const first = Math.max(Number(fromId), 1);
  const start = firstWhere(moment, symbol, (trade) => trade.lastId >= first && trade.time >= kept);
  const trades = moment.market.tradesFrom(symbol, start, limit, moment.now);
  return accept(presentFirstSingles(instrument, trades, { first, limit }));
}

/**
 * The id of the first aggregate trade that fits, or the one behind the newest when none does.
 * @param fits - false for all trades before some id, and true from it on
 */
function firstWhere({ market, now }: MarketMoment, symbol: string, fits: (trade: AggregateTrade) => boolean): number {
  let [low, high] = [1, (latestTrades({ market, now }, symbol, 1).at(-1)?.id ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [trade] = market.tradesFrom(symbol, middle, 1, now);
    if (trade === undefined || fits(trade)) high = middle;
    else low = middle + 1;
  }
  return low;
}
