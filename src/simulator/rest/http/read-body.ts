import type { IncomingMessage } from 'node:http';

/** Returned by `readBody` for a body above the limit. */
export const BODY_TOO_LARGE = Symbol('body too large');

/** A hundred times a batch of five orders. */
const BODY_BYTES_MAX = 65_536;

/** The body as one character per byte, as signatures need it; null when the client disconnected. */
export function readBody(request: IncomingMessage): Promise<string | typeof BODY_TOO_LARGE | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_BYTES_MAX) resolve(BODY_TOO_LARGE);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
    request.on('error', () => resolve(null));
    request.on('close', () => resolve(null));
  });
}
