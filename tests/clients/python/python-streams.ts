import type { Foreign } from '../check.ts';
import type { PythonRow } from './python-client.ts';

const symbol = 'BTCUSDT';
const of = () => ({ symbol });
const order = { symbol, side: 'BUY', type: 'MARKET', quantity: 0.01 };

/** The streams of the first client by the type of the event that each must bring. */
const STREAMS: readonly (readonly [name: string, event: string, params?: PythonRow['params']])[] = [
  ['kline_futures_socket', 'continuous_kline', of],
  ['aggtrade_futures_socket', 'aggTrade', of],
  ['futures_ticker_socket', '24hrTicker'],
  ['symbol_mark_price_socket', 'markPriceUpdate', of],
  ['all_mark_price_socket', 'markPriceUpdate'],
  ['symbol_ticker_futures_socket', 'bookTicker', of],
  ['individual_symbol_ticker_futures_socket', '24hrTicker', of],
  ['all_ticker_futures_socket', 'bookTicker'],
  ['futures_multiplex_socket', 'aggTrade', () => ({ streams: ['btcusdt@aggTrade'] })],
  ['futures_depth_socket', 'depthUpdate', of],
  ['futures_rpi_depth_socket', 'depthUpdate', of],
  ['futures_user_socket', 'ORDER_TRADE_UPDATE', () => ({ order })],
  ['futures_socket', 'ORDER_TRADE_UPDATE', () => ({ order })],
];

export const pythonStreams: readonly PythonRow[] = STREAMS.map(([name, event, params]) => ({
  methods: [name, null],
  ...(params === undefined ? {} : { params }),
  isRight: (message) => eventOf(message.data ?? message) === event,
}));

function eventOf(message: Foreign): string {
  return Array.isArray(message) ? message[0]?.e : message.e;
}
