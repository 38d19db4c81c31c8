import type { IncomingMessage } from 'node:http';

/** The answer of `readBody` for more than it takes. */
export const BODY_TOO_LARGE = Symbol('body too large');

/** A batch of five orders is a hundredth of this. */
const BODY_BYTES_MAX = 65_536;

/** The body one character a byte, as signatures need it; null when the client broke off. */
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
