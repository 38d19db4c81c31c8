import { MainClient, USDMClient } from 'binance';
import type { Instant } from '#base/time.ts';
import { readServerClock } from '../wire/read-clock.ts';
import { type Clients, type RequestTerms, requestOptions, restOptions } from './clients.ts';
import { ExchangeError } from './exchange-error.ts';
import type { WireRequest } from './http-transport.ts';
import { charged, sentParams } from './rest.ts';
import { type RestRoute, ROUTES, type RouteName, type RouteParams } from './routes.ts';
import type { Signer } from './signer.ts';
import type { Urgency, WeightLimiter } from './weight-limiter.ts';

/** The library requires a secret; ours stays with the signer. */
const NO_SECRET = 'held by the signer';
/**
 * The library reads the clock itself; if the millisecond changes in between, signing is retried before anything is
 * sent.
 */
const TURNS_MAX = 20;

/** A request that carries a signature. */
export interface SignedCall {
  readonly name: RouteName;
  readonly params?: RouteParams;
  readonly urgency: Urgency;
}

/** Signed requests of one key, within the shared budget. */
export class SignedCalls {
  private readonly clients: Clients;
  private readonly signer: Signer;
  private readonly futures: USDMClient;
  private readonly spot: MainClient;
  /** The request being signed; the library signs synchronously. */
  private signing: { readonly name: RouteName; readonly timestamp: Instant } | null = null;

  constructor(clients: Clients, signer: Signer) {
    this.clients = clients;
    this.signer = signer;
    const { fapiRest, spotRest } = clients.environment.urls;
    const { futures, spot } = clients.limiters;
    const key = {
      api_key: signer.apiKey,
      api_secret: NO_SECRET,
      recvWindow: clients.sendTimes.recvWindowMs,
      customSignMessageFn: async (text: string) => this.signature(text),
    };
    const terms: RequestTerms = { totalMs: (request) => this.totalMs(request) };
    const options = (limiter: WeightLimiter) => requestOptions(clients.transport, limiter, terms);
    this.futures = new USDMClient({ ...restOptions(fapiRest), ...key }, options(futures));
    this.spot = new MainClient({ ...restOptions(spotRest), ...key }, options(spot));
  }

  /**
   * A read; if the exchange refuses its timestamp, the clock is read again and the read repeated once. @throws
   * ExchangeError of every kind
   */
  async read(call: SignedCall): Promise<unknown> {
    if (!this.clients.clock.hasReading) await readServerClock(this.clients, call.urgency);
    try {
      return await this.send(call, this.clients.clock.now());
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.kind !== 'clock') throw error;
      await readServerClock(this.clients, call.urgency);
      return await this.send(call, this.clients.clock.now());
    }
  }

  /** Sends once, signed with exactly this timestamp. @throws ExchangeError of every kind */
  send({ name, params = {}, urgency }: SignedCall, timestamp: Instant): Promise<unknown> {
    const { limiters } = this.clients;
    return charged({ limiters, name, params, urgency }, () => this.signedSend(name, params, timestamp));
  }

  private signedSend(name: RouteName, params: RouteParams, timestamp: Instant): Promise<unknown> {
    const { method, host, path }: RestRoute = ROUTES[name];
    const client = this[host];
    const sent = sentParams(params);
    for (let turn = 0; turn < TURNS_MAX; turn += 1) {
      this.signing = { name, timestamp };
      client.setTimeOffset(timestamp - Date.now());
      const reply = method === 'POST' ? client.postPrivate(path, sent) : this.other(client, method, path, sent);
      if (this.signing === null) return reply;
      reply.catch(() => {}); // Our own signer refused it, so it was never sent.
    }
    throw new Error('Internal error: expected that a millisecond lasts long enough to sign in');
  }

  private other(client: USDMClient | MainClient, method: RestRoute['method'], path: string, params: object) {
    return method === 'DELETE' ? client.deletePrivate(path, params) : client.getPrivate(path, params);
  }

  /**
   * Returns the limit of a request that changes the account: it ends half a margin before its barrier. The other half
   * covers the error of our estimate of the exchange's clock.
   */
  private totalMs({ method, url }: Pick<WireRequest, 'method' | 'url'>): number | undefined {
    if (method === 'GET') return undefined;
    const { clock, sendTimes } = this.clients;
    const sentMs = Number(url.searchParams.get('timestamp'));
    return sentMs + sendTimes.recvWindowMs + sendTimes.barrierMarginMs / 2 - clock.now();
  }

  /** Called by the library while it signs; the text must match the request. */
  private signature(text: string): string {
    const wanted = this.signing;
    if (wanted === null || !text.split('&').includes(`timestamp=${wanted.timestamp}`)) {
      throw new Error('another timestamp than the one to be signed');
    }
    this.signing = null;
    return this.signer.sign(wanted.name, text);
  }
}
