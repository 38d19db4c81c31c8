import { USDMClient, WebsocketAPIClient, WebsocketClient } from 'binance';
import type { ClientSuite, ExchangeAccess } from '../check.ts';
import { sieblyAccount, sieblySettings } from './siebly-account.ts';
import { sieblyMarket } from './siebly-market.ts';
import { sieblyConditional, sieblyOrders } from './siebly-orders.ts';
import { sieblySockets } from './siebly-sockets.ts';
import { sieblyStreams } from './siebly-streams.ts';

const SILENT = { trace: () => {}, info: () => {}, error: () => {} };

/** https://github.com/sieblyio/binance (MIT), which the connector is built on, with its own order calls. */
export const siebly: ClientSuite = {
  client: 'binance',
  notApplicable: [
    ['getHistoricalBlvtNavKlines', 'the exchange has withdrawn leveraged tokens'],
    [
      'getFuturesOrderHistoryDownload*, getFuturesTrade*Download*',
      'each such file costs 1,000 of the 2,400 that a minute has; the tests of the simulator ask for them',
    ],
    ['getTradingSchedule, signTradFiPerpsAgreement', 'contracts on shares and metals are not listed'],
    [
      'getAllConvertPairs, submitConvertQuoteRequest, acceptConvertQuote, getConvertOrderStatus',
      'nothing is converted',
    ],
    ['getPortfolioMarginProAccountInfo, subscribePortfolioMargin*', 'there is no portfolio margin'],
    ['getBroker*, setBroker*', 'there are no brokers'],
    [
      'subscribeSpot*, subscribeCrossMargin*, subscribeIsolatedMargin*, subscribeMarginRisk*',
      'spot and margin accounts',
    ],
    ['subscribeCoin*, subscribeIndexKlines, subscribeMarkPriceKlines', 'contracts with coins as margin'],
    ['subscribeAlpha*, subscribeBlockTrades, subscribeAllRollingWindowTickers', 'streams of other markets'],
    ['subscribeEndpoint, subscribe', 'what the others are made of'],
    ['subscribeContractInfoStream', 'tells only of halts, which the tests of the simulator make'],
    ['validateOrderId', 'no call'],
  ],
  async calls() {
    const own = (one: { readonly prototype: object }): readonly string[] => Object.getOwnPropertyNames(one.prototype);
    const streams = own(WebsocketClient).filter((name) => name.startsWith('subscribe'));
    const sockets = own(WebsocketAPIClient).filter((name) => name.includes('Futures'));
    return [...own(USDMClient).filter((name) => name !== 'constructor'), ...streams, ...sockets];
  },
  async checks({ port, apiKey, secret, liquidate }: ExchangeAccess) {
    const [address, wire] = [`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}`];
    const keys = { api_key: apiKey, api_secret: secret };
    const client = new USDMClient({ ...keys, baseUrl: address });
    const socketOptions = { ...keys, wsUrl: wire, beautify: false, restOptions: { baseUrl: address } };
    return [
      ...sieblyMarket(client),
      ...sieblySettings(client),
      ...sieblyOrders(client),
      ...sieblyConditional(client),
      ...sieblyAccount(client),
      ...sieblySockets(new WebsocketAPIClient(socketOptions, SILENT)),
      ...sieblyStreams(new WebsocketClient(socketOptions, SILENT), { client, liquidate }),
    ];
  },
};
