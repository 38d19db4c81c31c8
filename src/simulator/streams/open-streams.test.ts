import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { DAY_MS, later, MINUTE_MS } from '#base/time.ts';
import { openEar, openStreamingWorld, type StreamingWorld } from '../../../tests/support/streaming-world.ts';
import { openStreams, type Streams } from './open-streams.ts';
import type { StreamFaults } from './stream-faults.ts';
import { STREAMS_MAX } from './stream-socket.ts';

const NO_FAULTS: StreamFaults = {
  spoilCandle: (_symbol, words) => [words],
  rearrange: (_accountId, messages) => messages.map((message) => ({ message, delayMs: 0 })),
  after: () => () => undefined,
  isStrict: () => false,
};

describe('stream sockets', () => {
  let world: StreamingWorld;

  beforeAll(async () => {
    world = await openStreamingWorld();
  });
  afterAll(() => world.close());
  afterEach(() => world.admin('faults/clear', {}));

  it('subscribe, list and unsubscribe on request, with a numeric or text id', async () => {
    const ear = await world.listen('/market/stream?streams=');
    const params = ['ethusdt@markPrice@1s', 'btcusdt@markPrice@1s'];
    expect(await ear.ask({ method: 'SUBSCRIBE', params, id: 1 })).toEqual({ result: null, id: 1 });
    expect(await ear.ask({ method: 'LIST_SUBSCRIPTIONS', id: 'which' })).toEqual({ result: params, id: 'which' });
    await world.pass(1_000);
    await ear.hear(({ s }) => s === 'BTCUSDT');
    await ear.ask({ method: 'UNSUBSCRIBE', params: ['btcusdt@markPrice@1s'], id: 2 });
    const before = ear.texts.length;
    await world.step(2_000, 1_000);
    await ear.ask({ method: 'LIST_SUBSCRIPTIONS', id: 3 });
    const after = ear.texts.slice(before).map((text) => JSON.parse(text).stream);
    expect(after.filter((stream) => stream !== undefined)).toEqual(['ethusdt@markPrice@1s', 'ethusdt@markPrice@1s']);
  });

  it('send bare messages below /ws and wrapped ones below /stream', async () => {
    const [plain, wrapped] = await Promise.all([
      world.listen('/market/ws/ethusdt@markPrice@1s'),
      world.listen('/market/stream?streams=ethusdt@markPrice@1s'),
    ]);
    await world.pass(1_000);
    const message = await plain.hear(({ e }) => e === 'markPriceUpdate');
    await wrapped.hear(({ e }) => e === 'markPriceUpdate');
    expect(JSON.parse(plain.texts[0] ?? '')).toEqual(message);
    expect(JSON.parse(wrapped.texts[0] ?? '')).toEqual({ stream: 'ethusdt@markPrice@1s', data: message });
  });

  it('open without any stream, and with a number instead of a name', async () => {
    for (const address of ['/market/ws', '/market/ws/0', '/public/stream?streams=', '/private/stream']) {
      const ear = await world.listen(address);
      expect(await ear.ask({ method: 'LIST_SUBSCRIPTIONS', id: 1 })).toEqual({ result: [], id: 1 });
    }
  });

  it('answer malformed requests with the exchange’s errors', async () => {
    const ear = await world.listen('/market/ws');
    ear.socket.send('what?');
    expect(await ear.hear(({ error }) => error !== undefined)).toMatchObject({ error: { code: 3 } });
  });

  it.each([
    ['/market', 'ethusdt@depth', '/public'],
    ['/public', 'ethusdt@kline_1m', '/market'],
    ['/private', 'ethusdt@aggTrade', '/market'],
  ])('below %s never deliver %s, and log a warning', async (root, name, right) => {
    const ear = await world.listen(`${root}/ws/${name}`);
    await world.step(MINUTE_MS, 1_000);
    expect(await ear.ask({ method: 'LIST_SUBSCRIPTIONS', id: 1 })).toEqual({ result: [name], id: 1 });
    expect(ear.told()).toEqual([]);
    expect(world.warnings.at(-1)).toContain(`"${name}" is a stream of ${right}`);
  });

  it('are closed for a wrong root when strict mode is set', async () => {
    await world.admin('faults/strict-roots', { isStrict: true });
    const ear = await world.listen('/market/ws/ethusdt@depth');
    expect(await ear.closed()).toMatchObject({ code: 1_008 });
  });

  it.each(['/ws/ethusdt@aggTrade', '/stream?streams=ethusdt@aggTrade', '/elsewhere/ws'])(
    'are refused below a retired or unknown root: %s',
    async (address) => {
      await expect(world.listen(address)).rejects.toThrow('404');
    },
  );

  it.each(['ethusdt@nosuch', 'ETHUSDT@aggTrade', 'nosuchusdt@aggTrade', 'ethusdt@kline_7m', '!nosuch@arr'])(
    'refuse a subscription to a stream that does not exist, and to all that was asked for with it: %s',
    async (unknown) => {
      const ear = await world.listen('/market/ws/ethusdt@markPrice@1s');
      const params = ['btcusdt@markPrice@1s', unknown];
      expect(await ear.ask({ method: 'SUBSCRIBE', params, id: 'both' })).toEqual({
        error: { code: 2, msg: 'Invalid request: invalid stream' },
        id: 'both',
      });
      expect(world.warnings.at(-1)).toContain(`Refused: "${unknown}"`);
      const listed = await ear.ask({ method: 'LIST_SUBSCRIPTIONS', id: 1 });
      expect(listed.result).toEqual(['ethusdt@markPrice@1s']);
      await world.pass(1_000);
      expect(await ear.hear(({ e }) => e === 'markPriceUpdate')).toMatchObject({ s: 'ETHUSDT' });
    },
  );

  it.each([
    '/market/ws/ethusdt@nosuch',
    '/market/stream?streams=ethusdt@aggTrade/nosuchusdt@aggTrade',
    '/public/ws/key',
  ])('are refused when their address names a stream that does not exist: %s', async (address) => {
    await expect(world.listen(address)).rejects.toThrow('400');
  });

  it('accept a listen key that has ended and send nothing for it, as the exchange does', async () => {
    const ear = await world.listen('/private/ws/anEndedListenKey');
    await world.settle(ear);
    expect(ear.told()).toEqual([]);
    expect(world.warnings.at(-1)).toContain('a listen key that does not exist');
  });

  it('are closed at the eleventh message within a second', async () => {
    const ear = await world.listen('/market/ws');
    for (let id = 1; id <= 10; id += 1) await ear.ask({ method: 'LIST_SUBSCRIPTIONS', id });
    ear.say({ method: 'LIST_SUBSCRIPTIONS', id: 11 });
    expect(await ear.closed()).toMatchObject({ code: 1_008 });
  });

  it('answer pings', async () => {
    const ear = await world.listen('/market/ws');
    const ponged = new Promise((resolve) => ear.socket.once('pong', (data) => resolve(String(data))));
    ear.socket.ping('are you there');
    expect(await ponged).toBe('are you there');
  });

  it('send nothing but pongs while they are muted', async () => {
    const ear = await world.listen('/market/ws/ethusdt@markPrice@1s');
    const other = await world.listen('/public/ws');
    await world.admin('faults/sockets', { act: 'muted', root: 'market' });
    await world.step(2_000, 1_000);
    const ponged = new Promise((resolve) => ear.socket.once('pong', resolve));
    ear.socket.ping();
    await ponged;
    expect(ear.texts).toEqual([]);
    await other.ask({ method: 'LIST_SUBSCRIPTIONS', id: 1 });
    await world.admin('faults/sockets', { act: 'none' });
    await world.pass(1_000);
    await ear.hear(({ e }) => e === 'markPriceUpdate');
  });

  it('do not even pong while half open, and then break without a close frame', async () => {
    const ear = await world.listen('/market/ws/ethusdt@markPrice@1s');
    const other = await world.listen('/public/ws');
    await world.admin('faults/sockets', { act: 'half-open', root: 'market' });
    let hasPonged = false;
    ear.socket.once('pong', () => {
      hasPonged = true;
    });
    ear.socket.ping();
    await world.pass(1_000);
    await other.ask({ method: 'LIST_SUBSCRIPTIONS', id: 1 }); // By now a pong would have arrived.
    expect([hasPonged, ear.texts.length, ear.socket.readyState]).toEqual([false, 0, WebSocket.OPEN]);
    await world.admin('faults/sockets', { act: 'drop', root: 'market' });
    expect(await ear.closed()).toMatchObject({ code: 1_006 });
  });

  it('end as after 24 hours on request of a fault', async () => {
    const ear = await world.listen('/market/ws');
    await world.admin('faults/sockets', { act: 'end', root: 'market' });
    expect(await ear.closed()).toMatchObject({ code: 1_000 });
  });
});

describe('the life of a socket', () => {
  let world: StreamingWorld;
  let streams: Streams;
  let wallMs = 0;
  let address = '';
  const server = createServer();

  beforeAll(async () => {
    world = await openStreamingWorld();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port.
  });
  beforeEach(() => {
    wallMs = 1_000_000;
    streams = openStreams({
      onCall: () => {},
      simulation: world.simulation,
      faults: NO_FAULTS,
      wallMs: () => wallMs,
      warn: () => {},
      unreadBytesMax: 64 * 1_024,
      keepEveryMs: 5,
    });
    server.removeAllListeners('upgrade');
    server.on('upgrade', streams.handleUpgrade);
  });
  afterEach(() => streams.close());
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await world.close();
  });

  it('is pinged every three minutes', async () => {
    const { socket } = await openEar(`${address}/market/ws`);
    const pinged = new Promise((resolve) => socket.once('ping', resolve));
    wallMs += 3 * MINUTE_MS;
    await pinged;
  });

  it('lasts exactly 24 hours while it answers pings', async () => {
    const ear = await openEar(`${address}/market/ws`);
    for (let pings = 0; pings < 5; pings += 1) {
      const pinged = new Promise((resolve) => ear.socket.once('ping', resolve));
      wallMs += 9 * MINUTE_MS;
      await pinged;
      await ear.ask({ method: 'LIST_SUBSCRIPTIONS', id: pings }); // The answer follows the pong.
    }
    wallMs = 1_000_000 + DAY_MS;
    expect(await ear.closed()).toMatchObject({ code: 1_000 });
  });

  it('is dropped after ten minutes without a pong', async () => {
    const ear = await openEar(`${address}/market/ws`, { autoPong: false });
    const pinged = new Promise((resolve) => ear.socket.once('ping', resolve));
    wallMs += 10 * MINUTE_MS;
    await pinged; // The look that pinged it has not dropped it.
    expect(ear.socket.readyState).toBe(WebSocket.OPEN);
    wallMs += 1;
    expect(await ear.closed()).toMatchObject({ code: 1_006 });
  });

  it('ends with the simulator even if the client no longer answers', async () => {
    const [ear, deaf] = [await openEar(`${address}/market/ws`), await openEar(`${address}/market/ws`)];
    deaf.socket.pause();
    await streams.close();
    expect(await ear.closed()).toMatchObject({ code: 1_001 });
    expect(streams.counts().sockets).toBe(0);
    deaf.close();
  });

  it('is dropped when its client leaves too much unread, without delaying others', async () => {
    const slow = await openEar(`${address}/public/ws/btcusdt@depth@100ms`);
    const quick = await openEar(`${address}/public/ws/btcusdt@bookTicker`);
    slow.socket.pause();
    for (let steps = 0; streams.counts().sockets === 2; steps += 1) {
      expect(steps).toBeLessThan(5_000);
      await world.simulation.step(later(world.simulation.now(), 1_000));
    }
    const before = quick.texts.length;
    await world.step(MINUTE_MS, 1_000);
    slow.socket.resume();
    await slow.closed();
    await quick.hear(({ E }) => E === world.simulation.now() || quick.texts.length > before);
  });
});

it('a stream socket accepts 1,024 streams and refuses the next', async () => {
  const world = await openStreamingWorld({ coins: STREAMS_MAX });
  try {
    const names = Array.from({ length: STREAMS_MAX }, (_, number) => `coin${number}usdt@markPrice`);
    const ear = await world.listen('/market/ws');
    for (let first = 0; first < STREAMS_MAX; first += 256) {
      const params = names.slice(first, first + 256);
      expect(await ear.ask({ method: 'SUBSCRIBE', params, id: first })).toEqual({ result: null, id: first });
    }
    await ear.ask({ method: 'SUBSCRIBE', params: names.slice(0, 5), id: 'again' });
    ear.say({ method: 'SUBSCRIBE', params: ['ethusdt@markPrice'], id: 'more' });
    expect(await ear.closed()).toMatchObject({ code: 1_008 });
  } finally {
    await world.close();
  }
});
