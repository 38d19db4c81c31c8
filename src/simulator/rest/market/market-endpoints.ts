import { accept } from '../../wire-error.ts';
import type { Endpoint, EndpointCall } from '../http/endpoint.ts';
import { dataEndpoints } from './data-endpoints.ts';
import { exchangeInfo } from './exchange-info.ts';
import { fundingEndpoints } from './funding-endpoints.ts';
import { indexEndpoints } from './index-endpoints.ts';
import { insuranceEndpoints } from './insurance-endpoints.ts';
import { klineEndpoints } from './kline-endpoints.ts';
import { open } from './market-call.ts';
import { spotEndpoints } from './spot-endpoints.ts';
import { tickerEndpoints } from './ticker-endpoints.ts';
import { historicalTrades } from './trades/historical-trades.ts';
import { tapeEndpoints } from './trades/tape-endpoints.ts';

/** Signatures use the wall clock, so this is what the call returns; market rows carry market time. */
const serverTime = ({ simulation }: EndpointCall) => accept({ serverTime: simulation.wallMs() });

/**
 * Public calls about the market.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api
 */
export const marketEndpoints: readonly Endpoint[] = [
  open('/fapi/v1/ping', 1, () => accept({})),
  open('/fapi/v1/time', 1, serverTime),
  open('/api/v3/ping', 1, () => accept({}), 'spot'),
  open('/api/v3/time', 1, serverTime, 'spot'),
  open('/fapi/v1/exchangeInfo', 1, exchangeInfo),
  ...klineEndpoints,
  ...tapeEndpoints,
  historicalTrades,
  ...tickerEndpoints,
  ...fundingEndpoints,
  ...dataEndpoints,
  ...indexEndpoints,
  ...insuranceEndpoints,
  ...spotEndpoints,
];
