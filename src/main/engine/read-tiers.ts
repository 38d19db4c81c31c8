import type { ConnectedExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { AppError } from '#base/errors.ts';
import type { ExchangeCredentials, PermissionsOfKeys } from '#ports/key-permissions.ts';

/**
 * The exchange returns maintenance tiers only to key holders; until a key has read them, instruments use conservative
 * ones.
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

/** Checks the permissions of a key; a key that may read is used to read the tiers for all users. */
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
