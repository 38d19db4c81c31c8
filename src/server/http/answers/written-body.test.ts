import { zstdDecompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { sendWritten, WHOLE_BYTES, type WrittenBody, writtenBody } from './written-body.ts';

/** What a request with these encodings is sent. */
async function sent(encodings: string, written: WrittenBody) {
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
  await sendWritten(request as unknown as FastifyRequest, reply as unknown as FastifyReply, written);
  return { payload: seen.payload, encoding: headers['content-encoding'] };
}

const BROWSER = 'gzip, deflate, br, zstd';
const list = (items: number) => ({
  items: Array.from({ length: items }, (_unused, id) => ({ id, text: 'a line' })),
  total: items,
  cursor: null,
});
const text = (written: WrittenBody): string => zstdDecompressSync(written.bytes).toString();

describe('a written body', () => {
  it.each([
    ['a list', list(1_000)],
    ['a list that is compressed beside the thread', list(WHOLE_BYTES / 20)],
    ['an empty list with many other fields', { items: [], text: 'x'.repeat(2_000), other: { items: [1] } }],
    ['no list', { text: 'x'.repeat(2_000) }],
  ])('holds the JSON of %s', async (_case, body) => {
    expect(JSON.parse(text(await writtenBody(body)))).toEqual(body);
  });

  it.each([list(1), list(0), { text: 'x' }, null])('holds a few bytes as they are: %j', async (body) => {
    const written = await writtenBody(body);
    expect([written.encoding, JSON.parse(written.bytes.toString())]).toEqual([null, body]);
  });

  it.each([100, 1_000, WHOLE_BYTES / 20])(
    'keeps no more memory than its own bytes, with a list of %i rows',
    async (rows) => {
      const { bytes } = await writtenBody(list(rows));
      expect(bytes.buffer.byteLength).toBe(bytes.length);
    },
  );

  it('is sent as it is to every client that takes zstd', async () => {
    const written = await writtenBody(list(1_000));
    for (const _client of [1, 2]) {
      expect(await sent(BROWSER, written)).toEqual({ payload: written.bytes, encoding: 'zstd' });
    }
  });

  it.each(['gzip, br', 'gzip, zstd;q=0', ''])(
    'is left to the usual compression for a client that takes "%s"',
    async (encodings) => {
      const { payload, encoding } = await sent(encodings, await writtenBody(list(1_000)));
      expect(encoding).toBeUndefined();
      expect(JSON.parse(String(payload))).toEqual(list(1_000));
    },
  );
});
