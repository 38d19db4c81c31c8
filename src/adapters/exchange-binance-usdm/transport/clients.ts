import { MainClient, USDMClient, WebsocketClient } from 'binance';
import { parseLossless } from '../wire/lossless-json.ts';
import { checkEnvironment, type ExchangeEnvironment } from './environments.ts';
import { answerError } from './exchange-error.ts';
import { HttpTransport, type TransportLimits, type WireRequest } from './http-transport.ts';
import { ServerClock } from './server-clock.ts';
import { type Urgency, WeightLimiter } from './weight-limiter.ts';

/** The exchange's separate request budgets of one IP address. One set serves the whole program. */
export interface Limiters {
  readonly futures: WeightLimiter;
  readonly spot: WeightLimiter;
  /** Requests for settled funding, of which 500 are allowed in five minutes. */
  readonly funding: WeightLimiter;
}

/** Weight a minute, until the exchange reports its own limit. */
const WEIGHTS = { futures: 2_400, spot: 6_000, funding: 100 } as const;

/** How long a request that changes an account may be accepted, in milliseconds. */
export interface SendTimes {
  /** The exchange accepts it only for this long after its timestamp. */
  readonly recvWindowMs: number;
  /** After the window and this margin no copy of it can still be accepted; it has ended before, answered or not. */
  readonly barrierMarginMs: number;
}

const SEND_TIMES: SendTimes = { recvWindowMs: 3_000, barrierMarginMs: 2_000 };

/** Options for tests. */
export interface ClientOptions {
  readonly limits?: TransportLimits | undefined;
  readonly sendTimes?: SendTimes | undefined;
}

/** Clients of the library for requests without a key. */
export interface Clients {
  readonly environment: ExchangeEnvironment;
  readonly sendTimes: SendTimes;
  readonly clock: ServerClock;
  readonly limiters: Limiters;
  readonly futures: USDMClient;
  readonly spot: MainClient;
  readonly transport: HttpTransport;
}

type RestOptions = NonNullable<ConstructorParameters<typeof USDMClient>[0]>;
export type RequestOptions = NonNullable<ConstructorParameters<typeof USDMClient>[1]>;
type StreamOptions = NonNullable<ConstructorParameters<typeof WebsocketClient>[0]>;
type Adapter = Extract<RequestOptions['adapter'], (config: never) => unknown>;

/**
 * The library's clients for an environment, with every address explicit, because a missing one would default to
 * mainnet.
 * @throws AppError EXCHANGE_URL, see `checkEnvironment`
 */
export function makeClients(environment: ExchangeEnvironment, options: ClientOptions = {}): Clients {
  const { limits, sendTimes = SEND_TIMES } = options;
  checkEnvironment(environment);
  const transport = new HttpTransport(limits);
  const clock = new ServerClock();
  const limiters = {
    futures: new WeightLimiter(WEIGHTS.futures, () => clock.now()),
    spot: new WeightLimiter(WEIGHTS.spot, () => clock.now()),
    funding: new WeightLimiter(WEIGHTS.funding, () => clock.now()),
  };
  const { fapiRest, spotRest } = environment.urls;
  return {
    environment,
    sendTimes,
    transport,
    clock,
    limiters,
    futures: new USDMClient(restOptions(fapiRest), requestOptions(transport, limiters.futures)),
    spot: new MainClient(restOptions(spotRest), requestOptions(transport, limiters.spot)),
  };
}

/** The library's errors lose the HTTP status, so that 429 and 418 look alike; therefore we handle raw answers. */
export function restOptions(baseUrl: string): RestOptions {
  return { baseUrl, parseExceptions: false, disableTimeSync: true, beautifyResponses: false };
}

/** The charge for requests that the library sends on its own. */
export interface OwnCharge {
  readonly weight: number;
  readonly urgency: Urgency;
  /** Once true, requests never get an answer, because the library retries after any answer. */
  isOver(): boolean;
}

/** Terms of some of the library's requests. */
export interface RequestTerms {
  readonly charge?: OwnCharge;
  /** Limit of the whole round trip in milliseconds; undefined: none but the transport's. */
  readonly totalMs?: (request: Pick<WireRequest, 'method' | 'url'>) => number | undefined;
}

/** Sends the library's requests through our transport and parses the answers ourselves. */
export function requestOptions(
  transport: HttpTransport,
  limiter: WeightLimiter,
  terms: RequestTerms = {},
): RequestOptions {
  return { adapter: adapterOf(transport, limiter, terms), transformResponse: [readBody] };
}

/** A stream client without logging that keeps long ids exact. */
export function streamClient(wsUrl: string, options: StreamOptions = {}): WebsocketClient {
  return new WebsocketClient({ ...options, wsUrl, beautify: false, customParseJSONFn: readMessage }, SILENT);
}

/** The library would log requests and listen keys. */
const SILENT = { trace: () => {}, info: () => {}, error: () => {} };

function adapterOf(transport: HttpTransport, limiter: WeightLimiter, { charge, totalMs }: RequestTerms): Adapter {
  return async (config) => {
    if (charge !== undefined && !charge.isOver()) limiter.take(charge.weight, charge.urgency);
    const url = new URL(config.url ?? '');
    for (const [name, value] of Object.entries(config.params ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const [method, headers] = [(config.method ?? 'get').toUpperCase(), plainHeaders(config.headers.toJSON(true))];
    const body = typeof config.data === 'string' ? config.data : '';
    const limit = totalMs?.({ method, url });
    const request = { method, url, headers, body, ...(limit === undefined ? {} : { totalMs: limit }) };
    const answer = await unlessOver(charge, () => transport.send(request));
    limiter.heard(answer.headers);
    return { data: answer.text, status: answer.status, statusText: '', headers: answer.headers, config };
  };
}

async function unlessOver<T>(charge: OwnCharge | undefined, send: () => Promise<T>): Promise<T> {
  const never = new Promise<T>(() => {});
  if (charge?.isOver()) return never;
  try {
    const answer = await send();
    return charge?.isOver() ? never : answer;
  } catch (error) {
    if (charge?.isOver()) return never;
    throw error;
  }
}

function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const plain = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(plain);
}

/** A refusal that is not JSON stays text; a success that is not JSON is an error, never an empty answer. */
function readBody(text: unknown, _headers: unknown, status?: number): unknown {
  try {
    return parseLossless(String(text));
  } catch (error) {
    // The parser's own message would quote the answer.
    if (status === 200 && error instanceof SyntaxError) throw answerError('an answer that is no JSON');
    return text;
  }
}

function readMessage(text: string): object {
  const message = parseLossless(text);
  if (typeof message !== 'object' || message === null) throw answerError('a message that is no JSON object');
  return message;
}
