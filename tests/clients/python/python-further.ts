import { type Foreign, hasRows, sinceAnHour } from '../check.ts';
import type { PythonRow } from './python-client.ts';

/** Ids of its orders are below 2^53, as the wire of the test needs. */
const symbol = 'BTCUSDT';
const isDone = ({ code }: Foreign): boolean => code === 200;

/** Settings there and back, before there is a position, and the life of a listen key. */
export function pythonSettings(): readonly PythonRow[] {
  let listenKey = '';
  let downloadId = '';
  return [
    ...['true', 'false'].map(
      (dualSidePosition): PythonRow => ({
        methods: ['futures_change_position_mode', 'change_position_mode'],
        params: () => ({ dualSidePosition }),
        isRight: isDone,
      }),
    ),
    {
      // It is off, and to say so again is refused.
      methods: ['futures_change_multi_assets_mode', null],
      params: () => ({ multiAssetsMargin: false }),
      refusal: '-4171',
    },
    {
      methods: [null, 'change_multi_asset_mode'],
      params: () => ({ multiAssetsMargin: 'false' }),
      refusal: '-4171',
    },
    {
      methods: ['futures_stream_get_listen_key', 'new_listen_key'],
      isRight(answer) {
        listenKey = answer.listenKey ?? answer;
        return listenKey.length === 64;
      },
    },
    {
      methods: ['futures_stream_keepalive', 'renew_listen_key'],
      params: () => ({ listenKey }),
      isRight: (answer) => typeof answer === 'object',
    },
    {
      methods: ['futures_stream_close', 'close_listen_key'],
      params: () => ({ listenKey }),
      isRight: (answer) => typeof answer === 'object',
    },
    {
      methods: ['futures_v1_get_income_asyn', 'download_transactions_asyn'],
      params: () => ({ startTime: sinceAnHour(), endTime: Date.now() }),
      isRight(answer) {
        downloadId = answer.downloadId;
        return downloadId !== undefined;
      },
    },
    {
      methods: ['futures_v1_get_income_asyn_id', 'aysnc_download_info'],
      params: () => ({ downloadId }),
      isRight: ({ status }) => status === 'completed',
    },
  ];
}

/** Orders in lists and by their shorter names, and orders that wait for a price. */
export function pythonFurtherOrders(): readonly PythonRow[] {
  let price = 0;
  let placed: Foreign = [];
  const limit = (side: string, factor: number) => ({
    ...{ symbol, side, type: 'LIMIT', timeInForce: 'GTC' },
    ...{ quantity: '0.01', price: String(Math.floor(price * factor)) },
  });
  const ids = (): readonly number[] => placed.map(({ orderId }: Foreign) => orderId);
  const keep = (answer: Foreign): boolean => {
    placed = Array.isArray(answer) ? answer : [...placed, answer];
    return placed.every(({ status }: Foreign) => status === 'NEW');
  };
  const areGone = (rows: Foreign): boolean => rows.every(({ status }: Foreign) => status === 'CANCELED');
  return [
    {
      methods: ['futures_symbol_ticker', 'ticker_price'],
      params: () => ({ symbol }),
      isRight(answer) {
        price = Number(answer.price);
        return price > 0;
      },
    },
    {
      methods: ['futures_place_batch_order', 'new_batch_order'],
      params: () => ({ batchOrders: [limit('BUY', 0.95), limit('BUY', 0.94)] }),
      isRight: keep,
    },
    { methods: ['futures_cancel_orders', null], params: () => ({ symbol, orderidlist: ids() }), isRight: areGone },
    {
      methods: [null, 'cancel_batch_order'],
      params: () => ({ symbol, orderIdList: ids(), origClientOrderIdList: [] }),
      isRight: areGone,
    },
    ...(
      [
        ['futures_limit_order', () => limit('BUY', 0.95)],
        ['futures_limit_buy_order', () => limit('BUY', 0.95)],
        ['futures_limit_sell_order', () => limit('SELL', 1.05)],
      ] as const
    ).map(
      ([method, params]): PythonRow => ({
        methods: [method, null],
        params,
        isRight(answer) {
          placed = [];
          return keep(answer);
        },
      }),
    ),
    { methods: ['futures_cancel_all_open_orders', null], params: () => ({ symbol }), isRight: isDone },
    ...(['futures_market_order', 'futures_market_buy_order', 'futures_market_sell_order'] as const).map(
      (method): PythonRow => ({
        methods: [method, null],
        params: () => ({ symbol, side: 'BUY', quantity: '0.01', newOrderRespType: 'RESULT' }),
        isRight: ({ status }) => status === 'FILLED',
      }),
    ),
    ...conditional(() => String(Math.floor(price * 0.9))),
  ];
}

function conditional(triggerPrice: () => string): readonly PythonRow[] {
  let waiting: Foreign = null;
  const place: PythonRow = {
    methods: ['futures_create_algo_order', null],
    params: () => ({ symbol, side: 'SELL', type: 'STOP_MARKET', quantity: '0.01', triggerPrice: triggerPrice() }),
    isRight(answer) {
      waiting = answer;
      return answer.algoStatus === 'NEW';
    },
  };
  const one = () => ({ algoId: waiting.algoId });
  return [
    place,
    { methods: ['futures_get_algo_order', null], params: one, isRight: ({ algoId }) => algoId === waiting.algoId },
    {
      methods: ['futures_get_open_algo_orders', null],
      params: () => ({ symbol }),
      isRight: (rows) => rows.length === 1,
    },
    { methods: ['futures_cancel_algo_order', null], params: one, isRight: ({ algoId }) => algoId === waiting.algoId },
    place,
    { methods: ['futures_cancel_all_algo_open_orders', null], params: () => ({ symbol }), isRight: isDone },
    {
      methods: ['futures_get_all_algo_orders', null],
      params: () => ({ symbol }),
      isRight: (rows) => rows.length === 2,
    },
  ];
}

/** What the first client pages by itself. */
export const pythonHistory: readonly PythonRow[] = [
  ...(
    [
      'futures_historical_klines',
      'futures_historical_klines_generator',
      'futures_historical_mark_price_klines',
    ] as const
  ).map(
    (method): PythonRow => ({
      methods: [method, null],
      params: () => ({ symbol, interval: '1m', start_str: sinceAnHour() }),
      isRight: (rows) => rows.length >= 60,
    }),
  ),
  {
    methods: ['futures_insurance_fund_balance_snapshot', null],
    params: () => ({ symbol }),
    isRight: ({ assets }) => hasRows(assets),
  },
];
