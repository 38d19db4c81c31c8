import type { Environment } from '#base/environment.ts';
import { ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, type Instant, later } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { Venue } from '#ports/venue.ts';
import type { Database } from '#storage/database/database.ts';
import { bookedTrades } from '#storage/live/booked-trades.ts';
import { clientIdOf } from '#storage/live/client-id.ts';
import { claimExchangeAccount } from '#storage/live/exchange-accounts.ts';
import { loadExchangeAccount } from '#storage/live/load-exchange-account.ts';
import type { LiveState } from './account-state.ts';
import { ExchangeAccount } from './exchange-account.ts';
import { emptyJournal, type JournalDraft } from './journal/journal-draft.ts';
import { storeDraft } from './journal/store-draft.ts';
import type { LivePortfolio } from './live-portfolio.ts';
import { restoreOrders } from './orders/restore-orders.ts';

export interface OpenExchangeAccountOptions {
  /** A connection of this account alone. */
  readonly engine: Database;
  readonly ownerId: string;
  readonly environment: Environment;
  readonly installation: string;
  readonly venue: Venue;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly portfolios: Map<string, LivePortfolio>;
  readonly now: Instant;
  readonly signal: AbortSignal;
  stored(draft: JournalDraft): void;
  fenced(): void;
  log(line: string): void;
  failed(error: unknown): void;
}

/**
 * Takes an exchange account over from whoever had it before, with its orders as they were stored, and follows it from there.
 * Nothing is sent before its first picture has been compared.
 */
export async function openExchangeAccount(options: OpenExchangeAccountOptions): Promise<ExchangeAccount> {
  const { engine, ownerId, environment, installation, venue, instruments, portfolios, now } = options;
  const { accountId, fence } = await claimExchangeAccount(engine, { ownerId, environment });
  const stored = await loadExchangeAccount(engine, accountId);
  const { trades, bookedOf, incomeKeys } = await bookedTrades(engine, accountId);
  const state: LiveState = {
    ...{ accountId, ownerId, fence, venue, instruments, portfolios, now },
    orders: restoreOrders(stored, { instruments, bookedOf }),
    nameOrder: ({ botId, number, leg }) => clientIdOf({ environment, installation, botId, number, leg, generation: 1 }),
    nextIntent: stored.nextIntent,
    caps: stored.caps,
    halts: stored.halts,
    isSynced: false,
    blocked: { kind: 'account' },
    booked: new Set(trades),
    notBefore: new Map(),
    absences: new Map(),
    tradeIds: new Map(
      stored.symbols.flatMap(({ symbol, lastTradeId }) => (lastTradeId === null ? [] : [[symbol, lastTradeId]])),
    ),
    doubts: new Map(),
    positions: new Map(),
    wallet: null,
    resultToday: ZERO_CASH,
    incomeKeys: new Set(incomeKeys),
    incomeFrom: later(stored.lastSyncAt ?? now, -DAY_MS),
    wantsIncome: false,
    sentAt: [],
    lastSyncAt: stored.lastSyncAt,
    draft: emptyJournal(),
  };
  const account = new ExchangeAccount({
    state,
    store: (draft) => storeDraft(options, state, draft),
    stored: options.stored,
    fenced: options.fenced,
    log: options.log,
    failed: options.failed,
  });
  for (const { symbol, lastTradeId } of stored.symbols) {
    // Trades of our orders while the program was down are read with those orders.
    venue.track({ symbol, fromId: lastTradeId ?? (await venue.newestTrade(symbol)) });
  }
  venue.follow((event) => account.heard(event));
  return account;
}
