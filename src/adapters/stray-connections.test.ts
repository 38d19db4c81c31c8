import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressPayloads } from '../../tests/support/address-payloads.ts';
import { openScriptedExchange, type ScriptedExchange } from '../../tests/support/scripted-exchange.ts';
import { listScripted } from '../../tests/support/wire-samples.ts';
import { coinMarketCap } from './coinmarketcap/coinmarketcap.ts';
import { firestoreDocuments } from './documents-firestore/firestore-documents.ts';
import { type ConnectedExchange, connectExchange } from './exchange-binance-usdm/connect-exchange.ts';

const LIMITS = { connectMs: 10_000, headersMs: 10_000, bodyMs: 10_000, bytesMax: 100_000 };
const CREDENTIALS = { apiKey: 'k'.repeat(64), secret: 's'.repeat(64) };
const BATCH = 20;

let ours: ScriptedExchange;
let open: ConnectedExchange;
let sink: Server;
let sinkPort: number;
let reached = 0;
/** Every socket that this process has opened, by whichever library. */
const sockets: Socket[] = [];
const notice = (message: unknown) => void sockets.push((message as { readonly socket: Socket }).socket);

beforeAll(async () => {
  sink = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => sink.listen(0, resolve));
  sinkPort = (sink.address() as AddressInfo).port;
  ours = await openScriptedExchange();
  listScripted(ours);
  open = connectExchange({ name: 'sim', urls: ours.urls }, { limits: LIMITS });
  subscribe('net.client.socket', notice);
});

afterAll(async () => {
  unsubscribe('net.client.socket', notice);
  await open.close();
  await ours.close();
  await new Promise((resolve) => sink.close(resolve));
});

type Ask = (text: string) => Promise<unknown>;
const query = { interval: '1h', from: null, to: null, limit: 1 } as const;
const origin = () => `http://127.0.0.1:${ours.port}`;
const documents = () => firestoreDocuments({ origin: origin(), projectId: 'p' });

/** Every question to another server that holds a text which a user has chosen. */
const questions: readonly (readonly [what: string, ask: Ask])[] = [
  ['candles of a spot symbol', (symbol) => open.market.candleTexts('spot', { ...query, symbol })],
  ['candles of a futures symbol', (symbol) => open.market.candleTexts('futures', { ...query, symbol })],
  ['the signed price of a symbol', (symbol) => open.signedPrice(CREDENTIALS, symbol)],
  ['the permissions of a key', (apiKey) => open.permissions.permissionsOf({ ...CREDENTIALS, apiKey })],
  ['a document of a user', (userId) => documents().read({ userId, path: `keys/${userId}`, token: 't' })],
  ['a document by a token', (token) => documents().read({ userId: 'u', path: 'keys/k', token })],
];

describe('texts that a user has chosen', () => {
  it.each(questions)('open no connection to anywhere else, where they ask for %s', async (_what, ask) => {
    const payloads = addressPayloads(sinkPort);
    expect(payloads.length).toBeGreaterThan(100);
    sockets.length = 0;
    for (let start = 0; start < payloads.length; start += BATCH) {
      await Promise.allSettled(payloads.slice(start, start + BATCH).map(async (text) => ask(text)));
    }
    const elsewhere = sockets.filter((socket) => socket.remotePort !== undefined && socket.remotePort !== ours.port);
    expect(elsewhere.map((socket) => `${socket.remoteAddress}:${socket.remotePort}`)).toEqual([]);
    expect(reached).toBe(0);
  });

  it('go only into the places that are meant for them', () => {
    const asked = [...new Set(ours.requests.map(({ path }) => path))];
    expect(asked.filter((path) => !MEANT.test(path))).toEqual([]);
    expect(asked).toEqual(expect.arrayContaining(['/api/v3/klines', '/fapi/v1/klines']));
    const symbols = ours.requests
      .filter(({ path }) => path === '/api/v3/klines')
      .map(({ query: sent }) => sent.get('symbol'));
    expect(new Set(symbols)).toEqual(new Set(addressPayloads(sinkPort)));
  });
});

const MEANT =
  /^\/(?:api\/v3|fapi\/v[1-3]|sapi\/v1)\/\w+(?:\/\w+)?$|^\/v1\/projects\/p\/databases\/\(default\)\/documents\/keys\//;

describe('a redirect', () => {
  it('is followed by no client of another server', async () => {
    const away = { status: 302, text: '', headers: { location: `http://127.0.0.1:${sinkPort}/` } };
    for (const path of ['/api/v3/klines', '/v1/key/info', '/v1/projects/p/databases/(default)/documents/keys/k']) {
      ours.answer(`GET ${path}`, away);
    }
    const asked = [
      open.market.candleTexts('spot', { ...query, symbol: 'ETHUSDT' }),
      coinMarketCap({ origin: origin(), apiKey: 'k' }).creditsLeft(),
      documents().read({ userId: 'u', path: 'keys/k', token: 't' }),
    ];
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(reached).toBe(0);
  });
});
