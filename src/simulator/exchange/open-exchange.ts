import { assert, unreachable } from '#base/assert.ts';
import type { Instant } from '#base/time.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { SimulatedMarket } from '../market/market.ts';
import { accept, refuse, type WireReply } from '../wire-error.ts';
import { advance } from './advance.ts';
import { shownBook } from './book/shown-book.ts';
import type { ExchangeCommand } from './commands.ts';
import { newCounters } from './counters.ts';
import type { AccountEvent } from './events.ts';
import type { CommandValue, Exchange, ExchangeSnapshot } from './exchange.ts';
import {
  type AccountState,
  type ExchangeState,
  keyOf,
  newAccount,
  settingsOf,
  symbolStateOf,
} from './exchange-state.ts';
import { accountView, positionView } from './funds/account-view.ts';
import { chargeFunding } from './funds/charge-funding.ts';
import { fundsOf } from './funds/funds.ts';
import { transfer, WALLET_MAX } from './funds/transfer.ts';
import { maxNotional } from './positions/leverage-cap.ts';
import { prepareCommand } from './prepare-command.ts';
import {
  algoNamed,
  algosOf,
  amendmentsOf,
  incomeOf,
  marginChangesOf,
  openRows,
  orderNamed,
  ordersOf,
  tradesOf,
} from './queries.ts';
import type { PositionView } from './rows.ts';
import { restoreAccounts, storedCounters, storedInsurance, takeSnapshot } from './stored-exchange.ts';

/** How an exchange starts: empty at an instant, or from a snapshot. */
export type ExchangeOrigin = ({ readonly startAt: Instant } | { readonly snapshot: ExchangeSnapshot }) & {
  readonly market: SimulatedMarket;
};

type Listener = (accountId: string, event: AccountEvent) => void;

/** Opens the simulated exchange on a simulated market. */
export function openExchange({ market, ...origin }: ExchangeOrigin): Exchange {
  const listeners: Listener[] = [];
  const snapshot = 'snapshot' in origin ? origin.snapshot : undefined;
  const state: ExchangeState = {
    market,
    at: 'snapshot' in origin ? origin.snapshot.at : origin.startAt,
    accounts: new Map(),
    symbolStates: new Map(),
    counters: snapshot === undefined ? newCounters() : storedCounters(snapshot),
    insurance: 'snapshot' in origin ? storedInsurance(origin.snapshot) : { balance: 0n, updatedAt: origin.startAt },
    marks: new Map(),
    parting: new Set(),
    dated: new Set(),
    tell: ({ id }, event) => {
      for (const listener of listeners) listener(id, event);
    },
  };
  if (snapshot !== undefined) restoreAccounts(state, snapshot);
  return exchangeOf(state, listeners);
}

function exchangeOf(state: ExchangeState, listeners: Listener[]): Exchange {
  /** Every call drops the cached marks, because a disturbance may have changed the market at this instant. */
  const account = (accountId: string): AccountState => {
    state.marks.clear();
    const found = state.accounts.get(accountId);
    assert(found !== undefined, `account ${accountId} is open`);
    return found;
  };
  return {
    now: () => state.at,
    advance: (to) => advance(state, to),
    execute: (command) => execute(state, account, command),
    test: (accountId, command) => {
      const prepared = prepareCommand(state, account(accountId), command);
      return prepared.ok ? accept(null) : prepared;
    },
    onEvent: (listener) => {
      listeners.push(listener);
    },
    hasAccount: (accountId) => state.accounts.has(accountId),
    account: (accountId) => accountView(state, account(accountId)),
    positions: (accountId, which, symbol) => positionsOf(state, account(accountId), { which, symbol }),
    symbolConfig: (accountId, symbol) => {
      const settings = settingsOf(account(accountId), symbol);
      return {
        ...settings,
        maxNotional: maxNotional(symbolStateOf(state, symbol).listed.instrument, settings.leverage),
      };
    },
    order: (accountId, symbol, name) => orderNamed(state, account(accountId), symbol, name),
    openOrders: (accountId, symbol) => openRows(account(accountId).orders.values(), symbol),
    orders: (accountId, query) => ordersOf(state, account(accountId), query),
    algo: (accountId, name) => algoNamed(account(accountId), name),
    openAlgos: (accountId, symbol) => openRows(account(accountId).algos.values(), symbol),
    algos: (accountId, query) => algosOf(account(accountId), query),
    trades: (accountId, query) => tradesOf(account(accountId), query),
    income: (accountId, query) => incomeOf(account(accountId), query),
    marginChanges: (accountId, query) => marginChangesOf(account(accountId), query),
    amendments: (accountId, query) => amendmentsOf(account(accountId), query),
    insuranceFund: () => state.insurance,
    book: (symbol, levels, which) => shownBook(state, { symbol, levels, which }),
    bookRevision: (symbol) => state.symbolStates.get(symbol)?.revision ?? 0,
    snapshot: () => takeSnapshot(state),
  };
}

function execute(
  state: ExchangeState,
  account: (accountId: string) => AccountState,
  command: ExchangeCommand,
): WireReply<CommandValue> {
  switch (command.type) {
    case 'open-account':
      return openAccount(state, command);
    case 'account': {
      const prepared = prepareCommand(state, account(command.accountId), command.command);
      return prepared.ok ? accept(prepared.value()) : prepared;
    }
    case 'settle-funding':
      return settleNow(state, command.symbol);
    case 'fill-in-parts':
      return setParts(state, account(command.accountId), command);
    default:
      return unreachable(command);
  }
}

type OpenAccount = Extract<ExchangeCommand, { type: 'open-account' }>;

/** Leaves an existing account unchanged; -2019 for a deposit above the maximum wallet. */
function openAccount(state: ExchangeState, { accountId, deposit, isDualSide }: OpenAccount): WireReply<CommandValue> {
  if (state.accounts.has(accountId)) return accept({});
  if (deposit < 0 || deposit > WALLET_MAX) return refuse('margin');
  const account = newAccount(accountId, state.at);
  account.isDualSide = isDualSide;
  state.accounts.set(accountId, account);
  transfer(state, account, deposit);
  return accept({});
}

function settleNow(state: ExchangeState, symbol: string): WireReply<CommandValue> {
  const premium = state.market.isListed(symbol, state.at) ? state.market.premium(symbol, state.at) : null;
  if (premium === null) return refuse('symbol');
  chargeFunding(state, symbol, { rate: premium.nextRate, mark: premium.mark });
  return accept({});
}

type FillInParts = Extract<ExchangeCommand, { type: 'fill-in-parts' }>;

/** Sets the fractions in which orders fill; an empty list restores normal fills. */
function setParts(
  state: ExchangeState,
  account: AccountState,
  { symbol, parts }: FillInParts,
): WireReply<CommandValue> {
  if (!state.market.isListed(symbol, state.at)) return refuse('symbol');
  if (parts.length === 0) account.parts.delete(symbol);
  else account.parts.set(symbol, parts);
  return accept({});
}

/** The sides that the account's position mode uses; `open` omits those with neither position nor order. */
function positionsOf(
  state: ExchangeState,
  account: AccountState,
  { which, symbol }: { readonly which: 'open' | 'all'; readonly symbol: string | null },
): readonly PositionView[] {
  const funds = fundsOf(state, account);
  const sides: readonly PositionSide[] = account.isDualSide ? ['LONG', 'SHORT'] : ['BOTH'];
  const symbols = symbol === null ? [...state.market.symbols.keys()] : [symbol];
  const listed = symbols.filter((name) => state.market.isListed(name, state.at));
  return listed.flatMap((name) =>
    sides.flatMap((side) => {
      const key = keyOf(name, side);
      const isOpen = account.holdings.has(key) || funds.exposures.has(key);
      return which === 'all' || isOpen ? [positionView(state, account, { symbol: name, side }, funds)] : [];
    }),
  );
}
