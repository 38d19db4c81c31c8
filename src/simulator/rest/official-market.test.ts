import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import {
  DerivativesTradingUsdsFutures as OfficialClient,
  DerivativesTradingUsdsFuturesRestAPI as Rest,
} from '@binance/derivatives-trading-usds-futures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#base/time.ts';
import { documentedDifferences } from '../../../tests/support/documented-keys.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import { marketEndpoints } from './market/market-endpoints.ts';

/** Keys that the exchange sends although they are not documented. */
const UNDOCUMENTED = ['lastUpdateId', '[].lastUpdateId', 'futuresType', 'symbols[].filters[].positionControlSide'];
/** The client has no calls for the spot market. */
const isSpot = (path: string) => path.startsWith('/api/v3/');

const BTC = 'BTCUSDT';

let world: WireWorld;
let basePath = '';
let client: OfficialClient['restAPI'];
const called = new Set<string>();

function note(message: unknown): void {
  const { request } = message as { request: IncomingMessage }; // What Node publishes on this channel.
  called.add(request.url?.split('?')[0] ?? '');
}

beforeAll(async () => {
  world = await openWireWorld();
  await world.pass(3 * HOUR_MS + 12_345);
  basePath = `http://127.0.0.1:${world.port}`;
  client = new OfficialClient({ configurationRestAPI: { apiKey: 'none', basePath, timeout: 10_000 } }).restAPI;
  diagnostics.subscribe('http.server.request.start', note);
});

afterAll(async () => {
  diagnostics.unsubscribe('http.server.request.start', note);
  await world.close();
});

/** The answer of a call, which must match its documentation. */
async function documented<T>(call: Promise<{ data(): Promise<T> }>, type: string): Promise<T> {
  const answer = await (await call).data();
  expect(documentedDifferences(answer, 'rest', type, UNDOCUMENTED), type).toEqual([]);
  return answer;
}

describe('the official client receives every market answer as documented:', () => {
  test('exchange information and server time', async () => {
    await client.testConnectivity();
    const time = await documented(client.checkServerTime(), 'CheckServerTimeResponse');
    expect(Math.abs(Number(time.serverTime) - Date.now())).toBeLessThan(10_000);
    const info = await documented(client.exchangeInformation(), 'ExchangeInformationResponse');
    expect(info.symbols?.map(({ symbol, status }) => [symbol, status])).toContainEqual(['WAVESUSDT', 'SETTLING']);
    const ether = info.symbols?.find(({ symbol }) => symbol === 'ETHUSDT');
    expect(ether?.filters?.map(({ filterType }) => filterType)).toEqual([
      'PRICE_FILTER',
      'LOT_SIZE',
      'MARKET_LOT_SIZE',
      'MAX_NUM_ORDERS',
      'MIN_NOTIONAL',
      'PERCENT_PRICE',
      'POSITION_RISK_CONTROL',
    ]);
    expect(ether).toMatchObject({ liquidationFee: '0.012500', triggerProtect: '0.15', pricePrecision: 2 });
  });

  test('candles of all series', async () => {
    const pages = [
      await documented(
        client.klineCandlestickData({
          symbol: BTC,
          interval: Rest.KlineCandlestickDataIntervalEnum.INTERVAL_5m,
          limit: 7,
        }),
        'KlineCandlestickDataResponse',
      ),
      await documented(
        client.continuousContractKlineCandlestickData({
          pair: BTC,
          contractType: Rest.ContinuousContractKlineCandlestickDataContractTypeEnum.PERPETUAL,
          interval: Rest.ContinuousContractKlineCandlestickDataIntervalEnum.INTERVAL_5m,
          limit: 7,
        }),
        'ContinuousContractKlineCandlestickDataResponse',
      ),
      await documented(
        client.markPriceKlineCandlestickData({
          symbol: BTC,
          interval: Rest.MarkPriceKlineCandlestickDataIntervalEnum.INTERVAL_5m,
          limit: 7,
        }),
        'MarkPriceKlineCandlestickDataResponse',
      ),
      await documented(
        client.indexPriceKlineCandlestickData({
          pair: BTC,
          interval: Rest.IndexPriceKlineCandlestickDataIntervalEnum.INTERVAL_5m,
          limit: 7,
        }),
        'IndexPriceKlineCandlestickDataResponse',
      ),
      await documented(
        client.premiumIndexKlineData({
          symbol: BTC,
          interval: Rest.PremiumIndexKlineDataIntervalEnum.INTERVAL_5m,
          limit: 7,
        }),
        'PremiumIndexKlineDataResponse',
      ),
    ];
    const kinds = ['number', ...Array(5).fill('string'), 'number', 'string', 'number', ...Array(3).fill('string')];
    for (const page of pages) {
      expect(page.length).toBe(7);
      for (const row of page) expect(row.map((field) => typeof field)).toEqual(kinds);
    }
    expect(pages[1]).toEqual(pages[0]);
  });

  test('book and trades', async () => {
    const book = await documented(client.orderBook({ symbol: BTC, limit: 100 }), 'OrderBookResponse');
    expect([book.bids?.length, book.asks?.length]).toEqual([100, 100]);
    const trades = await documented(client.recentTradesList({ symbol: BTC, limit: 1000 }), 'RecentTradesListResponse');
    expect(trades.length).toBe(1_000);
    const aggregates = await documented(
      client.compressedAggregateTradesList({ symbol: BTC }),
      'CompressedAggregateTradesListResponse',
    );
    expect(aggregates.length).toBe(500);
    expect(Number(aggregates.at(-1)?.l)).toBe(Number(trades.at(-1)?.id));
    const { apiKey } = (await world.trader()).key;
    const withKey = new OfficialClient({ configurationRestAPI: { apiKey, basePath, timeout: 10_000 } }).restAPI;
    const old = await documented(withKey.oldTradesLookup({ symbol: BTC, limit: 200 }), 'OldTradesLookupResponse');
    expect(old).toEqual(trades.slice(-200));
  });

  test('tickers, of one symbol and of all', async () => {
    for (const named of [{ symbol: BTC }, {}]) {
      await documented(client.symbolPriceTicker(named), 'SymbolPriceTickerResponse');
      await documented(client.symbolPriceTickerV2(named), 'SymbolPriceTickerV2Response');
      await documented(client.symbolOrderBookTicker(named), 'SymbolOrderBookTickerResponse');
      await documented(client.ticker24hrPriceChangeStatistics(named), 'Ticker24hrPriceChangeStatisticsResponse');
      await documented(client.markPrice(named), 'MarkPriceResponse');
    }
  });

  test('funding and open interest', async () => {
    const rates = await documented(
      client.getFundingRateHistory({ symbol: BTC, limit: 5 }),
      'GetFundingRateHistoryResponse',
    );
    expect(rates.length).toBe(5);
    const info = await documented(client.getFundingRateInfo(), 'GetFundingRateInfoResponse');
    expect(info.map(({ symbol }) => symbol)).toContain('TIAUSDT');
    await documented(client.openInterest({ symbol: BTC }), 'OpenInterestResponse');
  });

  test('statistics by period', async () => {
    const query = { symbol: BTC, limit: 12 };
    const rows = [
      await documented(
        client.openInterestStatistics({ ...query, period: Rest.OpenInterestStatisticsPeriodEnum.PERIOD_5m }),
        'OpenInterestStatisticsResponse',
      ),
      await documented(
        client.longShortRatio({ ...query, period: Rest.LongShortRatioPeriodEnum.PERIOD_5m }),
        'LongShortRatioResponse',
      ),
      await documented(
        client.topTraderLongShortRatioAccounts({
          ...query,
          period: Rest.TopTraderLongShortRatioAccountsPeriodEnum.PERIOD_5m,
        }),
        'TopTraderLongShortRatioAccountsResponse',
      ),
      await documented(
        client.topTraderLongShortRatioPositions({
          ...query,
          period: Rest.TopTraderLongShortRatioPositionsPeriodEnum.PERIOD_5m,
        }),
        'TopTraderLongShortRatioPositionsResponse',
      ),
      await documented(
        client.takerBuySellVolume({ ...query, period: Rest.TakerBuySellVolumePeriodEnum.PERIOD_5m }),
        'TakerBuySellVolumeResponse',
      ),
      await documented(
        client.basis({
          pair: BTC,
          limit: 12,
          contractType: Rest.BasisContractTypeEnum.PERPETUAL,
          period: Rest.BasisPeriodEnum.PERIOD_5m,
        }),
        'BasisResponse',
      ),
    ];
    expect(rows.map((list) => list.length)).toEqual([12, 12, 12, 12, 12, 12]);
  });

  test('indices, of which none is made of others', async () => {
    const answer = await (await client.queryIndexPriceConstituents({ symbol: BTC })).data();
    expect(documentedDifferences(answer, 'rest', 'QueryIndexPriceConstituentsResponse')).toEqual([
      'constituents[] has no rows, or one that is no object',
    ]);
    expect(await (await client.compositeIndexSymbolInformation()).data()).toEqual([]);
    expect(await (await client.assetIndex()).data()).toEqual([]);
  });

  test('the balance of the insurance fund, of one symbol and of all', async () => {
    for (const named of [{ symbol: BTC }, {}]) {
      await documented(client.queryInsuranceFundBalanceSnapshot(named), 'QueryInsuranceFundBalanceSnapshotResponse');
    }
  });

  test('the risk of deleveraging, of one symbol and of all', async () => {
    const one = await documented(client.adlRisk({ symbol: BTC }), 'AdlRiskResponse1');
    expect(one).toMatchObject({ symbol: BTC, adlRisk: 'low' });
    expect(await documented(client.adlRisk(), 'AdlRiskResponse2')).toContainEqual(one);
  });

  test('the order book with orders of retail price improvement, and the deliveries that there are none of', async () => {
    const book = await documented(client.rpiOrderBook({ symbol: BTC }), 'RpiOrderBookResponse');
    expect([book.bids?.length, book.asks?.length]).toEqual([1_000, 1_000]);
    expect(await (await client.quarterlyContractSettlementPrice({ pair: BTC })).data()).toEqual([]);
  });

  test('all market calls without exception', () => {
    const expected = marketEndpoints.map(({ path }) => path).filter((path) => !isSpot(path));
    expect(expected.filter((path) => !called.has(path))).toEqual([]);
    expect(world.failures).toEqual([]);
  });
});
