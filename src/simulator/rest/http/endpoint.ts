import type { ApiKey, Simulation } from '../../simulation.ts';
import type { WireReply } from '../../wire-error.ts';
import type { RequestParams } from './params.ts';

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What a request must show: nothing, a known key (`market`, `user-stream`), or a key and a signature; `trade` also asks for
 * the key's right to trade. https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info
 */
export type Security = 'none' | 'market' | 'user-stream' | 'user-data' | 'trade';

/** Which budget of an address a request draws on. */
export type Pool = 'futures' | 'spot' | 'funding' | 'data';

/** How many orders a request counts as, in the window of ten seconds and in that of a minute. */
export interface OrderCount {
  readonly tenSeconds: number;
  readonly minute: number;
}

/** A request whose key, signature and limits are in order. */
export interface EndpointCall {
  readonly params: RequestParams;
  readonly simulation: Simulation;
  /** Whose key it came with; null without one, and never null where the endpoint's security asks for a key. */
  readonly account: ApiKey | null;
}

/** The value becomes the answer's JSON under status 200: decimals as texts, ids by `raw`. */
export type EndpointAnswer = WireReply<unknown>;

/** One call of the wire. */
export interface Endpoint {
  readonly method: EndpointMethod;
  readonly path: string;
  readonly security: Security;
  /** Weight on its pool; of the pools `funding` and `data` a request counts as one whatever it weighs. */
  readonly weight: number | ((params: RequestParams) => number);
  /** `futures` where nothing is said. */
  readonly pool?: Pool;
  /** Only of calls that place or change orders. */
  readonly orders?: OrderCount;
  handle(call: EndpointCall): Promise<EndpointAnswer> | EndpointAnswer;
}
