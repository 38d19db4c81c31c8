import type { Check, ClientSuite } from './check.ts';
import { pythonAccount } from './python-account.ts';
import { type PythonCall, type PythonRow, pythonClient } from './python-client.ts';
import { pythonMarket } from './python-market.ts';
import { pythonOrders } from './python-orders.ts';

/** https://github.com/sammchardy/python-binance (MIT), its calls of USD-M futures. */
export const pythonBinance: ClientSuite = {
  ...suiteOf('python-binance', 0),
  notApplicable: [
    ['futures_coin_*', 'contracts with coins as margin'],
    ['futures_loan_*, futures_cross_collateral_*, futures_account_transfer', 'calls of the wallet, at another address'],
    ['futures_v1_*_convert_*', 'nothing is converted where USDT is all that an account holds'],
    [
      'futures_v1_get_order_asyn, futures_v1_get_trade_asyn',
      'files of orders and trades are not made; of income they are',
    ],
    ['futures_v1_get_pm_account_info', 'there is no portfolio margin'],
    ['futures_historical_data_link', 'a call of the wallet, at another address'],
  ],
};

/** https://github.com/binance/binance-futures-connector-python (MIT), its calls of USD-M futures. */
export const futuresConnector: ClientSuite = {
  ...suiteOf('binance-futures-connector-python', 1),
  notApplicable: [
    ['list_all_convert_pairs, send_quote_request, accept_offered_quote, order_status', 'nothing is converted here'],
    [
      'download_order_asyn, download_trade_asyn and their links',
      'files of orders and trades are not made; of income they are',
    ],
    ['blvt_kline', 'the exchange has withdrawn leveraged tokens'],
  ],
};

function suiteOf(client: string, column: 0 | 1): Omit<ClientSuite, 'notApplicable'> {
  return {
    client,
    async checks(exchange) {
      const call = pythonClient(client, exchange);
      if (call === null) return null;
      const rows = [...pythonMarket, ...pythonAccount, ...pythonOrders()];
      return rows.flatMap((row) => checkOf(call, row, row.methods[column]));
    },
  };
}

function checkOf(call: PythonCall, { params, isRight }: PythonRow, method: string | null): Check[] {
  if (method === null) return [];
  return [{ name: method, run: async () => isRight(await call(method, params?.())) }];
}
