import { instantOf } from '#base/time.ts';
import type { AccountPicture, MarginType, TradesSince, Venue, VenueConditional, VenueOrder } from '#ports/venue.ts';
import type { InstrumentCatalog } from '../market/instrument-catalog.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
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
  balanceRows,
  commissionRate,
  incomeRows,
  positionMode,
  symbolConfigs,
  wireAlgoOrder,
  wireOrder,
} from '../wire/wire-account.ts';

const PAGE_MAX = 1_000;

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
    async trades({ symbol, fromId }: TradesSince) {
      const instrument = await catalog.instrument(symbol);
      const from = fromId === null ? {} : { fromId: String(BigInt(fromId) + 1n) };
      const value = await read('userTrades', { symbol, limit: PAGE_MAX, ...from });
      const fills = readTrades(value, instrument, access.account);
      return fills.toSorted((a, b) => (BigInt(a.tradeId) < BigInt(b.tradeId) ? -1 : 1));
    },
    income: async (from, to) => incomeOf(await read('income', { startTime: from, endTime: to, limit: PAGE_MAX })),
    async settings() {
      const [mode, symbols] = await Promise.all([read('positionMode'), read('symbolConfig')]);
      const { dualSidePosition } = readShape(positionMode, mode, 'the position mode');
      return { isHedgeMode: dualSidePosition, symbols: symbolSettingsOf(symbols) };
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

function incomeOf(value: unknown) {
  const rows = readShape(incomeRows, value, 'income').map((row) => ({
    symbol: row.symbol,
    type: row.incomeType,
    amount: readCash(row.income),
    asset: row.asset,
    transactionId: row.tranId,
    tradeId: row.tradeId || null, // Empty when the row belongs to no trade.
    at: instantOf(row.time),
  }));
  return rows.toSorted((a, b) => a.at - b.at);
}

function symbolSettingsOf(value: unknown) {
  const rows = readShape(symbolConfigs, value, 'settings of symbols').map((row) => {
    const marginType: MarginType = row.marginType.toUpperCase() === 'ISOLATED' ? 'isolated' : 'cross';
    return [row.symbol, { leverage: row.leverage, marginType }] as const;
  });
  return new Map(rows);
}
