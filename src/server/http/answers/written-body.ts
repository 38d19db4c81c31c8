import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { turnsOfThread } from './turns-of-thread.ts';

/** Compressed in one call, of less than half a millisecond; larger ones beside the thread that serves everybody. */
export const WHOLE_BYTES = 262_144;
/** Smaller answers are sent as they are, like all others (@fastify/compress). */
const COMPRESSED_FROM_BYTES = 1_024;
/** Room for what is compressed: lists shrink to a fifth or less. */
const [CHUNK_BYTES_MIN, CHUNK_BYTES_MAX] = [1_024, 65_536] as const;
const ACCEPTS_ZSTD = /(?:^|,)\s*zstd\s*(?:,|$)/;

const compressBeside = promisify(zstdCompress);
const decompressBeside = promisify(zstdDecompress);

/** The body of an answer as it is sent, to be kept in place of what it was written from. */
export interface WrittenBody {
  readonly bytes: Buffer;
  readonly encoding: 'zstd' | null;
}

/** Writes and compresses a body once for all requests that get it. A long list lets others have turns of the thread. */
export async function writtenBody(body: unknown): Promise<WrittenBody> {
  const text = Buffer.from(await writtenText(body));
  if (text.length < COMPRESSED_FROM_BYTES) return { bytes: text, encoding: null };
  // Tables and buffers as large as the body needs: the usual ones are many times as large.
  const known = {
    pledgedSrcSize: text.length,
    chunkSize: Math.min(CHUNK_BYTES_MAX, Math.max(CHUNK_BYTES_MIN, text.length >> 2)),
  };
  const compressed = text.length > WHOLE_BYTES ? await compressBeside(text, known) : zstdCompressSync(text, known);
  return { bytes: alone(compressed), encoding: 'zstd' };
}

/** Sends a written body; who does not take zstd gets it compressed like any other answer. */
export async function sendWritten(request: FastifyRequest, reply: FastifyReply, written: WrittenBody): Promise<void> {
  const { bytes, encoding } = written;
  void reply.type(JSON_TYPE);
  if (encoding === null) void reply.send(bytes);
  else if (ACCEPTS_ZSTD.test(String(request.headers['accept-encoding'] ?? ''))) {
    void reply.header('content-encoding', encoding).header('vary', 'accept-encoding').send(bytes);
  } else void reply.send(await decompressBeside(bytes));
}

const JSON_TYPE = 'application/json; charset=utf-8';

async function writtenText(body: unknown): Promise<string> {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) {
    return JSON.stringify(body);
  }
  const { items, ...rest } = body;
  const turns = turnsOfThread();
  const parts: string[] = [];
  for (const item of items) {
    parts.push(JSON.stringify(item));
    if (turns.isOver()) await turns.give();
  }
  const others = Object.entries(rest).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{"items":[${parts.join(',')}]${others.join('')}}`;
}

/** The bytes in memory of their own: the compressor leaves them at the beginning of 64 KiB, which they would keep alive. */
function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
