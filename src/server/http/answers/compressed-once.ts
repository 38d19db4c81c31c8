import { zstdCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Compressed in one call, of less than half a millisecond; larger answers go through a stream, in parts. */
export const WHOLE_BYTES = 262_144;
/** Smaller answers are sent as they are, like all others (@fastify/compress). */
const COMPRESSED_FROM_BYTES = 1_024;
const ACCEPTS_ZSTD = /(?:^|,)\s*zstd\s*(?:,|$)/;

/** Compressed answers by their bodies, for as long as somebody keeps the body. */
const compressed = new WeakMap<object, Buffer>();

/**
 * Sends the body of an answer that other requests may get too: it is written and compressed once for all of them. Who does
 * not take zstd gets it compressed like any other answer.
 */
export function sendCompressedOnce(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  if (!ACCEPTS_ZSTD.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(body);
  const known = compressed.get(body);
  if (known !== undefined) return sendZstd(reply, known);
  const text = JSON.stringify(body);
  const size = Buffer.byteLength(text);
  if (size < COMPRESSED_FROM_BYTES || size > WHOLE_BYTES) return reply.type(JSON_TYPE).send(text);
  const bytes = zstdCompressSync(text);
  compressed.set(body, bytes);
  return sendZstd(reply, bytes);
}

const JSON_TYPE = 'application/json; charset=utf-8';

function sendZstd(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type(JSON_TYPE).header('content-encoding', 'zstd').header('vary', 'accept-encoding').send(bytes);
}
