import {
  type AccountPicture,
  type MarginType,
  NO_TRADE,
  type TradesSince,
  type Venue,
  type VenueConditional,
  type VenueFill,
  type VenueOrder,
} from '#ports/venue.ts';
import type { InstrumentCatalog } from '../market/instrument-catalog.ts';
import { answerError, ExchangeError } from '../transport/exchange-error.ts';
import type { RouteName, RouteParams } from '../transport/routes.ts';
import type { SignedCalls } from '../transport/signed-calls.ts';
import {
  blockedBy,
  conditionalOf,
  readAlgos,
  readOrders,
  readPositions,
  readTrades,
  venueOrder,
} from '../wire/read-account.ts';
import { readCash, readRate } from '../wire/read-decimal.ts';
import { readShape } from '../wire/read-shape.ts';
import {
  accountConfig,
  balanceRows,
  commissionRate,
  symbolConfigs,
  wireAlgoOrder,
  wireOrder,
} from '../wire/wire-account.ts';
import { INCOME_PAGE, readIncome } from './read-income.ts';

const TRADES_PAGE = 1_000;
const TRADE_PAGES_MAX = 50;

/** The account to read, and how to reach the exchange. */
export interface AccountAccess {
  readonly account: string;
  readonly calls: SignedCalls;
  readonly catalog: InstrumentCatalog;
}

/** The read-only half of a venue. */
export type VenueReads = Pick<
  Venue,
  | 'instrument'
  | 'order'
  | 'conditional'
  | 'openOrders'
  | 'openConditionals'
  | 'positions'
  | 'balances'
  | 'trades'
  | 'newestTrade'
  | 'income'
  | 'settings'
  | 'brackets'
  | 'fees'
>;

/** The reads of a venue. Each asks the exchange and throws if it cannot read the answer. */
export function venueReads(access: AccountAccess): VenueReads {
  const { catalog } = access;
  const read = (name: RouteName, params: RouteParams = {}): Promise<unknown> =>
    access.calls.read({ name, params, urgency: 'account' });
  const trades = async ({ symbol, fromId }: TradesSince): Promise<readonly VenueFill[]> => {
    const from = { fromId: String(BigInt(fromId) + 1n) };
    return tradesOf(access, symbol, await read('userTrades', { symbol, limit: TRADES_PAGE, ...from }));
  };
  return {
    instrument: async (symbol) => (await catalog.listed()).get(symbol) ?? null,
    async order(symbol, clientId) {
      const value = await found(access.calls, 'order', { symbol, origClientOrderId: clientId });
      return value === null ? null : readOrder(catalog, value);
    },
    async conditional(_symbol, clientId) {
      const value = await found(access.calls, 'algo', { clientAlgoId: clientId });
      return value === null ? null : readConditional(catalog, value);
    },
    async openOrders(symbol) {
      const known = await catalog.listed();
      return readOrders(await read('openOrders', { symbol }), (name) => known.get(name));
    },
    async openConditionals(symbol) {
      const known = await catalog.listed();
      return readAlgos(await read('openAlgos', { symbol }), (name) => known.get(name));
    },
    async positions() {
      const known = await catalog.listed();
      return readPositions(await read('positionRisk'), (name) => known.get(name));
    },
    balances: async () => balancesOf(await read('balance')),
    trades,
    async newestTrade(symbol) {
      const [newest] = await tradesOf(access, symbol, await read('userTrades', { symbol, limit: 1 }));
      if (newest !== undefined) return newest.tradeId;
      // Without an id the exchange looks back only seven days.
      return (await tradesBehind(trades, { symbol, fromId: NO_TRADE })).at(-1)?.tradeId ?? NO_TRADE;
    },
    income: (from, to) =>
      readIncome((page) => read('income', { startTime: from, endTime: to, limit: INCOME_PAGE, page })),
    async settings() {
      const [config, symbols, balances] = await Promise.all([
        read('accountConfig'),
        read('symbolConfig'),
        read('balance'),
      ]);
      const { dualSidePosition, multiAssetsMargin } = readShape(accountConfig, config, 'the settings of the account');
      const marginAssets = marginAssetsOf(balances);
      return {
        isHedgeMode: dualSidePosition,
        isMultiAssets: multiAssetsMargin,
        marginAssets,
        symbols: symbolSettingsOf(symbols),
      };
    },
    async brackets() {
      return catalog.learnBrackets(await read('leverageBracket'));
    },
    async fees(symbol) {
      const rates = readShape(commissionRate, await read('commissionRate', { symbol }), 'commission rates');
      return { maker: readRate(rates.makerCommissionRate), taker: readRate(rates.takerCommissionRate) };
    },
  };
}

/** The complete state of the account. @throws ExchangeError when any part could not be read */
export async function readPicture(reads: VenueReads, takenAt: AccountPicture['takenAt']): Promise<AccountPicture> {
  const [orders, conditionals, positions, balances] = await Promise.all([
    reads.openOrders(),
    reads.openConditionals(),
    reads.positions(),
    reads.balances(),
  ]);
  const blocked = blockedBy([orders, conditionals, positions]);
  return { orders, conditionals, positions, balances, blocked, takenAt };
}

/** The answer to placing, cancelling or asking for an order. @throws ExchangeError */
export async function readOrder(catalog: InstrumentCatalog, value: unknown): Promise<VenueOrder> {
  const row = readShape(wireOrder, value, 'an order');
  return venueOrder(row, await catalog.instrument(row.symbol));
}

/** The same for a conditional order. @throws ExchangeError */
export async function readConditional(catalog: InstrumentCatalog, value: unknown): Promise<VenueConditional> {
  const row = readShape(wireAlgoOrder, value, 'a conditional order');
  return conditionalOf(row, await catalog.instrument(row.symbol));
}

/** Uses the highest urgency, because an order in an unknown state blocks everything else. */
async function found(calls: SignedCalls, name: 'order' | 'algo', params: RouteParams): Promise<unknown> {
  try {
    return await calls.read({ name, params, urgency: 'reduce' });
  } catch (error) {
    if (error instanceof ExchangeError && error.kind === 'absent') return null;
    throw error;
  }
}

function balancesOf(value: unknown) {
  return readShape(balanceRows, value, 'balances').map((row) => ({
    asset: row.asset,
    wallet: readCash(row.balance),
    available: readCash(row.availableBalance),
  }));
}

/**
 * All trades behind the given one, oldest first.
 * @throws ExchangeError `answer` for more than `TRADE_PAGES_MAX` pages: never a part of them as if it were all
 */
export async function tradesBehind(
  trades: Venue['trades'],
  { symbol, fromId }: TradesSince,
): Promise<readonly VenueFill[]> {
  const all: VenueFill[] = [];
  for (let page = 0; page < TRADE_PAGES_MAX; page += 1) {
    const found = await trades({ symbol, fromId: all.at(-1)?.tradeId ?? fromId });
    all.push(...found);
    if (found.length < TRADES_PAGE) return all;
  }
  throw answerError(`more than ${TRADE_PAGES_MAX * TRADES_PAGE} trades of ${symbol} to read at once`);
}

async function tradesOf({ catalog, account }: AccountAccess, symbol: string, value: unknown) {
  const fills = readTrades(value, await catalog.instrument(symbol), account);
  return fills.toSorted((a, b) => (BigInt(a.tradeId) < BigInt(b.tradeId) ? -1 : 1));
}

/** The exchange may leave out `marginAvailable`; such an asset counts as margin. */
function marginAssetsOf(value: unknown): readonly string[] {
  const rows = readShape(balanceRows, value, 'balances');
  return rows
    .filter(({ balance, marginAvailable }) => readCash(balance) !== 0 && marginAvailable !== false)
    .map(({ asset }) => asset);
}

function symbolSettingsOf(value: unknown) {
  const rows = readShape(symbolConfigs, value, 'settings of symbols').map((row) => {
    const marginType: MarginType = row.marginType.toUpperCase() === 'ISOLATED' ? 'isolated' : 'cross';
    return [row.symbol, { leverage: row.leverage, marginType }] as const;
  });
  return new Map(rows);
}
