import { accept, refuse } from '../../wire-error.ts';
import { listedSymbol } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { optional, readParams } from '../http/read-params.ts';
import { open, weightByName } from './market-call.ts';

/**
 * What indices are made of. The index of a symbol here is generated, not made of the prices of exchanges; no contract on a
 * composite index is listed, and no asset but USDT is margin.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api
 */
export const indexEndpoints: readonly Endpoint[] = [
  open('/fapi/v1/constituents', 2, constituents),
  open('/fapi/v1/indexInfo', 1, compositeIndices),
  open('/fapi/v1/assetIndex', weightByName(1, 10), assetIndices),
];

function constituents(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: listedSymbol(call) });
  return read.ok ? accept({ symbol: read.value.symbol, time: call.simulation.now(), constituents: [] }) : read;
}

function compositeIndices(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  return read.ok ? accept([]) : read;
}

/** Symbols of these are pairs of assets, such as BTCUSD; there are none. */
function assetIndices({ params }: EndpointCall): EndpointAnswer {
  return params.has('symbol') ? refuse('symbol') : accept([]);
}
