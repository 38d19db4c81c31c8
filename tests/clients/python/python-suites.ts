import type { Check, ClientSuite } from '../check.ts';
import { pythonAccount } from './python-account.ts';
import { NAMES, type PythonCall, type PythonRow, pythonClient } from './python-client.ts';
import { pythonFurtherOrders, pythonHistory, pythonSettings } from './python-further.ts';
import { pythonMarket } from './python-market.ts';
import { pythonOrders } from './python-orders.ts';
import { pythonSockets } from './python-sockets.ts';
import { pythonStreams } from './python-streams.ts';

/** https://github.com/sammchardy/python-binance (MIT), its calls of USD-M futures. */
export const pythonBinance: ClientSuite = {
  ...suiteOf('python-binance', 0),
  notApplicable: [
    ['futures_coin_*', 'contracts with coins as margin'],
    ['futures_loan_*, futures_cross_collateral_*, futures_account_transfer', 'calls of the wallet, at another address'],
    ['futures_v1_*_convert_*', 'nothing is converted where USDT is all that an account holds'],
    [
      'futures_v1_get_order_asyn*, futures_v1_get_trade_asyn*',
      'each such file costs 1,000 of the 2,400 that a minute has; the tests of the simulator ask for them',
    ],
    ['futures_v1_get_pm_account_info', 'there is no portfolio margin'],
    ['futures_v1_*_batch_order', 'addresses that the exchange does not have: its lists are at batchOrders'],
    ['futures_v1_put_batch_orders', 'it signs the list before it encodes it, which the exchange refuses (-1022)'],
    ['futures_historical_data_link', 'a call of the wallet, at another address'],
  ],
};

/** https://github.com/binance/binance-futures-connector-python (MIT), its calls of USD-M futures. */
export const futuresConnector: ClientSuite = {
  ...suiteOf('binance-futures-connector-python', 1),
  notApplicable: [
    ['list_all_convert_pairs, send_quote_request, accept_offered_quote, order_status', 'nothing is converted here'],
    [
      'download_order_asyn, download_trade_asyn, async_download_order_id, async_download_trade_id',
      'each such file costs 1,000 of the 2,400 that a minute has; the tests of the simulator ask for them',
    ],
    ['query, send_request, sign_request, limit_request, limited_encoded_sign_request', 'what the others are made of'],
    ['blvt_kline', 'the exchange has withdrawn leveraged tokens'],
  ],
};

function suiteOf(client: string, column: 0 | 1): Omit<ClientSuite, 'notApplicable'> {
  let names: readonly string[] = [];
  return {
    client,
    async checks(exchange) {
      const call = pythonClient(client, exchange);
      if (call === null) return null;
      names = await call(NAMES);
      const settings = [...pythonSettings(), ...pythonAccount];
      const rows = [
        ...pythonMarket,
        ...pythonHistory,
        ...settings,
        ...pythonOrders(),
        ...pythonFurtherOrders(),
        ...pythonSockets(),
        ...pythonStreams,
      ];
      return rows.flatMap((row) => checkOf(call, row, row.methods[column]));
    },
    calls: async () => names.filter((name) => (column === 0 ? /^(ws_)?futures_/.test(name) : !name.startsWith('_'))),
  };
}

function checkOf(call: PythonCall, { params, isRight, refusal }: PythonRow, method: string | null): Check[] {
  if (method === null) return [];
  const answer = () => call(method, params?.());
  if (refusal === undefined) return [{ name: method, run: async () => isRight?.(await answer()) }];
  const refused = async (): Promise<boolean> => {
    const cause: unknown = await answer().catch((error: unknown) => error);
    return cause instanceof Error && cause.message.includes(refusal);
  };
  return [{ name: `${method}, refused with ${refusal}`, run: refused }];
}
