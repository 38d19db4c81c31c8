import { type Foreign, hasRows, sinceAnHour } from '../check.ts';
import type { PythonRow } from './python-client.ts';

/** Ids of its orders are below 2^53, as the wire of the test needs. */
const symbol = 'BTCUSDT';
const recent = () => ({ symbol, startTime: sinceAnHour() });
const market = () => ({ symbol, side: 'BUY', type: 'MARKET', quantity: 0.01 });

/** Orders from the first to the last, and what they leave behind. */
export function pythonOrders(): readonly PythonRow[] {
  let resting: Foreign = null;
  let price = 0;
  const limit = () => ({ symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01, price });
  const order = () => ({ symbol, orderId: resting.orderId });
  const isResting = (answer: Foreign): boolean => answer.orderId === resting.orderId && answer.status === 'NEW';
  return [
    {
      methods: ['futures_symbol_ticker', 'ticker_price'],
      params: () => ({ symbol }),
      isRight(answer) {
        price = Math.floor(Number(answer.price) * 0.95);
        return price > 0;
      },
    },
    { methods: ['futures_create_test_order', 'new_order_test'], params: limit, isRight: (answer) => answer !== null },
    {
      methods: ['futures_create_order', 'new_order'],
      params: limit,
      isRight(answer) {
        resting = answer;
        return answer.status === 'NEW' && Number(answer.price) === price;
      },
    },
    { methods: ['futures_get_order', 'query_order'], params: order, isRight: isResting },
    { methods: ['futures_v1_get_open_order', 'get_open_orders'], params: order, isRight: isResting },
    {
      methods: ['futures_get_open_orders', 'get_orders'],
      params: () => ({ symbol }),
      isRight: ([row]) => isResting(row),
    },
    {
      methods: ['futures_modify_order', 'modify_order'],
      params: () => ({ ...order(), side: 'BUY', quantity: 0.02, price: price - 1 }),
      isRight: ({ origQty }) => Number(origQty) === 0.02,
    },
    { methods: ['futures_v1_get_order_amendment', null], params: order, isRight: hasRows },
    {
      methods: ['futures_cancel_order', 'cancel_order'],
      params: order,
      isRight: ({ status }) => status === 'CANCELED',
    },
    {
      methods: ['futures_countdown_cancel_all', 'countdown_cancel_order'],
      params: () => ({ symbol, countdownTime: 60_000 }),
      isRight: ({ countdownTime }) => Number(countdownTime) === 60_000,
    },
    { methods: ['futures_create_order', 'new_order'], params: limit, isRight: ({ status }) => status === 'NEW' },
    {
      methods: ['futures_cancel_all_open_orders', 'cancel_open_orders'],
      params: () => ({ symbol }),
      isRight: ({ code }) => code === 200,
    },
    { methods: ['futures_create_order', 'new_order'], params: market, isRight: ({ orderId }) => orderId > 0 },
    {
      methods: ['futures_change_position_margin', 'modify_isolated_position_margin'],
      params: () => ({ symbol, amount: 5, type: 1 }),
      isRight: ({ amount }) => Number(amount) === 5,
    },
    {
      methods: ['futures_position_margin_history', 'get_position_margin_history'],
      params: () => ({ symbol }),
      isRight: hasRows,
    },
    {
      methods: ['futures_position_information', 'get_position_risk'],
      params: () => ({ symbol }),
      isRight: ([row]) => Number(row.positionAmt) === 0.01,
    },
    {
      methods: ['futures_account_trades', 'get_account_trades'],
      params: recent,
      isRight: ([row]) => Number(row.qty) > 0 && row.maker === false,
    },
    { methods: ['futures_get_all_orders', 'get_all_orders'], params: recent, isRight: (rows) => rows.length >= 2 },
    {
      methods: ['futures_income_history', 'get_income_history'],
      params: () => ({ startTime: sinceAnHour() }),
      isRight: hasRows,
    },
  ];
}
