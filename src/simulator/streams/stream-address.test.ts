import { describe, expect, it } from 'vitest';
import { streamAddress } from './stream-address.ts';

describe('the address of a socket', () => {
  it.each([
    ['/market/ws/btcusdt@aggTrade/ethusdt@kline_1m', 'market', 'ws', ['btcusdt@aggTrade', 'ethusdt@kline_1m']],
    ['/public/ws/!bookTicker', 'public', 'ws', ['!bookTicker']],
    ['/market/ws', 'market', 'ws', []],
    ['/market/ws/', 'market', 'ws', []],
    ['/market/ws/0', 'market', 'ws', []],
    [
      '/market/stream?streams=btcusdt@aggTrade/!markPrice@arr',
      'market',
      'stream',
      ['btcusdt@aggTrade', '!markPrice@arr'],
    ],
    ['/market/stream?streams=btcusdt%40aggTrade', 'market', 'stream', ['btcusdt@aggTrade']],
    ['/private/stream?streams=', 'private', 'stream', []],
    ['/private/ws?listenKey=abc', 'private', 'ws', ['abc']],
    ['/private/ws/abc', 'private', 'ws', ['abc']],
    ['/private/stream?listenKey=abc&listenKey=def', 'private', 'stream', ['abc', 'def']],
  ])('%s names its streams', (url, root, mode, names) => {
    expect(streamAddress(url)).toEqual({ root, mode, names, events: null });
  });

  it('can select the events of a user stream', () => {
    const address = streamAddress('/private/ws?listenKey=abc&events=ORDER_TRADE_UPDATE/ACCOUNT_UPDATE');
    expect(address?.events).toEqual(new Set(['ORDER_TRADE_UPDATE', 'ACCOUNT_UPDATE']));
  });

  it.each(['/ws/btcusdt@aggTrade', '/stream?streams=btcusdt@aggTrade', '/market', '/market/wss/a', '/other/ws', '/'])(
    'has no streams: %s',
    (url) => {
      expect(streamAddress(url)).toBeNull();
    },
  );
});
