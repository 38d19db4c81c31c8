import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#base/time.ts';
import { openEar, openStreamingWorld, type StreamingWorld, type Told } from '../../../tests/support/streaming-world.ts';
import { send, sendSigned, type WireReply } from '../../../tests/support/wire-client.ts';
import type { Trader } from '../../../tests/support/wire-world.ts';

const ETH = 'ETHUSDT';

describe('the admin surface', () => {
  let world: StreamingWorld;
  let trader: Trader;

  beforeAll(async () => {
    world = await openStreamingWorld();
    trader = await world.trader('hedge');
  });
  afterAll(() => world.close());

  const post = (path: string, body: object | string = {}, headers = world.adminHeaders) =>
    send(world.port, {
      method: 'POST',
      path: `/admin/${path}`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers,
    });
  const state = async (): Promise<Told> =>
    (await send(world.port, { path: '/admin/state', headers: world.adminHeaders })).json;
  const order = (quantity = '0.1', more: Readonly<Record<string, string>> = {}): Promise<WireReply> =>
    trader.post('/fapi/v1/order', {
      symbol: ETH,
      side: 'BUY',
      positionSide: 'LONG',
      type: 'MARKET',
      newOrderRespType: 'RESULT',
      quantity,
      ...more,
    });

  describe('the admin surface refuses', () => {
    it('what a page elsewhere sends, before it costs weight, so that it cannot get the machine banned', async () => {
      const ping = (headers: Readonly<Record<string, string>>) =>
        send(world.port, { path: '/fapi/v1/exchangeInfo', headers });
      const used = (reply: WireReply) => Number(reply.headers['x-mbx-used-weight-1m']);
      const before = used(await ping({}));
      for (let count = 0; count < 50; count += 1) {
        const reply = await ping({ origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site' });
        expect([reply.status, reply.json.code]).toEqual([403, 'HOST_FOREIGN']);
      }
      expect(used(await ping({}))).toBeLessThanOrEqual(2 * before);
    });

    it('requests under a host name that somebody else could point here', async () => {
      const status = await new Promise((resolve) => {
        const headers = { ...world.adminHeaders, host: 'evil.example.org' };
        const sent = request({ host: '127.0.0.1', port: world.port, path: '/admin/state', headers }, (response) =>
          resolve(response.resume().statusCode),
        );
        sent.end();
      });
      expect(status).toBe(403);
    });

    it.each([
      ['a page elsewhere opens', { origin: 'https://evil.example.org' }],
      ['a page elsewhere opens without an origin', { 'sec-fetch-site': 'cross-site' }],
      ['is opened under a host name that somebody pointed here', { host: 'evil.example.org' }],
    ])(
      'a web socket that %s, before it costs weight, beside one of a program that names the machine',
      async (_how, foreign) => {
        const used = async () =>
          Number((await send(world.port, { path: '/fapi/v1/time' })).headers['x-mbx-used-weight-1m']);
        const before = await used();
        for (const path of ['/public/ws/ethusdt@bookTicker', '/ws-fapi/v1']) {
          const open = (headers: Readonly<Record<string, string>>) =>
            openEar(`ws://127.0.0.1:${world.port}${path}`, { headers });
          for (let count = 0; count < 10; count += 1)
            await expect(open(foreign)).rejects.toThrow('Unexpected server response: 403');
          const host = `localhost:${world.port}`;
          (await open({ host, origin: `http://${host}` })).close();
        }
        expect(await used()).toBeLessThanOrEqual(before + 1); // Its own call.
      },
    );

    it.each([
      ['accounts', { label: 'x', deposit: '-5' }, ['deposit']],
      ['accounts', { label: 'x', deposit: '20000000.01' }, ['deposit']],
      ['accounts', { label: '', extra: 1 }, ['label']],
      ['clock', { kind: 'run', speed: 7 }, ['speed']],
      ['faults/request', { kind: 'error', status: 200, code: -1 }, ['status']],
      ['faults/request', { kind: 'drop', path: 'fapi' }, ['path']],
      ['faults/price-shock', { symbol: ETH, factor: 0 }, ['factor']],
      ['faults/fill-in-parts', { accountId: 'a', symbol: ETH, parts: [0.9, 0.9] }, ['parts']],
      ['faults/candle', { fault: 'ugly' }, ['fault']],
      ['faults/sockets', { act: 'drop', root: 'other' }, ['root']],
    ])('bodies of the wrong kind: %s %o', async (path, body, field) => {
      const { status, json } = await post(path, body);
      expect([status, json.code]).toEqual([400, 'BODY_INVALID']);
      expect(json.errors[0]).toMatchObject({ path: field, detail: expect.any(String) });
    });

    it('bodies that are not JSON, unknown actions and unknown accounts', async () => {
      expect((await post('clock', '{"kind"')).json).toMatchObject({ code: 'BODY_INVALID' });
      expect((await post('explode')).json).toMatchObject({ code: 'ACT_UNKNOWN' });
      expect((await post('faults/halt', { symbol: 'NONEUSDT' })).json).toMatchObject({ code: 'NOT_FOUND' });
      expect((await post('accounts/transfer', { accountId: 'nobody', amount: '1' })).status).toBe(404);
      expect((await post('keys/remove', { apiKey: 'nobody' })).status).toBe(404);
    });
  });

  it('opens one account for each label and moves its balance', async () => {
    const first = (await post('accounts', { label: 'bench 1', deposit: '250.5' })).json;
    const key = { apiKey: first.apiKey, secret: first.secret };
    const balances = async () => (await sendSigned(world.port, key, ['GET', '/fapi/v3/balance'])).json;
    expect(await balances()).toMatchObject([{ asset: 'USDT', balance: '250.50000000' }]);
    await post('accounts/transfer', { accountId: first.accountId, amount: '-50.5' });
    expect(await balances()).toMatchObject([{ balance: '200.00000000' }]);
    expect((await post('accounts/transfer', { accountId: first.accountId, amount: '-500' })).json.code).toBe('REFUSED');
    expect((await state()).accounts).toContainEqual(
      expect.objectContaining({ label: 'bench 1', wallet: '200.00000000' }),
    );
  });

  it('changes the permissions of a key and removes the key', async () => {
    const { apiKey, secret } = (await post('accounts', { label: 'rights' })).json;
    const rights = async () =>
      (await sendSigned(world.port, { apiKey, secret }, ['GET', '/sapi/v1/account/apiRestrictions'])).json;
    await post('keys/rights', { apiKey, canWithdraw: true, isIpRestricted: false });
    expect(await rights()).toMatchObject({ enableWithdrawals: true, ipRestrict: false });
    await post('keys/remove', { apiKey });
    expect(await rights()).toMatchObject({ code: -2015 });
  });

  it('runs, pauses and steps the clock', async () => {
    const before = (await state()).marketTime;
    expect((await post('clock/step', { ms: 1_500 })).json.marketTime).toBe(before + 1_500);
    expect((await post('clock', { kind: 'run', speed: 300 })).json.pace).toEqual({ kind: 'run', speed: 300 });
    expect((await post('clock/step', { ms: 1 })).json.code).toBe('CLOCK_RUNS');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await post('clock', { kind: 'pause' });
    const paused = (await state()).marketTime;
    expect(paused).toBeGreaterThan(before + 10_000);
    await post('clock', { kind: 'step' });
    expect((await state()).marketTime).toBe(paused);
  });

  describe('the admin surface disturbs requests', () => {
    const clear = () => post('faults/clear');

    it('by answering the next ones with errors, as JSON or as a page', async () => {
      const fault = { status: 503, code: -1008, message: 'overloaded', method: 'POST', path: '/fapi/v1/order' };
      await post('faults/request', { kind: 'error', ...fault, count: 2 });
      expect((await state()).faults).toHaveLength(1);
      expect((await send(world.port, { path: '/fapi/v1/ping' })).status).toBe(200);
      for (let times = 0; times < 2; times += 1) {
        const reply = await order();
        expect([reply.status, reply.json]).toEqual([503, { code: -1008, msg: 'overloaded' }]);
      }
      expect((await order()).json.status).toBe('FILLED');
      await post('faults/request', { kind: 'page', status: 403 });
      const page = await send(world.port, { path: '/fapi/v1/ping' });
      expect([page.status, page.headers['content-type'], page.text.startsWith('<html>')]).toEqual([
        403,
        'text/html',
        true,
      ]);
    });

    it.each([
      ['lost-reply', { kind: 'lost-reply' }],
      ['error-after', { kind: 'error-after', status: 408, code: -1007 }],
      ['cut', { kind: 'cut', bytes: 12 }],
    ])('by %s after the order was accepted', async (_name, fault) => {
      const newClientOrderId = `taken-${fault.kind}`;
      await post('faults/request', { ...fault, path: '/fapi/v1/order', method: 'POST' });
      const reply = await order('0.1', { newClientOrderId }).catch((error: Error) => error);
      expect(reply instanceof Error || reply.status === 408).toBe(true);
      const taken = await trader.get('/fapi/v1/order', { symbol: ETH, origClientOrderId: newClientOrderId });
      expect(taken.json.status).toBe('FILLED');
    });

    it('by breaking the connection before the request is executed', async () => {
      await post('faults/request', { kind: 'drop', path: '/fapi/v1/order', accountId: trader.key.accountId });
      await expect(order('0.1', { newClientOrderId: 'never' })).rejects.toThrow('socket hang up');
      const query = { symbol: ETH, origClientOrderId: 'never' };
      expect((await trader.get('/fapi/v1/order', query)).json.code).toBe(-2013);
    });

    it('by hiding orders that it has just accepted', async () => {
      await post('faults/hidden-orders', { forMs: 60_000 });
      const { json } = await order('0.1', { newClientOrderId: 'hidden' });
      expect(json.status).toBe('FILLED');
      const query = { symbol: ETH, origClientOrderId: 'hidden' };
      expect((await trader.get('/fapi/v1/order', query)).json.code).toBe(-2013);
      await clear();
      expect((await trader.get('/fapi/v1/order', query)).json.status).toBe('FILLED');
    });

    it('by adding latency', async () => {
      await post('faults/latency', { ms: 60, path: '/fapi/v1/time' });
      const began = performance.now();
      await send(world.port, { path: '/fapi/v1/time' });
      expect(performance.now() - began).toBeGreaterThan(55);
      await clear();
    });

    it('by a wall clock that is ahead, without ending sockets or listen keys', async () => {
      const headers = { 'X-MBX-APIKEY': trader.key.apiKey };
      const { listenKey } = (await send(world.port, { method: 'POST', path: '/fapi/v1/listenKey', headers })).json;
      const ear = await world.listen(`/private/ws/${listenKey}`);
      await post('faults/clock-skew', { ms: 7_200_000 });
      expect((await trader.get('/fapi/v3/balance')).json.code).toBe(-1021);
      const { serverTime } = (await send(world.port, { path: '/fapi/v1/time' })).json;
      expect(serverTime).toBeGreaterThan(Date.now() + 7_190_000);
      await world.settle(ear);
      const again = await send(world.port, { method: 'PUT', path: '/fapi/v1/listenKey', headers });
      expect(again.json).toEqual({ listenKey });
      await clear();
      expect((await trader.get('/fapi/v3/balance')).status).toBe(200);
    });

    it('by dividing the rate limits and by a ban', async () => {
      await post('faults/limits', { divisor: 2_400 });
      const limited = await trader.get('/fapi/v3/balance');
      expect([limited.status, limited.json.code]).toEqual([429, -1003]);
      await clear();
      await post('faults/ban', { forMs: 60_000 });
      const banned = await send(world.port, { path: '/fapi/v1/ping' });
      expect([banned.status, banned.json.code]).toEqual([418, -1003]);
      await clear();
      expect((await send(world.port, { path: '/fapi/v1/ping' })).status).toBe(200);
    });
  });

  it.each(['nan', 'negative', 'high-below-low', 'huge', 'duplicate', 'future', 'missing'])(
    'spoils candles in streams and in answers: %s',
    async (fault) => {
      const ear = await world.listen('/market/ws/ethusdt@kline_1m');
      const rows = async (): Promise<unknown> =>
        (await send(world.port, { path: `/fapi/v1/klines?symbol=${ETH}&interval=1m&limit=3` })).json;
      const good = await rows();
      await post('faults/candle', { fault, symbol: ETH });
      expect(await rows()).not.toEqual(good);
      expect(await rows()).toEqual(good);
      await world.step(MINUTE_MS, 250);
      await post('faults/candle', { fault, symbol: ETH, count: 500 });
      const before = ear.told().length;
      await world.step(MINUTE_MS, 250);
      await world.settle(ear);
      await post('faults/clear');
      const told = ear.told().slice(before);
      expect(told.length === 0).toBe(fault === 'missing');
      expect(told.some(({ k }) => isGood(k))).toBe(fault === 'duplicate' || fault === 'future');
      ear.close();
    },
  );

  it('halts and resumes a symbol, shocks its price, and changes its filters', async () => {
    const status = async () => (await state()).symbols.find((one: Told) => one.symbol === ETH);
    const last = Number((await status()).last);
    await post('faults/price-shock', { symbol: ETH, factor: 1.1 });
    await world.pass(2 * MINUTE_MS);
    expect(Number((await status()).last) / last).toBeGreaterThan(1.08);
    await post('faults/halt', { symbol: ETH });
    await world.pass(2 * MINUTE_MS);
    expect((await status()).status).not.toBe('TRADING');
    expect((await order()).json.code).toBeLessThan(0);
    await post('faults/resume', { symbol: ETH });
    await world.pass(2 * MINUTE_MS);
    expect((await order()).json.status).toBe('FILLED');
    await post('faults/filters', { symbol: ETH, notionalMin: '5000' });
    expect((await order()).json.code).toBe(-4164);
    await post('faults/filters', { symbol: ETH, notionalMin: '20' });
  });

  it('fills orders in parts and places orders that no bot sent', async () => {
    const { accountId } = trader.key;
    await post('faults/fill-in-parts', { accountId, symbol: ETH, parts: [0.5, 0.3, 0.2] });
    const { json } = await order('1', { newClientOrderId: 'in-parts' });
    expect(json).toMatchObject({ status: 'PARTIALLY_FILLED', executedQty: '0.500' });
    await world.step(5_000, 500);
    const whole = await trader.get('/fapi/v1/order', { symbol: ETH, origClientOrderId: 'in-parts' });
    expect(whole.json).toMatchObject({ status: 'FILLED', executedQty: '1.000' });
    await post('faults/fill-in-parts', { accountId, symbol: ETH, parts: [] });
    const foreign = { accountId, symbol: ETH, side: 'SELL', positionSide: 'SHORT', quantity: '0.2' };
    const placed = (await post('faults/foreign-order', foreign)).json;
    expect(placed.clientOrderId).toMatch(/^web_/);
    const found = await trader.get('/fapi/v1/order', { symbol: ETH, origClientOrderId: placed.clientOrderId });
    expect(found.json).toMatchObject({ status: 'FILLED', side: 'SELL' });
    await post('faults/liquidate', { accountId, symbol: ETH, positionSide: 'SHORT' });
    const mine = (await state()).accounts.find((one: Told) => one.accountId === accountId);
    expect(mine.positions).toEqual([]); // In cross margin all positions are liquidated.
  });

  it('serves a page that loads nothing but its own files', async () => {
    const page = await send(world.port, { path: '/' });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(page.text).not.toMatch(/<script(?![^>]*src=)|<style| on\w+=|style=/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).toEqual(['/admin/page.css', '/admin/page.js']);
    expect((await send(world.port, { path: '/admin/token.js' })).status).toBe(200);
    for (const path of files) expect((await send(world.port, { path })).status).toBe(200);
  });
});

/** Whether a candle from the wire is plausible. */
function isGood({ o, h, l, c }: Told): boolean {
  const [open, high, low, close] = [Number(o), Number(h), Number(l), Number(c)];
  const isOrdered = low <= Math.min(open, close) && high >= Math.max(open, close);
  return isOrdered && low > 0 && Number.isFinite(high) && high < 1e9;
}
