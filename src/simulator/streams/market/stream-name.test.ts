import { describe, expect, it } from 'vitest';
import { INTERVALS } from '../../market/market.ts';
import { rootsOf, streamSpec } from './stream-name.ts';

describe('a stream name', () => {
  it.each(INTERVALS)('asks for candles of %s', (interval) => {
    expect(streamSpec(`ethusdt@kline_${interval}`)).toEqual({ kind: 'kline', symbol: 'ETHUSDT', interval });
  });

  it.each([
    ['btcusdt@miniTicker', { kind: 'mini-ticker', symbol: 'BTCUSDT' }],
    ['btcusdt@ticker', { kind: 'ticker', symbol: 'BTCUSDT' }],
    ['btcusdt@aggTrade', { kind: 'agg-trade', symbol: 'BTCUSDT' }],
    ['1000pepeusdt@bookTicker', { kind: 'book-ticker', symbol: '1000PEPEUSDT' }],
    ['btcusdt@markPrice', { kind: 'mark-price', symbol: 'BTCUSDT', everyMs: 3_000 }],
    ['btcusdt@markPrice@1s', { kind: 'mark-price', symbol: 'BTCUSDT', everyMs: 1_000 }],
    ['btcusdt@depth', { kind: 'depth', symbol: 'BTCUSDT', levels: null, everyMs: 250 }],
    ['btcusdt@depth@100ms', { kind: 'depth', symbol: 'BTCUSDT', levels: null, everyMs: 100 }],
    ['btcusdt@depth5', { kind: 'depth', symbol: 'BTCUSDT', levels: 5, everyMs: 250 }],
    ['btcusdt@depth20@500ms', { kind: 'depth', symbol: 'BTCUSDT', levels: 20, everyMs: 500 }],
    ['!miniTicker@arr', { kind: 'mini-tickers' }],
    ['!bookTicker', { kind: 'book-tickers' }],
    ['!ticker@arr', { kind: 'tickers' }],
    ['!forceOrder@arr', { kind: 'force-orders' }],
    ['btcusdt@forceOrder', { kind: 'force-order', symbol: 'BTCUSDT' }],
    ['btcusdt@trade', { kind: 'trade', symbol: 'BTCUSDT' }],
    ['btcusdt_perpetual@continuousKline_1h', { kind: 'continuous-kline', symbol: 'BTCUSDT', interval: '1h' }],
    ['btcusdt@rpiDepth@500ms', { kind: 'rpi-depth', symbol: 'BTCUSDT' }],
    ['!contractInfo', { kind: 'contract-infos' }],
    ['!markPrice@arr', { kind: 'mark-prices', everyMs: 3_000 }],
    ['!markPrice@arr@1s', { kind: 'mark-prices', everyMs: 1_000 }],
  ])('%s is parsed to what is sent and how often', (name, spec) => {
    expect(streamSpec(name)).toEqual(spec);
  });

  it.each([
    'BTCUSDT@kline_1m',
    'btcusdt@kline_1min',
    'btcusdt@kline_',
    'btcusdt@depth7',
    'btcusdt@depth@1ms',
    'btcusdt@rpiDepth',
    'btcusdt@constructor',
    'constructor',
    'btcusdt',
    '@aggTrade',
    'btc/usdt@aggTrade',
    'btcusdt@continuousKline_1m',
    'btcusdt_current_quarter@continuousKline_1m',
    'btcusdt_perpetual@continuousKline_7m',
    '',
  ])('is not a stream: %s', (name) => {
    expect(streamSpec(name)).toBeNull();
  });

  it.each([
    ['btcusdt@bookTicker', 'public'],
    ['!bookTicker', 'public'],
    ['btcusdt@depth10@100ms', 'public'],
    ['btcusdt@rpiDepth@500ms', 'public'],
    ['!contractInfo', 'market'],
    ['btcusdt@aggTrade', 'market'],
    ['btcusdt@kline_1m', 'market'],
    ['!markPrice@arr@1s', 'market'],
    ['!miniTicker@arr', 'market'],
    ['!forceOrder@arr', 'market'],
    ['btcusdt@trade', 'market'],
  ])('%s is delivered below /%s', (name, root) => {
    const spec = streamSpec(name);
    expect(spec === null ? null : rootsOf(spec)[0]).toBe(root);
  });
});
