import { hasRows, sinceAnHour } from '../check.ts';
import type { PythonRow } from './python-client.ts';

const symbol = 'ETHUSDT';
const one = () => ({ symbol });
const candles = () => ({ symbol, interval: '1m', startTime: sinceAnHour() });
const pair = () => ({ pair: symbol, interval: '1m', startTime: sinceAnHour() });
const period = () => ({ symbol, period: '5m' });
const isDecimal = (text: unknown): boolean => typeof text === 'string' && Number(text) > 0;
const hasHour = (rows: readonly (readonly unknown[])[]): boolean =>
  rows.length >= 60 && rows.every((row) => row.length === 12);

/** What the market says, by method. */
export const pythonMarket: readonly PythonRow[] = [
  { methods: ['futures_ping', 'ping'], isRight: (answer) => Object.keys(answer).length === 0 },
  {
    methods: ['futures_time', 'time'],
    isRight: ({ serverTime }) => Math.abs(serverTime - Date.now()) < 60_000,
  },
  {
    methods: ['futures_exchange_info', 'exchange_info'],
    isRight: ({ symbols }) => symbols.some((row: { symbol: string }) => row.symbol === symbol),
  },
  {
    methods: ['futures_order_book', 'depth'],
    params: () => ({ symbol, limit: 10 }),
    isRight: ({ bids, asks }) => bids.length === 10 && Number(bids[0][0]) < Number(asks[0][0]),
  },
  { methods: ['futures_rpi_depth', null], params: one, isRight: ({ bids }) => hasRows(bids) },
  { methods: ['futures_recent_trades', 'trades'], params: one, isRight: (rows) => isDecimal(rows[0].price) },
  {
    methods: ['futures_historical_trades', 'historical_trades'],
    params: one,
    isRight: (rows) => isDecimal(rows[0].qty),
  },
  {
    methods: ['futures_aggregate_trades', 'agg_trades'],
    params: () => ({ symbol, startTime: sinceAnHour() }),
    isRight: (rows) => rows.length === 500 && rows[499].a - rows[0].a === 499,
  },
  { methods: ['futures_klines', 'klines'], params: candles, isRight: hasHour },
  {
    methods: ['futures_continuous_klines', 'continuous_klines'],
    params: () => ({ ...pair(), contractType: 'PERPETUAL' }),
    isRight: hasHour,
  },
  { methods: ['futures_index_price_klines', 'index_price_klines'], params: pair, isRight: hasHour },
  { methods: ['futures_mark_price_klines', 'mark_price_klines'], params: candles, isRight: hasHour },
  { methods: ['futures_premium_index_klines', null], params: candles, isRight: hasHour },
  { methods: ['futures_mark_price', 'mark_price'], params: one, isRight: ({ markPrice }) => isDecimal(markPrice) },
  {
    methods: ['futures_funding_rate', 'funding_rate'],
    params: one,
    isRight: (rows) => hasRows(rows) && rows[0].fundingTime < rows[1].fundingTime,
  },
  { methods: ['futures_v1_get_funding_info', 'funding_info'], isRight: Array.isArray },
  {
    methods: ['futures_ticker', 'ticker_24hr_price_change'],
    params: one,
    isRight: ({ lastId, firstId, count }) => lastId - firstId + 1 === count,
  },
  { methods: ['futures_symbol_ticker', 'ticker_price'], params: one, isRight: ({ price }) => isDecimal(price) },
  {
    methods: ['futures_orderbook_ticker', 'book_ticker'],
    params: one,
    isRight: ({ bidPrice, askPrice }) => Number(bidPrice) < Number(askPrice),
  },
  {
    methods: ['futures_delivery_price', 'quarterly_contract_settlement_price'],
    params: () => ({ pair: symbol }),
    isRight: Array.isArray,
  },
  {
    methods: ['futures_open_interest', 'open_interest'],
    params: one,
    isRight: ({ openInterest }) => isDecimal(openInterest),
  },
  { methods: ['futures_open_interest_hist', 'open_interest_hist'], params: period, isRight: hasRows },
  {
    methods: ['futures_top_longshort_position_ratio', 'top_long_short_position_ratio'],
    params: period,
    isRight: (rows) => isDecimal(rows[0].longShortRatio),
  },
  {
    methods: ['futures_top_longshort_account_ratio', 'top_long_short_account_ratio'],
    params: period,
    isRight: (rows) => isDecimal(rows[0].longShortRatio),
  },
  {
    methods: ['futures_global_longshort_ratio', 'long_short_account_ratio'],
    params: period,
    isRight: (rows) => isDecimal(rows[0].longShortRatio),
  },
  {
    methods: ['futures_taker_longshort_ratio', 'taker_long_short_ratio'],
    params: period,
    isRight: (rows) => isDecimal(rows[0].buySellRatio),
  },
  {
    methods: ['futures_basis', null],
    params: () => ({ pair: symbol, contractType: 'PERPETUAL', period: '5m', limit: 30 }),
    isRight: hasRows,
  },
  { methods: ['futures_index_info', 'index_info'], isRight: Array.isArray },
  { methods: ['futures_v1_get_asset_index', 'asset_Index'], isRight: Array.isArray },
  {
    methods: ['futures_index_price_constituents', 'index_price_constituents'],
    params: one,
    isRight: (answer) => answer.symbol === symbol,
  },
  { methods: ['futures_symbol_adl_risk', null], params: one, isRight: ({ adlRisk }) => adlRisk === 'low' },
];
