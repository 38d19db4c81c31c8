import { accept } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { integer, readParams } from '../http/read-params.ts';
import { algoEndpoints } from '../orders/algo-endpoints.ts';
import { batchEndpoints } from '../orders/batch-endpoints.ts';
import { COUNTDOWN_MAX_MS, type Countdowns } from '../orders/countdowns.ts';
import { orderEndpoints } from '../orders/order-endpoints.ts';
import { accountOf, listedSymbol } from './account-call.ts';
import { accountEndpoints } from './account-endpoints.ts';
import { accountFileEndpoints } from './account-files.ts';
import { changeEndpoints } from './change-endpoints.ts';
import { historyEndpoints } from './history-endpoints.ts';
import { liquidationEndpoints } from './liquidation-endpoints.ts';
import { settingEndpoints } from './setting-endpoints.ts';

/** All signed calls: accounts, settings, orders and history. */
export function privateEndpoints(limits: RateLimits, countdowns: Countdowns): readonly Endpoint[] {
  return [
    ...accountEndpoints,
    ...settingEndpoints,
    ...orderEndpoints,
    ...batchEndpoints,
    ...algoEndpoints,
    ...historyEndpoints,
    ...changeEndpoints,
    ...liquidationEndpoints,
    ...accountFileEndpoints(),
    {
      method: 'GET',
      path: '/fapi/v1/rateLimit/order',
      security: 'user-data',
      weight: 1,
      handle: () => presentLimits(limits),
    },
    {
      method: 'POST',
      path: '/fapi/v1/countdownCancelAll',
      security: 'trade',
      weight: 10,
      handle: (call) => startCountdown(call, countdowns),
    },
  ];
}

function presentLimits(limits: RateLimits): EndpointAnswer {
  const { tenSeconds, minute } = limits.orderLimits();
  return accept([
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: tenSeconds },
    { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: minute },
  ]);
}

function startCountdown(call: EndpointCall, countdowns: Countdowns): EndpointAnswer {
  const read = readParams(call.params, { symbol: listedSymbol(call), countdownTime: integer(0, COUNTDOWN_MAX_MS) });
  if (!read.ok) return read;
  const { symbol, countdownTime } = read.value;
  countdowns.start(accountOf(call).accountId, symbol, countdownTime);
  return accept({ symbol, countdownTime: String(countdownTime) });
}
