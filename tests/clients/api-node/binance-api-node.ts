import type { ClientSuite, ExchangeAccess, Foreign } from '../check.ts';
import { foreignPackage } from '../foreign-package.ts';
import { nodeAccount, nodeMarket, nodeOrders } from './node-calls.ts';
import { nodeStreams } from './node-streams.ts';

/** https://github.com/ViewBlock/binance-api-node (MIT), its calls and streams of futures. */
export const binanceApiNode: ClientSuite = {
  client: 'binance-api-node',
  notApplicable: [
    ['futuresAllForceOrders', 'the exchange has retired its address'],
    ['futuresCompositeIndex', 'contracts on baskets are not listed'],
    ['futuresAssetIndex, futuresAllAssetIndex', 'only USDT is margin'],
    ['futuresContractInfo', 'tells only of halts, which the tests of the simulator make'],
    ['futuresCustomSubStream', 'any stream by its name; the others are made of it'],
  ],
  async calls() {
    const client = await opened({ port: 1, apiKey: '', secret: '' });
    return [...Object.keys(client), ...Object.keys(client.ws)].filter((name) => name.startsWith('futures'));
  },
  async checks(exchange) {
    const client = await opened(exchange);
    if (client === null) return null;
    const streams = nodeStreams(client, exchange.liquidate);
    return [...nodeMarket(client), ...nodeOrders(client), ...nodeAccount(client), ...streams];
  },
};

async function opened({ port, apiKey, secret: apiSecret }: Omit<ExchangeAccess, 'liquidate'>): Promise<Foreign> {
  const library = await foreignPackage('binance-api-node');
  if (library === null) return null;
  const [address, wire] = [`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}`];
  return (library.default ?? library)({
    apiKey,
    apiSecret,
    httpBase: address,
    httpFutures: address,
    wsFutures: `${wire}/market/ws`,
    wsFuturesPublic: `${wire}/public/ws`,
    wsFuturesMarket: `${wire}/market/ws`,
    wsFuturesPrivate: `${wire}/private/ws`,
  });
}
