import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAB_CANDLES_PATH } from '#contract/tests/lab-candles.ts';
import { sharedFiles } from '#market/candle-files/shared-files.ts';
import { candleFolder } from '../../../tests/support/candle-folder.ts';
import { expectInOnePass } from '../../../tests/support/in-one-pass.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { worstSyntax, worstTexts } from '../../../tests/support/worst-texts.ts';

const TOKEN = 'a-token-of-the-lab';
/** Node refuses heads of more than 16 KB, of which clients send some by themselves. */
const HEAD_LENGTH = 15_000;
/** What a head may hold: text without control characters. */
const isHeader = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
const HEADERS = [...worstTexts(HEAD_LENGTH), ...worstSyntax(HEAD_LENGTH)].filter(isHeader);
const PARTS = [...worstTexts(HEAD_LENGTH), ...worstSyntax(HEAD_LENGTH)].map((text) => text.toWellFormed());
/** As part of an address, where a character may take up to nine; no more than fits into a head. */
const inAddress = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, HEAD_LENGTH);

const candles = candleFolder();
let server: TestServer;
let port: number;

beforeAll(async () => {
  const sharedCandles = { token: TOKEN, files: sharedFiles([candles.folder]) };
  server = await startTestServer({ trustedProxies: ['127.0.0.1'], sharedCandles });
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  await server.close();
  candles.remove();
});

/** The status of the answer to a head as it stands. */
function ask(path: string, headers: IncomingHttpHeaders): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const REFUSED = [400, 401, 403, 404];

async function expectRefused(texts: readonly string[], read: (text: string) => Promise<number>): Promise<void> {
  for (const text of texts) {
    await expectInOnePass(text, async (part) => expect(REFUSED, part.slice(0, 20)).toContain(await read(part)));
  }
}

describe('the longest head of a request is refused in one pass', () => {
  it.each(['authorization', 'host', 'origin', 'x-forwarded-for'])('with its text in the header %s', async (name) => {
    await expectRefused(HEADERS, (text) => ask('/api/status', { [name]: text }));
  });

  it('with its text as a token, alone and on the path of candles', async () => {
    await expectRefused(HEADERS, (text) => ask('/api/status', { authorization: `Bearer ${text}` }));
    await expectRefused(HEADERS, (text) => ask(`${LAB_CANDLES_PATH}/ETHUSDT`, { authorization: `Bearer ${text}` }));
  });

  it('with its text in the path of a file of candles', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(await ask(`${LAB_CANDLES_PATH}/ETHUSDT`, headers)).toBe(200);
    await expectRefused(PARTS, (text) => ask(`${LAB_CANDLES_PATH}/${inAddress(text)}`, headers));
    await expectRefused(PARTS, (text) => ask(`${LAB_CANDLES_PATH}/ETHUSDT/${inAddress(text)}`, headers));
  });

  it('with its text as one address of several calls in one, or around them', async () => {
    const authorization = `Bearer ${await server.tokenOf('ann')}`;
    await expectRefused(PARTS, (text) => ask(`/api/together?address=${inAddress(`/api/${text}`)}`, { authorization }));
    const around = worstSyntax(HEAD_LENGTH).map((text) => encodeURI(text).replaceAll('#', '%23').slice(0, HEAD_LENGTH));
    await expectRefused(around, (text) => ask(`/api/together?${text}`, { authorization }));
    await expectRefused([`${'address=/api/demo&'.repeat(700)}`], (text) =>
      ask(`/api/together?${text}`, { authorization }),
    );
  });
});
