import { createServer } from 'node:net';
import { chance } from '#base/prng.ts';

/** Systems take the ports of outgoing connections from above; a port from there could be gone before it is used. */
const PORTS = { from: 20_000, to: 29_999 };
const dice = chance(process.pid);

/** A port of this machine that nobody listens on at the moment and that no outgoing connection takes. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = dice.between(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
