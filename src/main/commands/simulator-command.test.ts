import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { keepSetup } from '#simulator/stored/stored-state.ts';
import { programFile } from '../../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../../scripts/compile-cache.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { send, sendSigned } from '../../../tests/support/wire-client.ts';
import { clockOf, greeting } from './simulator-command.ts';

const PROGRAM = programFile();
const HAND = { apiKey: 'simulated-key', secret: 'simulated-secret' };
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT'] as const;
const KILLS = 4;

interface Row {
  readonly [field: string]: unknown;
}

/** The last report of the exchange on an order. */
interface Told {
  readonly status: string;
  readonly executedQty: number;
}

describe('the simulated exchange as a program', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-simulator-'));
  let child: ChildProcess | null = null;
  let port = 0;
  afterAll(async () => {
    if (child !== null) await end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints the token of its admin page on a terminal only, never into a file or a log', () => {
    const access = { port: 9_090, tlsPort: null, adminToken: 'the-token' };
    expect(greeting(access, true)).toContain('http://127.0.0.1:9090/#token=the-token');
    const written = greeting(access, false);
    expect(written).not.toContain('the-token');
    expect(written).toContain('the token in simulator/admin-token of DATA_DIR');
  });

  it('follows the machine’s clock unless a setting, the program beside it or its stored market says otherwise', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-clock-of-'));
    const config = { dataDir, simulatorClock: null, simulatorProcess: 'same' } as const;
    expect(await clockOf(config)).toBe('wall');
    expect(await clockOf({ ...config, simulatorProcess: 'own' })).toBe('own');
    expect(await clockOf({ ...config, simulatorClock: 'own' })).toBe('own');
    const minutes = { firstMinute: instantOf(0), startMinute: instantOf(60_000) };
    await keepSetup(path.join(dataDir, 'simulator'), { seed: 1, recording: 'one', ...minutes });
    expect(await clockOf(config)).toBe('own');
    rmSync(dataDir, { recursive: true });
  });

  const start = async (): Promise<void> => {
    const env = {
      ...COMPILE_CACHE,
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      SIMULATOR_PORT: '0',
      SIMULATOR_CLOCK: 'own',
      SIMULATOR_HOSTS: 'Exchange.example.org',
      MARKET_SPEED: '300',
    };
    const started = spawn(process.execPath, [PROGRAM, 'simulator'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    let output = '';
    port = await new Promise<number>((resolve, reject) => {
      started.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /ready: http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
      started.on('exit', (code) => reject(new Error(`it ended with ${String(code)}: ${output}`)));
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const gone = child === null ? [] : once(child, 'exit');
    child?.kill(signal);
    await gone;
    child = null;
  };
  const ask = (method: string, call: string, params = {}) => sendSigned(port, HAND, [method, call], params);
  const list = async (call: string, params = {}): Promise<readonly Row[]> => (await ask('GET', call, params)).json;
  const marketTime = async (): Promise<number> =>
    (await send(port, { path: '/fapi/v1/premiumIndex?symbol=BTCUSDT' })).json.time;

  const orders = new Map<string, Told>();
  const trades = new Map<string, string>();
  const hear = (row: Row): void => {
    if (typeof row['clientOrderId'] !== 'string') return;
    orders.set(row['clientOrderId'], { status: String(row['status']), executedQty: Number(row['executedQty']) });
  };

  /** Orders of every kind around the price, some of them cancelled, and the reports of their fills. */
  const trade = async (random: Chance, count: number): Promise<void> => {
    const symbol = random.pick(SYMBOLS);
    const { price } = (await send(port, { path: `/fapi/v2/ticker/price?symbol=${symbol}` })).json;
    const [side, positionSide] = random.pick([
      ['BUY', 'LONG'],
      ['SELL', 'SHORT'],
    ] as const);
    const newClientOrderId = `kill-${count}`;
    const decimals = { BTCUSDT: [1, 3], ETHUSDT: [2, 3], XRPUSDT: [4, 1] }[symbol];
    const quantity = (150 / Number(price) + 10 ** -Number(decimals[1])).toFixed(decimals[1]);
    const limit = (Number(price) * (1 + (random.next() - 0.5) * 0.002)).toFixed(decimals[0]);
    const kind = random.next() < 0.3 ? { type: 'MARKET' } : { type: 'LIMIT', timeInForce: 'GTC', price: limit };
    hear(
      (await ask('POST', '/fapi/v1/order', { symbol, side, positionSide, newClientOrderId, quantity, ...kind })).json,
    );
    if (random.next() < 0.2) {
      const origClientOrderId = `kill-${random.between(0, count)}`;
      hear((await ask('DELETE', '/fapi/v1/order', { symbol, origClientOrderId })).json);
    }
    for (const row of await list('/fapi/v1/userTrades', { symbol })) {
      trades.set(`${symbol} ${String(row['id'])}`, JSON.stringify(row));
    }
  };

  it('can be reached under a host name of SIMULATOR_HOSTS, and under no other', async () => {
    await start();
    const under = async (host: string) => (await send(port, { path: '/fapi/v1/time', headers: { host } })).status;
    expect([await under('exchange.example.org'), await under('evil.example.org')]).toEqual([200, 403]);
  });

  it('still has everything it had reported, to the last digit, after each kill -9', {
    timeout: 1_800_000,
  }, async () => {
    const seed = SEED_OF_RUN;
    process.stderr.write(`simulator kills seed ${seed}\n`);
    const random = chance(seed);
    let count = 0;
    if (child === null) await start();
    expect((await ask('POST', '/fapi/v1/positionSide/dual', { dualSidePosition: 'true' })).json.code).toBe(200);
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (let left = random.between(8, 20); left > 0; left -= 1) await trade(random, count++);
      const toldAt = await marketTime();
      void trade(random, count++).catch(() => {}); // Killed in the middle: nothing was acknowledged.
      await sleep(random.between(0, 12));
      await end('SIGKILL');

      await start();
      expect(await marketTime()).toBeGreaterThanOrEqual(toldAt);
      const known = new Map<string, Row>();
      for (const symbol of SYMBOLS) {
        for (const row of await list('/fapi/v1/allOrders', { symbol, limit: '1000' })) {
          known.set(String(row['clientOrderId']), row);
        }
        const rows = await list('/fapi/v1/userTrades', { symbol, limit: '1000' });
        const now = new Map(rows.map((row) => [`${symbol} ${String(row['id'])}`, JSON.stringify(row)]));
        for (const [id, text] of trades) if (id.startsWith(`${symbol} `)) expect(now.get(id)).toBe(text);
      }
      for (const [id, told] of orders) {
        const row = known.get(id);
        expect(row, `${id} is known`).toBeDefined();
        expect(Number(row?.['executedQty'])).toBeGreaterThanOrEqual(told.executedQty);
        if (!['NEW', 'PARTIALLY_FILLED'].includes(told.status)) expect(row?.['status']).toBe(told.status);
      }
      await booksAgree();
    }
    expect(orders.size).toBeGreaterThan(20);
    expect(trades.size).toBeGreaterThan(5);
  });

  const balance = async (): Promise<string> => String((await list('/fapi/v3/balance'))[0]?.['balance']);

  /** The wallet equals the sum of the income. The market moves on, so both are read until nothing changed in between. */
  const booksAgree = async (): Promise<void> => {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const before = await balance();
      const income = await list('/fapi/v1/income', { limit: '1000' });
      if ((await balance()) !== before) continue;
      expect(income.reduce((total, row) => total + cashFrom(String(row['income'])), 0)).toBe(cashFrom(before));
      return;
    }
    throw new Error('the balance never stood still');
  };
});
