import type { Bracket } from '#engine/model/instrument.ts';
import type { MarketSource } from '#ports/market-source.ts';
import { makeClients } from './clients.ts';
import type { ExchangeEnvironment } from './environments.ts';
import type { TransportLimits } from './http-transport.ts';
import { BinanceMarketSource, type SourceTimes } from './market-source.ts';

/** An exchange as the whole program shares it: one budget of requests for the one address it asks from. */
export interface OpenExchange {
  readonly market: MarketSource;
  close(): Promise<void>;
}

/**
 * Reaches an exchange that speaks Binance's USDⓈ-M wire. Opens nothing yet; the first request or stream does.
 * @throws AppError EXCHANGE_URL for an address that is missing, or that leads to real money outside mainnet
 */
export function openExchange(
  environment: ExchangeEnvironment,
  options: { readonly limits?: TransportLimits; readonly times?: SourceTimes } = {},
): OpenExchange {
  const clients = makeClients(environment, options.limits);
  const brackets = new Map<string, readonly Bracket[]>();
  const market = new BinanceMarketSource(clients, brackets, options.times);
  return {
    market,
    close: async () => {
      await market.close();
      clients.transport.close();
    },
  };
}
