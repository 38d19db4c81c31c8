import { zstdDecompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { sendCompressedOnce, WHOLE_BYTES } from './compressed-once.ts';

/** What a request with these encodings is sent of a body. */
function sent(encodings: string, body: object) {
  const headers: Record<string, string> = {};
  const seen: { payload?: unknown } = {};
  const reply = {
    type: () => reply,
    header: (name: string, value: string) => {
      headers[name] = value;
      return reply;
    },
    send: (payload: unknown) => {
      seen.payload = payload;
      return reply;
    },
  };
  const request = { headers: { 'accept-encoding': encodings } };
  sendCompressedOnce(request as unknown as FastifyRequest, reply as unknown as FastifyReply, body);
  return { payload: seen.payload, encoding: headers['content-encoding'] };
}

const BROWSER = 'gzip, deflate, br, zstd';
const list = (items: number) => ({ items: Array.from({ length: items }, (_unused, id) => ({ id, text: 'a line' })) });

describe('the body of an answer', () => {
  it('is compressed once for all requests that get it', () => {
    const body = list(1_000);
    const [first, second] = [sent(BROWSER, body), sent(BROWSER, body)];
    expect(first.encoding).toBe('zstd');
    expect(JSON.parse(zstdDecompressSync(first.payload as Buffer).toString())).toEqual(body);
    expect(second.payload).toBe(first.payload);
  });

  it('is compressed again when it is another one, even if it looks the same', () => {
    expect(sent(BROWSER, list(1_000)).payload).not.toBe(sent(BROWSER, list(1_000)).payload);
  });

  it.each([
    ['the client does not take zstd', 'gzip, br', list(1_000)],
    ['the client refuses zstd', 'gzip, zstd;q=0', list(1_000)],
    ['it has a few bytes', BROWSER, list(1)],
    ['it is too large for one call', BROWSER, list(WHOLE_BYTES / 20)],
  ])('is left to the usual compression when %s', (_case, encodings, body) => {
    const { payload, encoding } = sent(encodings, body);
    expect(encoding).toBeUndefined();
    expect(typeof payload === 'string' ? JSON.parse(payload) : payload).toEqual(body);
  });
});
