import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { USDMClient, WebsocketClient } from 'binance';
import { freePort } from '../support/free-port.ts';
import { startSimulatorProcess } from '../support/simulator-process.ts';
import type { Foreign } from './check.ts';
import { emptyBooks, enter, type LiveBooks, units } from './live-books.ts';

/**
 * Lets a small market maker, written on the npm package `binance` as its readers would, trade for some minutes (60 unless
 * named) against `npm run simulator` on the machine's clock. At the end its own books, which it keeps from user events alone,
 * must equal what REST says: `npm run clients:live -- 60`. Prints a line of JSON; the exit code is 0 when they are equal.
 */
const MINUTES = Number(process.argv[2] ?? 60);
const SYMBOL = 'ETHUSDT';
const QUANTITY = 0.05;
const POSITION_MAX = 0.5;
const TURN_MS = 2_000;
/** Every so many turns it takes back what it has, at the market. */
const TURNS_TO_FLAT = 20;
/** How long events may take to arrive at the end. */
const SETTLE_MS = 10_000;
const SILENT = { trace: () => {}, info: () => {}, error: () => {} };

const folder = await mkdtemp(path.join(tmpdir(), 'botyard-live-'));
const port = await freePort();
const stop = await startSimulatorProcess({ DATA_DIR: folder, SIMULATOR_PORT: String(port), MARKET_SPEED: '1' });
const [rest, wire] = [`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}`];
const keys = { api_key: 'simulated-key', api_secret: 'simulated-secret' };
const client = new USDMClient({ ...keys, baseUrl: rest });
const figures = await live();
await stop();
await rm(folder, { recursive: true });
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(figures.differences.length === 0 ? 0 : 1);

async function live() {
  const startedAt = Date.now();
  const books = emptyBooks(await walletBalance());
  const stream = await listen(books);
  let [turns, refused] = [0, 0];
  while (Date.now() < startedAt + MINUTES * 60_000) {
    turns += 1;
    for (const order of await ordersOf(turns, books.position)) {
      await client.submitNewOrder(order).catch((cause: Foreign) => {
        refused += 1;
        process.stderr.write(`refused: ${cause?.body?.msg ?? cause?.message ?? String(cause)}\n`);
      });
    }
    await sleep(TURN_MS);
  }
  await client.cancelAllOpenOrders({ symbol: SYMBOL });
  const differences = await settled(books, startedAt);
  stream.closeAll(true);
  const { events, doubled, makers, fills, position, wallet } = books;
  return {
    client: 'binance',
    minutes: Math.round((Date.now() - startedAt) / 6_000) / 10,
    ...{ turns, refused, events, doubled, makers, fills: fills.size },
    position: position / 1e8,
    wallet: wallet / 1e8,
    differences,
  };
}

/** A quote on each side that the position allows, in place of those of the turn before, or an order that flattens it. */
async function ordersOf(turn: number, position: number): Promise<Parameters<USDMClient['submitNewOrder']>[0][]> {
  await client.cancelAllOpenOrders({ symbol: SYMBOL });
  const held = position / 1e8;
  if (turn % TURNS_TO_FLAT === 0 && held !== 0) {
    const side = held > 0 ? 'SELL' : 'BUY';
    return [{ symbol: SYMBOL, side, type: 'MARKET', quantity: Number(Math.abs(held).toFixed(3)), reduceOnly: 'true' }];
  }
  const { bids, asks } = await client.getOrderBook({ symbol: SYMBOL, limit: 5 });
  const quote = { symbol: SYMBOL, type: 'LIMIT', timeInForce: 'GTC', quantity: QUANTITY } as const;
  const [bid, ask] = [Number(bids[0]?.[0]), Number(asks[0]?.[0])];
  return [
    ...(held < POSITION_MAX ? [{ ...quote, side: 'BUY', price: bid } as const] : []),
    ...(held > -POSITION_MAX ? [{ ...quote, side: 'SELL', price: ask } as const] : []),
  ];
}

async function listen(books: LiveBooks): Promise<WebsocketClient> {
  const options = { ...keys, wsUrl: wire, beautify: false, restOptions: { baseUrl: rest } };
  const stream = new WebsocketClient(options, SILENT);
  const opened = new Promise<void>((resolve) => {
    stream.on('open', () => resolve());
  });
  stream.on('message', (message: Foreign) => enter(books, message.data ?? message));
  await stream.subscribeUsdFuturesUserDataStream();
  await opened;
  return stream;
}

async function walletBalance(): Promise<string> {
  const rows = await client.getBalanceV3();
  return String(rows.find(({ asset }) => asset === 'USDT')?.balance ?? '');
}

/** Waits until events and REST say the same. @returns what still differs after a while */
async function settled(books: LiveBooks, startedAt: number): Promise<readonly string[]> {
  let differences: readonly string[] = [];
  for (const end = Date.now() + SETTLE_MS; Date.now() < end; await sleep(500)) {
    differences = await compared(books, startedAt);
    if (differences.length === 0) break;
  }
  return differences;
}

async function compared(books: LiveBooks, startedAt: number): Promise<readonly string[]> {
  const [wallet, [position], open, trades] = [
    await walletBalance(),
    await client.getPositionsV3({ symbol: SYMBOL }),
    await client.getAllOpenOrders({ symbol: SYMBOL }),
    await allTrades(startedAt),
  ];
  const sides = [
    ['wallet', books.wallet, units(wallet)],
    ['position', books.position, units(position?.positionAmt ?? 0)],
    [
      'open orders',
      [...books.open.keys()].sort().join(),
      open
        .map(({ orderId }) => String(orderId))
        .sort()
        .join(),
    ],
    ['fills', [...books.fills.keys()].sort((a, b) => a - b).join(), trades.join()],
  ] as const;
  return sides.flatMap(([name, own, told]) => (own === told ? [] : [`${name}: events ${own}, REST ${told}`]));
}

/** Ids of all fills since the start, page by page. */
async function allTrades(startTime: number): Promise<readonly number[]> {
  const page = { symbol: SYMBOL, limit: 1_000 } as const;
  let rows = await client.getAccountTrades({ ...page, startTime });
  const ids: number[] = [];
  while (rows.length > 0) {
    ids.push(...rows.map(({ id }) => Number(id)));
    rows = await client.getAccountTrades({ ...page, fromId: (ids.at(-1) ?? 0) + 1 });
  }
  return ids;
}
