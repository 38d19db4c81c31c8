import { DerivativesTradingUsdsFutures as OfficialClient } from '@binance/derivatives-trading-usds-futures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentedDifferences } from '../../../tests/support/documented-keys.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';

const symbol = 'ETHUSDT';
let world: WireWorld;

beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());

test('the official client gets orders and trades as files, with what the lists of them say', async () => {
  const trader = await world.trader();
  const { apiKey, secret: apiSecret } = trader.key;
  const basePath = `http://127.0.0.1:${world.port}`;
  const { restAPI: client } = new OfficialClient({
    configurationRestAPI: { apiKey, apiSecret, basePath, timeout: 10_000 },
  });
  await trader.post('/fapi/v1/order', { symbol, side: 'BUY', type: 'MARKET', quantity: '0.5' });
  const now = world.simulation.now();
  const period = { startTime: now - 60_000, endTime: now };
  const [order] = await (await client.allOrders({ symbol })).data();
  const [fill] = await (await client.accountTradeList({ symbol })).data();

  const orders = await (await client.getDownloadIdForFuturesOrderHistory(period)).data();
  expect(documentedDifferences(orders, 'rest', 'GetDownloadIdForFuturesOrderHistoryResponse')).toEqual([]);
  const ofOrders = await client.getFuturesOrderHistoryDownloadLinkById({ downloadId: orders.downloadId ?? '' });
  const [orderHead, orderLine, ...more] = await linesOf((await ofOrders.data()).url);
  expect(orderHead).toContain('time,symbol,orderId,clientOrderId,side');
  expect(orderLine?.split(',').slice(1)).toEqual([
    ...[symbol, String(order?.orderId), order?.clientOrderId, 'BUY', 'BOTH', 'MARKET', 'GTC', order?.price],
    ...[
      '0.500',
      '0.500',
      order?.avgPrice,
      order?.cumQuote,
      'FILLED',
      new Date(Number(order?.updateTime)).toISOString(),
    ],
  ]);
  expect(more).toEqual([]);

  const trades = await (await client.getDownloadIdForFuturesTradeHistory(period)).data();
  expect(documentedDifferences(trades, 'rest', 'GetDownloadIdForFuturesTradeHistoryResponse')).toEqual([]);
  const ofTrades = await client.getFuturesTradeDownloadLinkById({ downloadId: trades.downloadId ?? '' });
  const [tradeHead, tradeLine] = await linesOf((await ofTrades.data()).url);
  expect(tradeHead).toContain('time,symbol,id,orderId,side');
  expect(tradeLine?.split(',').slice(1)).toEqual([
    ...[symbol, String(fill?.id), String(fill?.orderId), 'BUY', 'BOTH', fill?.price, fill?.qty, fill?.quoteQty],
    ...[fill?.realizedPnl, fill?.commission, 'USDT', 'false'],
  ]);
});

async function linesOf(url: string | undefined): Promise<readonly string[]> {
  return (await (await fetch(url ?? '')).text()).trimEnd().split('\n');
}
