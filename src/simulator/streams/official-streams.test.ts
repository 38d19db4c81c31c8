import {
  DerivativesTradingUsdsFutures as OfficialClient,
  DerivativesTradingUsdsFuturesWebsocketStreams as OfficialStreams,
} from '@binance/derivatives-trading-usds-futures';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#base/time.ts';
import { documentedDifferences } from '../../../tests/support/documented-keys.ts';
import { openStreamingWorld, type StreamingWorld, type Told } from '../../../tests/support/streaming-world.ts';
import { until } from '../../../tests/support/until.ts';
import { send } from '../../../tests/support/wire-client.ts';
import type { Trader } from '../../../tests/support/wire-world.ts';

type Connection = Awaited<ReturnType<OfficialClient['websocketStreams']['connect']>>;
type Handler = { on(event: 'message', listener: (message: Told) => void): void };

const symbol = 'ETHUSDT';
const ETH = symbol;

/** Every implemented market stream, how the client subscribes to it, and its documented type. */
const STREAMS: readonly (readonly [name: string, type: string, open: (client: Connection) => Handler])[] = [
  ['aggTrade', 'AggregateTradeStreamsResponse', (client) => client.aggregateTradeStreams({ symbol })],
  [
    'kline',
    'KlineCandlestickStreamsResponse',
    (client) =>
      client.klineCandlestickStreams({
        symbol,
        interval: OfficialStreams.KlineCandlestickStreamsIntervalEnum.INTERVAL_1m,
      }),
  ],
  [
    'miniTicker',
    'IndividualSymbolMiniTickerStreamResponse',
    (client) => client.individualSymbolMiniTickerStream({ symbol }),
  ],
  ['!miniTicker@arr', 'AllMarketMiniTickersStreamResponse', (client) => client.allMarketMiniTickersStream()],
  [
    'continuousKline',
    'ContinuousContractKlineCandlestickStreamsResponse',
    (client) =>
      client.continuousContractKlineCandlestickStreams({
        pair: symbol.toLowerCase(), // Unlike a symbol, the client sends it as it is.
        contractType: OfficialStreams.ContinuousContractKlineCandlestickStreamsContractTypeEnum.perpetual,
        interval: OfficialStreams.ContinuousContractKlineCandlestickStreamsIntervalEnum.INTERVAL_1m,
      }),
  ],
  ['!ticker@arr', 'AllMarketTickersStreamsResponse', (client) => client.allMarketTickersStreams()],
  ['forceOrder', 'LiquidationOrderStreamsResponse', (client) => client.liquidationOrderStreams({ symbol })],
  [
    '!forceOrder@arr',
    'AllMarketLiquidationOrderStreamsResponse',
    (client) => client.allMarketLiquidationOrderStreams(),
  ],
  ['ticker', 'IndividualSymbolTickerStreamsResponse', (client) => client.individualSymbolTickerStreams({ symbol })],
  [
    'markPrice',
    'MarkPriceStreamResponse',
    (client) =>
      client.markPriceStream({ symbol, updateSpeed: OfficialStreams.MarkPriceStreamUpdateSpeedEnum.UPDATE_SPEED_1s }),
  ],
  ['!markPrice@arr', 'MarkPriceStreamForAllMarketResponse', (client) => client.markPriceStreamForAllMarket()],
  [
    'bookTicker',
    'IndividualSymbolBookTickerStreamsResponse',
    (client) => client.individualSymbolBookTickerStreams({ symbol }),
  ],
  ['!bookTicker', 'AllBookTickersStreamResponse', (client) => client.allBookTickersStream()],
  ['depth', 'DiffBookDepthStreamsResponse', (client) => client.diffBookDepthStreams({ symbol })],
  [
    'depth10',
    'PartialBookDepthStreamsResponse',
    (client) =>
      client.partialBookDepthStreams({ symbol, levels: OfficialStreams.PartialBookDepthStreamsLevelsEnum.LEVELS_10 }),
  ],
  ['rpiDepth', 'RpiDiffBookDepthStreamsResponse', (client) => client.rpiDiffBookDepthStreams({ symbol })],
  ['!contractInfo', 'ContractInfoStreamResponse', (client) => client.contractInfoStream()],
];

/** For market streams: documented keys that are sent in other cases only. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  // Only after a change of brackets, which do not change here.
  '!contractInfo': ['bks is missing'],
};

/** For user events: the type, keys that its typings omit, and documented ones that are sent in other cases only. */
const USER_EVENTS: readonly (readonly [event: string, type: string, elsewhere: readonly string[]])[] = [
  // Only after an amendment that named itself, which is no part of this exchange.
  ['ORDER_TRADE_UPDATE', 'OrderTradeUpdate', ['o.M is missing']],
  ['TRADE_LITE', 'TradeLite', []],
  // Sent for funding only.
  ['ACCOUNT_UPDATE', 'AccountUpdate', ['a.S is missing']],
  ['ALGO_UPDATE', 'AlgoUpdate', []],
  // Either the leverage of a symbol or the mode of the account.
  ['ACCOUNT_CONFIG_UPDATE', 'AccountConfigUpdate', ['ai is missing']],
  ['MARGIN_CALL', 'MarginCall', []],
  ['listenKeyExpired', 'ListenKeyExpired', []],
];

describe('the official stream client', () => {
  let world: StreamingWorld;
  let trader: Trader;
  let connections: readonly Connection[] = [];
  let listenKey = '';
  const heard = new Map<string, Told>();
  const events: Told[] = [];

  beforeAll(async () => {
    vi.stubEnv('LOG_LEVEL', 'error'); // The client logs every connection to the console.
    world = await openStreamingWorld();
    trader = await world.trader('hedge');
    const address = `127.0.0.1:${world.port}`;
    const { apiKey, secret: apiSecret } = trader.key;
    const client = new OfficialClient({
      configurationRestAPI: { apiKey, apiSecret, basePath: `http://${address}`, timeout: 10_000 },
      configurationWebsocketStreams: { wsURL: `ws://${address}`, reconnectDelay: 60_000 },
    });
    listenKey = (await (await client.restAPI.startUserDataStream()).data()).listenKey ?? '';
    // The exchange closes a socket that sends it more than ten messages a second, so two share them.
    const [one, other] = [await client.websocketStreams.connect(), await client.websocketStreams.connect()];
    connections = [one, other];
    for (const [index, [name, , open]] of STREAMS.entries())
      open(index % 2 === 0 ? one : other).on('message', (message) => heard.set(name, message));
    one.userData(listenKey).on('message', (event: Told) => void events.push(event));
    await subscribed(STREAMS.length + 1);
    await liquidated(await world.trader('hedge'));
    await world.admin('faults/halt', { symbol: 'LTCUSDT' }); // From the next minute on.
    await world.step(2 * MINUTE_MS, 250);
    await until(() => heard.size === STREAMS.length, 'a message of every stream');
  });
  afterAll(async () => {
    for (const connection of connections) await connection.disconnect();
    await world.close();
  });

  it.each(STREAMS)('finds %s as documented', (name, type) => {
    expect(documentedDifferences(heard.get(name), 'streams', type)).toEqual(ELSEWHERE[name] ?? []);
  });

  it('receives every user event as documented', async () => {
    const order = { symbol: ETH, positionSide: 'LONG', quantity: '10' };
    expect((await trader.post('/fapi/v1/leverage', { symbol: ETH, leverage: '50' })).status).toBe(200);
    await trader.post('/fapi/v1/order', { ...order, side: 'BUY', type: 'MARKET' });
    const stop = { ...order, side: 'SELL', type: 'STOP_MARKET', algoType: 'CONDITIONAL' };
    await trader.post('/fapi/v1/algoOrder', { ...stop, triggerPrice: world.near(ETH, 0.5) });
    await trader.post('/fapi/v1/order', { ...order, side: 'BUY', type: 'MARKET', quantity: '150' });
    await world.admin('faults/price-shock', { symbol: ETH, factor: marginCallFactor() });
    await world.step(2 * MINUTE_MS, 250);
    await world.admin('faults/listen-key', { accountId: trader.key.accountId });
    await until(() => USER_EVENTS.every(([event]) => events.some(({ e }) => e === event)), 'every user event');
    for (const [event, type, elsewhere] of USER_EVENTS) {
      const told = events.filter(({ e, a }) => e === event && a?.P.length !== 0).at(-1);
      const found = documentedDifferences(told, 'streams', type, ['e']);
      expect(
        found.filter((difference) => !elsewhere.includes(difference)),
        event,
      ).toEqual([]);
    }
    const fill = events.find(({ e }) => e === 'TRADE_LITE');
    expect(typeof fill.i).toBe('bigint');
    expect(fill.i > 2n ** 53n).toBe(true);
  });

  /**
   * Waits until the simulator has this many subscriptions, because the client does not report their acknowledgement.
   */
  async function subscribed(count: number): Promise<void> {
    for (let subscriptions = 0; subscriptions < count; ) {
      const state = await send(world.port, { path: '/admin/state', headers: world.adminHeaders });
      subscriptions = state.json.subscriptions;
    }
  }

  /** Opens a position and has it liquidated. */
  async function liquidated({ key: { accountId }, post }: Trader): Promise<void> {
    await post('/fapi/v1/order', { symbol, side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity: '0.1' });
    await world.admin('faults/liquidate', { accountId, symbol, positionSide: 'LONG' });
  }

  /** A fall that takes most of what the account holds above its maintenance margin. */
  function marginCallFactor(): number {
    const { accountId } = trader.key;
    const { marginBalance, maintenanceMargin } = world.simulation.read((exchange) => exchange.account(accountId));
    const [position] = world.simulation.read((exchange) => exchange.positions(accountId, 'open', ETH));
    return 1 - (0.95 * (marginBalance - maintenanceMargin)) / (position?.notional ?? 1);
  }
});
