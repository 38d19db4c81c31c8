import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import {
  DerivativesTradingUsdsFutures as OfficialClient,
  DerivativesTradingUsdsFuturesRestAPI as Words,
} from '@binance/derivatives-trading-usds-futures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedDifferences } from '../../../tests/support/documented-keys.ts';
import { openWireWorld, type Trader, type WireWorld } from '../../../tests/support/wire-world.ts';
import { privateEndpoints } from './account/private-endpoints.ts';
import { openRateLimits } from './http/rate-limits.ts';
import { openCountdowns } from './orders/countdowns.ts';

/** Fields that the exchange still sends although its documentation dropped them in July 2026. */
const DROPPED = ['avgPrice', 'cumQuote'];
/** Of answers that are documented without the fields of trailing stops, while others of the same order have them. */
const TRAILING = ['activatePrice', 'priceRate'];
const ALGO = ['activatePrice', 'callbackRate', 'actualType', 'actualQty'];
/** The documentation's own example has null where its client's type says text. */
const NULL_IN_EXAMPLE = 'icebergQuantity is a null, documented is string';

/** This client does not have the call, which belongs to the wallet API. */
const OTHER_CLIENTS = ['GET /sapi/v1/account/apiRestrictions'];
/** Called in account-files.test.ts, because a minute has no more weight for them here. */
const HEAVY = /^GET \/fapi\/v1\/(?:order|trade)\/asyn/;

let world: WireWorld;
let client: OfficialClient['restAPI'];
let accountId = '';
const called = new Set<string>();

function note(message: unknown): void {
  const { request } = message as { request: IncomingMessage }; // What Node publishes on this channel.
  called.add(`${request.method} ${request.url?.split('?')[0]}`);
}

beforeAll(async () => {
  world = await openWireWorld();
  const trader = await world.trader();
  client = clientOf(trader);
  accountId = trader.key.accountId;
  diagnostics.subscribe('http.server.request.start', note);
});

afterAll(async () => {
  diagnostics.unsubscribe('http.server.request.start', note);
  await world.close();
});

function clientOf({ key }: Trader): OfficialClient['restAPI'] {
  const { apiKey, secret: apiSecret } = key;
  const basePath = `http://127.0.0.1:${world.port}`;
  return new OfficialClient({ configurationRestAPI: { apiKey, apiSecret, basePath, timeout: 10_000 } }).restAPI;
}

const TESTED = {
  symbol: 'ETHUSDT',
  side: Words.TestOrderSideEnum.BUY,
  type: Words.TestOrderTypeEnum.LIMIT,
  timeInForce: Words.TestOrderTimeInForceEnum.GTC,
  quantity: 0.1,
};

/** The answer of a call, which must match its documentation. */
async function documented<T>(
  call: Promise<{ data(): Promise<T> }>,
  type: string,
  extras: readonly string[] = [],
): Promise<T> {
  const answer = await (await call).data();
  const differences = documentedDifferences(answer, 'rest', type, extras);
  expect(
    differences.filter((found) => !found.endsWith(NULL_IN_EXAMPLE)),
    type,
  ).toEqual([]);
  return answer;
}

function rows(keys: readonly string[]): readonly string[] {
  return keys.map((key) => `[].${key}`);
}

const ETH = 'ETHUSDT';
const { BUY, SELL } = Words.NewOrderSideEnum;
const { LIMIT, MARKET } = Words.NewOrderTypeEnum;
const RESTING = { symbol: ETH, side: BUY, type: LIMIT, timeInForce: Words.NewOrderTimeInForceEnum.GTC, quantity: 0.1 };

function price(factor: number): number {
  return Number(world.near(ETH, factor));
}

describe('the official client receives every answer as documented:', () => {
  test('settings', async () => {
    const own = clientOf(await world.trader());
    await documented(own.getCurrentPositionMode(), 'GetCurrentPositionModeResponse');
    await documented(own.changePositionMode({ dualSidePosition: 'true' }), 'ChangePositionModeResponse');
    expect(await (await own.getCurrentPositionMode()).data()).toEqual({ dualSidePosition: true });
    await documented(own.getCurrentMultiAssetsMode(), 'GetCurrentMultiAssetsModeResponse');
    await documented(own.changeMultiAssetsMode({ multiAssetsMargin: 'true' }), 'ChangeMultiAssetsModeResponse');
    await documented(own.changeMultiAssetsMode({ multiAssetsMargin: 'false' }), 'ChangeMultiAssetsModeResponse');
    await documented(own.toggleBnbBurnOnFuturesTrade({ feeBurn: 'true' }), 'ToggleBnbBurnOnFuturesTradeResponse');
    expect(await documented(own.getBnbBurnStatus(), 'GetBnbBurnStatusResponse')).toEqual({ feeBurn: true });
    const leverage = await documented(
      own.changeInitialLeverage({ symbol: ETH, leverage: 50 }),
      'ChangeInitialLeverageResponse',
    );
    expect(leverage).toEqual({ symbol: ETH, leverage: 50, maxNotionalValue: '12000000' });
    await documented(
      own.changeMarginType({ symbol: ETH, marginType: Words.ChangeMarginTypeMarginTypeEnum.ISOLATED }),
      'ChangeMarginTypeResponse',
    );
    const config = await documented(own.symbolConfiguration({ symbol: ETH }), 'SymbolConfigurationResponse');
    expect(config).toMatchObject([{ leverage: 50, marginType: 'ISOLATED' }]);
    const account = await documented(own.futuresAccountConfiguration(), 'FuturesAccountConfigurationResponse');
    expect(account).toMatchObject({ dualSidePosition: true, multiAssetsMargin: false, canTrade: true });
  });

  test('tables of brackets and commissions', async () => {
    const brackets = await documented(
      client.notionalAndLeverageBrackets({ symbol: ETH }),
      'NotionalAndLeverageBracketsResponse',
    );
    const all = (Array.isArray(brackets) ? brackets[0]?.brackets : brackets.brackets) ?? [];
    expect(all[0]).toMatchObject({ initialLeverage: 125, notionalCap: 50_000, maintMarginRatio: 0.004, cum: 0 });
    expect(all[11]).toMatchObject({ initialLeverage: 1, notionalCap: 1_200_000_000, cum: 280_506_450 });
    const rates = await documented(client.userCommissionRate({ symbol: ETH }), 'UserCommissionRateResponse');
    expect(rates).toMatchObject({ makerCommissionRate: '0.0002', takerCommissionRate: '0.0005' });
    const limits = await documented(client.queryUserRateLimit(), 'QueryUserRateLimitResponse');
    expect(limits).toMatchObject([{ limit: 300 }, { limit: 1200 }]);
  });

  test('an order with an id above 2^53, from placement to cancellation', async () => {
    const name = 'x-15PC4ZJy:a/b.c_1';
    const placed = await documented(
      client.newOrder({ ...RESTING, price: price(0.97), newClientOrderId: name }),
      'NewOrderResponse',
      [...DROPPED, ...TRAILING],
    );
    const orderId = BigInt(placed.orderId ?? 0);
    expect(orderId > 2n ** 53n && orderId % 100n !== 0n).toBe(true);
    const [order] = world.simulation.read((exchange) => [...exchange.openOrders(accountId, ETH)]);
    expect(String(orderId)).toBe(order?.orderId);
    const found = await documented(client.queryOrder({ symbol: ETH, orderId }), 'QueryOrderResponse');
    expect(found).toMatchObject({ orderId, clientOrderId: name, status: 'NEW', price: world.near(ETH, 0.97) });
    const byName = { symbol: ETH, origClientOrderId: name };
    await documented(client.queryCurrentOpenOrder(byName), 'QueryCurrentOpenOrderResponse');
    await documented(client.currentAllOpenOrders({ symbol: ETH }), 'CurrentAllOpenOrdersResponse');
    await documented(client.currentAllOpenOrders(), 'CurrentAllOpenOrdersResponse');
    const amended = await documented(
      client.modifyOrder({
        symbol: ETH,
        side: Words.ModifyOrderSideEnum.BUY,
        orderId,
        quantity: 0.2,
        price: price(0.96),
      }),
      'ModifyOrderResponse',
      DROPPED,
    );
    expect(amended).toMatchObject({ origQty: '0.200', price: world.near(ETH, 0.96) });
    const changes = await documented(
      client.getOrderModifyHistory({ symbol: ETH, orderId }),
      'GetOrderModifyHistoryResponse',
    );
    expect(changes).toMatchObject([{ orderId, amendment: { origQty: { before: '0.100', after: '0.200' } } }]);
    const canceled = await documented(client.cancelOrder({ symbol: ETH, orderId }), 'CancelOrderResponse', DROPPED);
    expect(canceled).toMatchObject({ orderId, status: 'CANCELED' });
    await documented(client.allOrders({ symbol: ETH }), 'AllOrdersResponse');
  });

  test('several orders in one call', async () => {
    const one = { symbol: ETH, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.1 } as const;
    const batchOrders = [
      { ...one, price: price(0.97), newClientOrderId: 'first' },
      { ...one, price: price(0.96), newClientOrderId: 'second' },
      { ...one, quantity: 0, price: price(0.96) },
    ];
    const placed = await documented(
      client.placeMultipleOrders({ batchOrders }),
      'PlaceMultipleOrdersResponse',
      rows([...DROPPED, ...TRAILING]),
    );
    expect(placed).toMatchObject([{ clientOrderId: 'first' }, { clientOrderId: 'second' }, { code: -4003 }]);
    const change = { symbol: ETH, side: 'BUY', quantity: 0.2, price: price(0.95) } as const;
    const amended = await documented(
      client.modifyMultipleOrders({
        batchOrders: [
          { ...change, origClientOrderId: 'first' }, // The client cannot write large ids into a batch.
          { ...change, origClientOrderId: 'nobody' },
        ],
      }),
      'ModifyMultipleOrdersResponse',
      rows(DROPPED),
    );
    expect(amended).toMatchObject([{ orderId: placed[0]?.orderId, origQty: '0.200' }, { code: -2013 }]);
    const canceled = await documented(
      client.cancelMultipleOrders({ symbol: ETH, origClientOrderIdList: ['first', 'nobody'] }),
      'CancelMultipleOrdersResponse',
      rows(DROPPED),
    );
    expect(canceled).toMatchObject([{ clientOrderId: 'first', status: 'CANCELED' }, { code: -2011 }]);
    await documented(client.cancelAllOpenOrders({ symbol: ETH }), 'CancelAllOpenOrdersResponse');
    expect(await (await client.currentAllOpenOrders({ symbol: ETH })).data()).toEqual([]);
  });

  test('a position with its trades and income', async () => {
    const bought = await documented(
      client.newOrder({
        symbol: ETH,
        side: BUY,
        type: MARKET,
        quantity: 0.5,
        newOrderRespType: Words.NewOrderNewOrderRespTypeEnum.RESULT,
      }),
      'NewOrderResponse',
      [...DROPPED, ...TRAILING],
    );
    expect(bought).toMatchObject({ status: 'FILLED', executedQty: '0.500' });
    await client.newOrder({ ...RESTING, price: price(0.97) });
    const risks = await documented(client.positionInformationV3(), 'PositionInformationV3Response');
    expect(risks).toMatchObject([{ symbol: ETH, positionSide: 'BOTH', positionAmt: '0.500' }]);
    const all = await documented(client.positionInformationV2(), 'PositionInformationV2Response');
    expect(all.length).toBe(world.simulation.market.symbols.size);
    await documented(client.positionInformationV2({ symbol: ETH }), 'PositionInformationV2Response');
    const account = await documented(client.accountInformationV3(), 'AccountInformationV3Response');
    expect(account.positions).toHaveLength(1);
    const second = await documented(client.accountInformationV2(), 'AccountInformationV2Response');
    expect(second).toMatchObject({ totalWalletBalance: account.totalWalletBalance, canTrade: true });
    await documented(client.futuresAccountBalanceV3(), 'FuturesAccountBalanceV3Response');
    const balance = await documented(client.futuresAccountBalanceV2(), 'FuturesAccountBalanceV2Response');
    expect(balance).toMatchObject([{ asset: 'USDT', balance: account.totalWalletBalance }]);
    const trades = await documented(client.accountTradeList({ symbol: ETH }), 'AccountTradeListResponse');
    expect(trades[0]).toMatchObject({ orderId: bought.orderId, buyer: true, maker: false });
    const income = await documented(client.getIncomeHistory({}), 'GetIncomeHistoryResponse');
    expect(income.map(({ incomeType }) => incomeType)).toEqual(expect.arrayContaining(['TRANSFER', 'COMMISSION']));
    await client.cancelAllOpenOrders({ symbol: ETH });
    await client.newOrder({ symbol: ETH, side: SELL, type: MARKET, quantity: 0.5 });
  });

  test('income as a file, which only its account is told of and whoever has the link can fetch', async () => {
    const trader = await world.trader();
    const own = clientOf(trader);
    await own.newOrder({ symbol: ETH, side: BUY, type: MARKET, quantity: 0.5 });
    const now = world.simulation.now();
    const period = { startTime: now - 60_000, endTime: now };
    const asked = await documented(
      own.getDownloadIdForFuturesTransactionHistory(period),
      'GetDownloadIdForFuturesTransactionHistoryResponse',
    );
    const downloadId = asked.downloadId ?? '';
    const told = await (await own.getFuturesTransactionHistoryDownloadLinkById({ downloadId })).data();
    expect(told).toMatchObject({ downloadId, status: 'completed', isExpired: null });
    const file = await fetch(told.url ?? '');
    expect(file.headers.get('content-type')).toBe('text/csv');
    const lines = (await file.text()).trimEnd().split('\n');
    const rows = await (await own.getIncomeHistory(period)).data();
    expect(lines).toEqual([
      'time,incomeType,symbol,income,asset,info,tranId,tradeId',
      ...rows.map(
        ({ time, incomeType, symbol, income, asset, info, tranId, tradeId }) =>
          `${new Date(Number(time)).toISOString()},${incomeType},${symbol},${income},${asset},${info},${tranId},${tradeId}`,
      ),
    ]);
    await expect(client.getFuturesTransactionHistoryDownloadLinkById({ downloadId })).rejects.toMatchObject({
      code: -1130,
    });
  });

  test('changes of isolated margin', async () => {
    const own = clientOf(await world.trader());
    await own.changeMarginType({ symbol: ETH, marginType: Words.ChangeMarginTypeMarginTypeEnum.ISOLATED });
    await own.newOrder({ symbol: ETH, side: SELL, type: MARKET, quantity: 0.5 });
    const changed = await documented(
      own.modifyIsolatedPositionMargin({ symbol: ETH, amount: 12.5, type: 1 }),
      'ModifyIsolatedPositionMarginResponse',
    );
    expect(changed).toMatchObject({ amount: 12.5, code: 200, type: 1 });
    const history = await documented(
      own.getPositionMarginChangeHistory({ symbol: ETH }),
      'GetPositionMarginChangeHistoryResponse',
    );
    expect(history).toMatchObject([{ type: 1, amount: '12.50000000' }]);
  });

  test('liquidations, and what limits an account', async () => {
    const owner = await world.trader();
    const own = clientOf(owner);
    await own.newOrder({ symbol: ETH, side: BUY, type: MARKET, quantity: 0.5 });
    const [quantile] = await (await own.positionAdlQuantileEstimation()).data();
    expect(quantile).toEqual({ symbol: ETH, adlQuantile: { LONG: 0, SHORT: 0, BOTH: 0 } });
    await world.admin('faults/liquidate', { accountId: owner.key.accountId, symbol: ETH, positionSide: 'BOTH' });
    const forced = await documented(own.usersForceOrders(), 'UsersForceOrdersResponse');
    expect(forced).toMatchObject([{ symbol: ETH, side: 'SELL', executedQty: '0.500' }]);
    const status = await (await own.futuresTradingQuantitativeRulesIndicators()).data();
    expect(status).toMatchObject({ indicators: {}, updateTime: world.simulation.now() });
  });

  test('conditional orders', async () => {
    const stop = {
      algoType: Words.NewAlgoOrderAlgoTypeEnum.CONDITIONAL,
      symbol: ETH,
      side: Words.NewAlgoOrderSideEnum.SELL,
      type: Words.NewAlgoOrderTypeEnum.STOP_MARKET,
      quantity: 0.1,
    };
    const placed = await documented(
      client.newAlgoOrder({ ...stop, triggerPrice: price(0.9), clientAlgoId: 'stop' }),
      'NewAlgoOrderResponse',
    );
    expect(placed).toMatchObject({ algoStatus: 'NEW', orderType: 'STOP_MARKET', clientAlgoId: 'stop' });
    const algoId = placed.algoId ?? 0;
    await documented(client.queryAlgoOrder({ algoId }), 'QueryAlgoOrderResponse', ALGO);
    await documented(client.currentAllAlgoOpenOrders({ symbol: ETH }), 'CurrentAllAlgoOpenOrdersResponse', rows(ALGO));
    await documented(client.cancelAlgoOrder({ clientAlgoId: 'stop' }), 'CancelAlgoOrderResponse');
    const all = await documented(client.queryAllAlgoOrders({ symbol: ETH }), 'QueryAllAlgoOrdersResponse', rows(ALGO));
    expect(all).toMatchObject([{ algoId, algoStatus: 'CANCELED' }]);
    await client.newAlgoOrder({ ...stop, triggerPrice: price(0.9) });
    await documented(client.cancelAllAlgoOpenOrders({ symbol: ETH }), 'CancelAllAlgoOpenOrdersResponse');
    expect(await (await client.currentAllAlgoOpenOrders({ symbol: ETH })).data()).toEqual([]);
  });

  test('a test order and a countdown', async () => {
    const tested = await documented(client.testOrder({ ...TESTED, price: price(0.97) }), 'TestOrderResponse');
    expect(tested).toMatchObject({ status: 'NEW', origQty: '0.100', orderId: 0 });
    expect(await (await client.currentAllOpenOrders({ symbol: ETH })).data()).toEqual([]);
    const countdown = { symbol: ETH, countdownTime: 0 };
    expect(await documented(client.autoCancelAllOpenOrders(countdown), 'AutoCancelAllOpenOrdersResponse')).toEqual({
      symbol: ETH,
      countdownTime: '0',
    });
  });

  test('a refusal with the exchange’s code', async () => {
    await expect(client.newOrder({ ...RESTING, price: price(0.5), quantity: 0.0001 })).rejects.toMatchObject({
      code: -1111,
    });
  });
});

test('all signed calls without exception', () => {
  const countdowns = openCountdowns(world.simulation, () => {});
  const ours = privateEndpoints(openRateLimits(), countdowns).map(({ method, path }) => `${method} ${path}`);
  expect(ours.filter((call) => !called.has(call) && !OTHER_CLIENTS.includes(call) && !HEAVY.test(call))).toEqual([]);
  expect(world.failures).toEqual([]);
  console.log(`signed calls through the official client: ${ours.length - OTHER_CLIENTS.length} / ${ours.length}`);
});
