import type { ServerResponse } from 'node:http';
import { unreachable } from '#base/assert.ts';
import type { Delivery, HttpAnswer } from './fault-hook.ts';

/** Writes an answer, or the part of it that a fault lets through before it breaks the connection. */
export function deliver(delivery: Delivery, response: ServerResponse): void {
  switch (delivery.kind) {
    case 'send':
      writeHead(delivery.answer, response).end(delivery.answer.body);
      return;
    case 'cut': {
      const part = Buffer.from(delivery.answer.body).subarray(0, delivery.bytes);
      writeHead(delivery.answer, response).write(part, () => response.destroy());
      return;
    }
    case 'drop':
      response.destroy();
      return;
    default:
      unreachable(delivery);
  }
}

function writeHead({ status, contentType, headers, body }: HttpAnswer, response: ServerResponse): ServerResponse {
  return response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
}
