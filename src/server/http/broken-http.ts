import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '#contract/problem.ts';
import { httpStatusOf, ProblemError, problemBody } from './problem.ts';
import { toWire } from './wire.ts';

const CODES: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'HEAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'HEAD_TOO_SLOW',
};

/**
 * Answers bytes that Node cannot read as a request, and ends the connection: no handler will ever see them. Without it the
 * answer would be the framework's own, which has no code.
 */
export function answerBrokenHttp(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(answerOf(CODES[error.code ?? ''] ?? 'HTTP_INVALID'));
  socket.destroySoon();
}

function answerOf(code: ProblemCode): string {
  const status = httpStatusOf(code);
  const body = JSON.stringify(toWire(problemBody(new ProblemError(code), randomUUID())));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
