import type { Foreign } from '../check.ts';
import type { PythonRow } from './python-client.ts';

/** Ids of its orders are below 2^53, as the wire of the test needs. */
const symbol = 'BTCUSDT';
const one = () => ({ symbol });

/** What the first client asks over the WebSocket API, of an account that has a position. */
export function pythonSockets(): readonly PythonRow[] {
  let resting: Foreign = null;
  let waiting: Foreign = null;
  let price = 0;
  const order = () => ({ symbol, orderId: resting.orderId });
  const row = (method: string, params: PythonRow['params'], isRight: PythonRow['isRight']): PythonRow => ({
    methods: [`ws_futures_${method}`, null],
    ...(params === undefined ? {} : { params }),
    ...(isRight === undefined ? {} : { isRight }),
  });
  const hasPosition = (rows: Foreign): boolean => Number(rows[0].positionAmt) !== 0;
  const hasBalance = (rows: Foreign): boolean => Number(rows[0].balance) > 0;
  const hasWallet = ({ totalWalletBalance }: Foreign): boolean => Number(totalWalletBalance) > 0;
  return [
    row(
      'get_order_book',
      () => ({ symbol, limit: 10 }),
      ({ bids }) => bids.length === 10,
    ),
    row('get_all_tickers', one, (answer) => {
      price = Math.floor(Number(answer.price) * 0.95);
      return price > 0;
    }),
    row('get_order_book_ticker', one, ({ bidPrice, askPrice }) => Number(bidPrice) < Number(askPrice)),
    row(
      'create_order',
      () => ({ symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01, price }),
      (answer) => {
        resting = answer;
        return answer.status === 'NEW';
      },
    ),
    row('get_order', order, ({ status }) => status === 'NEW'),
    row(
      'edit_order',
      () => ({ ...order(), side: 'BUY', quantity: 0.02, price: price - 1 }),
      ({ origQty }) => Number(origQty) === 0.02,
    ),
    row('cancel_order', order, ({ status }) => status === 'CANCELED'),
    row(
      'create_algo_order',
      () => ({
        algoType: 'CONDITIONAL',
        symbol,
        side: 'SELL',
        type: 'STOP_MARKET',
        quantity: 0.01,
        triggerPrice: price,
      }),
      (answer) => {
        waiting = answer;
        return answer.algoId > 0;
      },
    ),
    row(
      'cancel_algo_order',
      () => ({ algoId: waiting.algoId }),
      ({ algoId }) => algoId === waiting.algoId,
    ),
    ...['account_position', 'v2_account_position'].map((method) => row(method, one, hasPosition)),
    ...['account_balance', 'v2_account_balance'].map((method) => row(method, undefined, hasBalance)),
    ...['account_status', 'v2_account_status'].map((method) => row(method, undefined, hasWallet)),
  ];
}
