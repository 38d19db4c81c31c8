import { MainClient, USDMClient } from 'binance';
import type { Instant } from '#base/time.ts';
import { readServerClock } from '../wire/read-clock.ts';
import { type Clients, requestOptions, restOptions } from './clients.ts';
import { ExchangeError } from './exchange-error.ts';
import { charged, sentParams } from './rest.ts';
import { type RestRoute, ROUTES, type RouteName, type RouteParams } from './routes.ts';
import type { Signer } from './signer.ts';
import type { Urgency } from './weight-limiter.ts';

/** How long the exchange takes a request after its timestamp. */
export const RECV_WINDOW_MS = 3_000;
/** The library wants a secret to sign with; ours stays with the signer. */
const NO_SECRET = 'held by the signer';
/** The library reads the clock itself; a millisecond that turns in between is tried again before anything is sent. */
const TURNS_MAX = 20;

/** A request that carries a signature. */
export interface SignedCall {
  readonly name: RouteName;
  readonly params?: RouteParams;
  readonly urgency: Urgency;
}

/** Signed requests of one key, within the budget that everybody shares. */
export class SignedCalls {
  private readonly clients: Clients;
  private readonly signer: Signer;
  private readonly futures: USDMClient;
  private readonly spot: MainClient;
  /** What is being signed: the library signs before it gives control back. */
  private signing: { readonly name: RouteName; readonly timestamp: Instant } | null = null;

  constructor(clients: Clients, signer: Signer) {
    this.clients = clients;
    this.signer = signer;
    const { fapiRest, spotRest } = clients.environment.urls;
    const { futures, spot } = clients.limiters;
    const key = {
      api_key: signer.apiKey,
      api_secret: NO_SECRET,
      recvWindow: RECV_WINDOW_MS,
      customSignMessageFn: async (text: string) => this.signature(text),
    };
    this.futures = new USDMClient({ ...restOptions(fapiRest), ...key }, requestOptions(clients.transport, futures));
    this.spot = new MainClient({ ...restOptions(spotRest), ...key }, requestOptions(clients.transport, spot));
  }

  /** A read: the clock is set anew once where the exchange refuses its time. @throws ExchangeError of every kind */
  async read(call: SignedCall): Promise<unknown> {
    if (!this.clients.clock.hasReading) await readServerClock(this.clients);
    try {
      return await this.send(call, this.clients.clock.now());
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.kind !== 'clock') throw error;
      await readServerClock(this.clients);
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
      reply.catch(() => {}); // Refused by our own signature: it never left.
    }
    throw new Error('Broken belief: a millisecond lasts long enough to sign in');
  }

  private other(client: USDMClient | MainClient, method: RestRoute['method'], path: string, params: object) {
    return method === 'DELETE' ? client.deletePrivate(path, params) : client.getPrivate(path, params);
  }

  /** Called by the library while `signedSend` waits for it: the text must say what was asked for. */
  private signature(text: string): string {
    const wanted = this.signing;
    if (wanted === null || !text.split('&').includes(`timestamp=${wanted.timestamp}`)) {
      throw new Error('another timestamp than the one to be signed');
    }
    this.signing = null;
    return this.signer.sign(wanted.name, text);
  }
}
