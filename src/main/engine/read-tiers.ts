import type { ConnectedExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { AppError } from '#base/errors.ts';
import type { ExchangeCredentials, PermissionsOfKeys } from '#ports/key-permissions.ts';

/**
 * Maintenance tiers are told to key holders alone; until a key has read them the instruments carry cautious ones.
 * @throws AppError as the exchange does
 */
export async function readTiers(exchange: ConnectedExchange, credentials: ExchangeCredentials): Promise<void> {
  const venue = exchange.venue('tiers', credentials);
  try {
    await venue.brackets();
  } finally {
    await venue.close();
  }
}

/** Asks for the rights of a key, and lets one that may read read the tiers for everybody. */
export function permissionsReadingTiers(exchange: ConnectedExchange, tell: (line: string) => void): PermissionsOfKeys {
  return {
    async permissionsOf(credentials) {
      const found = await exchange.permissions.permissionsOf(credentials);
      if (found.kind === 'known' || found.kind === 'unknown') {
        readTiers(exchange, credentials).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          tell(`The maintenance tiers could not be read: ${error.message}`);
        });
      }
      return found;
    },
  };
}
