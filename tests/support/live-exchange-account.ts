import type { Reply } from '#contract/call.ts';
import type { getSettings } from '#contract/system.ts';
import type { ShownAccount } from '#web/api/exchange/exchange-account-query.ts';

/** A connected account with caps, on which nothing is wrong. */
export const LIVE_ACCOUNT: ShownAccount = {
  environment: 'sim',
  accountId: 'account-1',
  refusals: [],
  isSynced: true,
  lastSyncAt: '2025-05-26T08:00:00.000Z',
  wallet: '9876.54321000',
  committed: '1234.50000000',
  caps: {
    botNotional: '1000',
    accountNotional: '4000',
    ordersPerMinute: 60,
    dailyLoss: '200',
    priceBandPercent: '5',
  },
  halt: null,
  haltOfAll: null,
  botHalts: [],
  unknownOrders: [],
  positions: [],
};

/** What the server says of itself in an environment. */
export function settingsIn(environment: ShownAccount['environment']): Reply<typeof getSettings> {
  const identity = { isEmbedded: true, projectId: 'p', apiKey: 'k', origin: null };
  return { title: 'Botyard', environment, identity, version: '1', wallTime: '2025-05-26T08:00:00.000Z' };
}
