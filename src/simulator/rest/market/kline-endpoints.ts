import type { Series } from '../../market/market.ts';
import { accept } from '../../wire-error.ts';
import { contractOf, listedSymbol } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import type { RequestParams } from '../http/params.ts';
import { choice, otherwise, pastRows, readParams } from '../http/read-params.ts';
import { klinesInSlices } from './kline-slices.ts';
import { interval, momentOf, open, reversed } from './market-call.ts';
import { presentKline } from './present-kline.ts';

const LIMIT_USUAL = 500;
const LIMIT_MAX = 1_500;
const SPOT_LIMIT_MAX = 1_000;

/** Candles of all series. Paging is the market's; https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Kline-Candlestick-Data */
export const klineEndpoints: readonly Endpoint[] = [
  open('/fapi/v1/klines', weightOf, (call) => klines(call, 'last', 'symbol')),
  open('/fapi/v1/continuousKlines', weightOf, continuousKlines),
  open('/fapi/v1/markPriceKlines', weightOf, (call) => klines(call, 'mark', 'symbol')),
  open('/fapi/v1/indexPriceKlines', weightOf, (call) => klines(call, 'index', 'pair')),
  open('/fapi/v1/premiumIndexKlines', weightOf, (call) => klines(call, 'premium', 'symbol')),
  open('/api/v3/klines', 2, spotKlines, 'spot'),
];

/** Weight by the requested number of candles. */
function weightOf(params: RequestParams): number {
  const limit = Number(params.get('limit') ?? LIMIT_USUAL);
  if (limit < 100) return 1;
  if (limit < 500) return 2;
  return limit <= 1_000 ? 5 : 10;
}

function continuousKlines(call: EndpointCall): Promise<EndpointAnswer> | EndpointAnswer {
  const read = readParams(call.params, { contractType: choice(['PERPETUAL']) });
  return read.ok ? klines(call, 'last', 'pair') : read;
}

/** Times are UTC; another time zone is refused rather than ignored. */
function spotKlines(call: EndpointCall): Promise<EndpointAnswer> | EndpointAnswer {
  const read = readParams(call.params, { timeZone: otherwise('0', choice(['0'])) });
  return read.ok ? klines(call, 'spot', 'symbol', SPOT_LIMIT_MAX) : read;
}

async function klines(
  call: EndpointCall,
  series: Series,
  name: 'symbol' | 'pair',
  limitMax = LIMIT_MAX,
): Promise<EndpointAnswer> {
  const named = listedSymbol(call).read(call.params.get(name), name);
  if (!named.ok) return named;
  const read = readParams(call.params, {
    interval,
    ...pastRows(LIMIT_USUAL, limitMax),
  });
  if (!read.ok) return read;
  const refusal = reversed(read.value.startTime, read.value.endTime);
  if (refusal !== null) return refusal;
  const moment = momentOf(call);
  const page = await klinesInSlices(moment, named.value, { series, ...read.value });
  return accept(page.map(presentKline(contractOf(call.simulation, named.value).instrument, series, moment.now)));
}
