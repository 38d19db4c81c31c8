import type { ApiKey, Simulation } from '../../simulation.ts';
import type { WireReply } from '../../wire-error.ts';
import type { RequestParams } from './params.ts';

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What a request must carry: nothing, a known key (`market`, `user-stream`), or a key and a signature; `trade` also
 * requires the key's permission to trade.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info
 */
export type Security = 'none' | 'market' | 'user-stream' | 'user-data' | 'trade';

/** The rate limit budget that a request is charged to. */
export type Pool = 'futures' | 'spot' | 'funding' | 'data';

/** How many orders a request counts as, in the window of ten seconds and in that of a minute. */
export interface OrderCount {
  readonly tenSeconds: number;
  readonly minute: number;
}

/** A request that has passed the checks of key, signature and limits. */
export interface EndpointCall {
  readonly params: RequestParams;
  readonly simulation: Simulation;
  /** Under which the caller reached the exchange: `http://127.0.0.1:9090`. */
  readonly origin: string;
  /** The caller's key; never null when the endpoint's security requires one. */
  readonly account: ApiKey | null;
}

/** The value is sent as JSON with status 200: decimals as strings, ids by `raw`. */
export type EndpointAnswer = WireReply<unknown>;

/** One call of the exchange's API. */
export interface Endpoint {
  readonly method: EndpointMethod;
  readonly path: string;
  readonly security: Security;
  /** Weight charged to its pool; the pools `funding` and `data` count requests instead of weight. */
  readonly weight: number | ((params: RequestParams) => number);
  /** `futures` by default. */
  readonly pool?: Pool;
  /** Of a call that answers with a file: its value is a text. */
  readonly contentType?: 'text/csv';
  /** Only of calls that place or change orders. */
  readonly orders?: OrderCount;
  handle(call: EndpointCall): Promise<EndpointAnswer> | EndpointAnswer;
}
