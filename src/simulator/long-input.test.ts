import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInOnePass } from '../../tests/support/in-one-pass.ts';
import { openStreamingWorld, type StreamingWorld } from '../../tests/support/streaming-world.ts';
import { send, sendSigned, signed } from '../../tests/support/wire-client.ts';
import { WORST_JSON, worstSyntax, worstTexts } from '../../tests/support/worst-texts.ts';
import { textToSign } from './rest/http/check-access.ts';
import { ownRequests } from './rest/http/own-request.ts';
import { itemParams, parseRequestParams } from './rest/http/params.ts';
import { isSigned, publicKeyKind } from './rest/http/signatures.ts';
import { parseLosslessly } from './rest/http/wire-json.ts';
import { apiRequest } from './socket-api/api-request.ts';
import { clientRequest } from './streams/client-request.ts';
import { streamSpec } from './streams/market/stream-name.ts';
import { streamAddress } from './streams/stream-address.ts';

/** As much as a body or a message may bring. */
const LENGTH = 64 * 1_024 - 64;
/** As much as the head of a request may bring, beside what clients send anyway. */
const HEAD_LENGTH = 15_000;
const TEXTS = [...worstTexts(LENGTH), ...worstSyntax(LENGTH)];
const KEY = { secret: 'secret' };
const [SIGNATURE_WRONG, KEY_WRONG] = [-1022, -2015];

const JSONS = WORST_JSON.map((textOf) => textOf(LENGTH));

/** What is thrown away by its callers. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Readers of the simulated exchange by what they read. Each answers, or throws what its caller catches. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the parameters of a request': (text) => [parseRequestParams(text, ''), parseRequestParams('', text)],
  'the text that a signature is of': (text) => isSigned(textToSign(text, text), text, KEY),
  'a signature': (text) => isSigned('text', text, KEY),
  'a public key': (text) => publicKeyKind(text),
  'a batch of orders': (text) => orNothing(() => [parseLosslessly(text)].flat().map(itemParams)),
  'a call on a socket': apiRequest,
  'a request for streams': clientRequest,
  'the name of a stream': streamSpec,
};

describe('the longest input of the simulated exchange', () => {
  it.each(Object.entries(READERS))('is read in one pass as %s', async (_what, read) => {
    for (const text of TEXTS) await expectInOnePass(text, read);
    for (const textOf of WORST_JSON) await expectInOnePass({ textOf, length: LENGTH }, read);
  });

  it('is read in one pass as a host, an origin and the address of a socket, as far as the head of a request goes', async () => {
    const isOwn = ownRequests(['exchange.example.org']);
    for (const text of [...worstTexts(HEAD_LENGTH), ...worstSyntax(HEAD_LENGTH)]) {
      await expectInOnePass(text, (host) => isOwn({ host }));
      await expectInOnePass(text, (host) => isOwn({ host: `[${host}]:9090` }));
      await expectInOnePass(text, (origin) => isOwn({ host: 'localhost', origin }));
      for (const before of ['/', '//', '/market/ws/', '/public/stream?streams=', '/private/ws?events='])
        await expectInOnePass(text, (rest) => orNothing(() => streamAddress(before + rest)));
    }
  });
});

describe('the longest input at the port of the simulated exchange', () => {
  let world: StreamingWorld;
  beforeAll(async () => {
    world = await openStreamingWorld();
  });
  afterAll(() => world.close());

  it('is refused as the body of every act of the admin surface', async () => {
    const { json } = await send(world.port, { path: '/admin/nothing', headers: world.adminHeaders });
    const acts = String(json.detail).match(/POST \/admin\/[a-z/-]+/g) ?? [];
    expect(acts.length).toBeGreaterThan(20);
    for (const act of acts) {
      for (const body of JSONS) {
        const path = act.slice('POST '.length);
        const reply = await send(world.port, { method: 'POST', path, body, headers: world.adminHeaders });
        expect([reply.status, reply.json.code], `${act} ${body.slice(0, 20)}`).toEqual([400, 'BODY_INVALID']);
      }
    }
    expect(world.failures).toEqual([]);
  });

  it('is refused as a value of an order, as a batch of orders, and as a message on a socket', async () => {
    const trader = await world.trader();
    for (const text of [...JSONS, ...worstSyntax(9_000)]) {
      await world.admin('faults/clear'); // How often one may ask is not under test here.
      const batch = { batchOrders: text.slice(0, 9_000) };
      const sent = await sendSigned(world.port, trader.key, ['POST', '/fapi/v1/batchOrders'], batch);
      expect(sent.status, text.slice(0, 20)).toBeGreaterThanOrEqual(400);
      for (const name of ['symbol', 'side', 'quantity', 'price', 'newClientOrderId']) {
        const order = {
          symbol: 'ETHUSDT',
          side: 'BUY',
          type: 'LIMIT',
          timeInForce: 'GTC',
          quantity: '1',
          price: '900',
        };
        const body = signed({ ...order, [name]: text.slice(0, 15_000) }, trader.key, Date.now());
        const headers = { 'X-MBX-APIKEY': trader.key.apiKey };
        const reply = await send(world.port, { method: 'POST', path: '/fapi/v1/order', body, headers });
        expect(reply.status, `${name} ${text.slice(0, 20)}`).toBe(400);
        expect([SIGNATURE_WRONG, KEY_WRONG]).not.toContain(reply.json.code); // It is the value that is refused.
      }
    }
    for (const path of ['/ws-fapi/v1', '/public/ws']) {
      for (const text of JSONS) {
        const ear = await world.listen(path);
        ear.socket.send(text);
        await ear.hear(({ error }) => error !== undefined);
        ear.close();
      }
    }
    expect(world.failures).toEqual([]);
  });
});
