import type { ExchangeCredentials, PermissionsOfKeys } from '#ports/key-permissions.ts';
import type { MarketSource } from '#ports/market-source.ts';
import type { OpenQuotes } from '#ports/quotes.ts';
import type { Venue } from '#ports/venue.ts';
import { BinancePermissions } from './account/permissions.ts';
import { readSignedPrice, type SignedPrice } from './account/signed-price.ts';
import type { UserFeedTimes } from './account/user-feed.ts';
import { openVenue } from './account/venue.ts';
import { InstrumentCatalog } from './market/instrument-catalog.ts';
import { BinanceMarketSource, type SourceTimes } from './market/market-source.ts';
import { QuoteSocket } from './market/quote-socket.ts';
import { makeClients, type SendTimes } from './transport/clients.ts';
import type { ExchangeEnvironment } from './transport/environments.ts';
import type { TransportLimits } from './transport/http-transport.ts';
import { makeSigner } from './transport/signer.ts';

/** An exchange shared by the whole program, with one request budget for its IP address. */
export interface ConnectedExchange {
  readonly market: MarketSource;
  /** Best prices between two minutes; each stream has its own socket and is closed separately. */
  readonly quotes: OpenQuotes;
  readonly permissions: PermissionsOfKeys;
  /**
   * Opens an account by its key. Sends nothing yet; must be closed separately.
   * @param account - our name for the account
   * @throws AppError EXCHANGE_SECRET
   */
  venue(account: string, credentials: ExchangeCredentials): Venue;
  /** The last price of a contract, asked with key and signature. @throws AppError like a `MarketSource` */
  signedPrice(credentials: ExchangeCredentials, symbol: string): Promise<SignedPrice>;
  close(): Promise<void>;
}

/** Time limits for tests. */
export interface ExchangeOptions {
  readonly limits?: TransportLimits;
  readonly sendTimes?: SendTimes;
  readonly sourceTimes?: SourceTimes;
  readonly feedTimes?: UserFeedTimes;
}

/**
 * Connects to an exchange with Binance's USDⓈ-M API. Nothing is opened before the first request or stream.
 * @throws AppError EXCHANGE_URL when an address is missing, or points to the real exchange outside mainnet
 */
export function connectExchange(environment: ExchangeEnvironment, options: ExchangeOptions = {}): ConnectedExchange {
  const { limits, sendTimes, sourceTimes, feedTimes } = options;
  const clients = makeClients(environment, { limits, sendTimes });
  const catalog = new InstrumentCatalog(clients);
  const market = new BinanceMarketSource(clients, catalog, sourceTimes);
  return {
    market,
    quotes: (listener) => new QuoteSocket(clients.environment.urls.fapiStreams, listener),
    permissions: new BinancePermissions(clients),
    venue: (account, credentials) =>
      openVenue({
        clients,
        catalog,
        signer: makeSigner(credentials),
        account,
        ...(feedTimes === undefined ? {} : { times: feedTimes }),
      }),
    signedPrice: (credentials, symbol) => readSignedPrice(clients, credentials, symbol),
    close: async () => {
      await market.close();
      clients.transport.close();
    },
  };
}
