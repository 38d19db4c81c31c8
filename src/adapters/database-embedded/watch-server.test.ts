import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ServerWatch, watchServer } from './watch-server.ts';

let cluster: string;
let listener: Server;
let watch: ServerWatch | null = null;
let questions = 0;

/** A refusal for want of connections counts as an answer (probe-server.test.ts). */
const FIELDS = Buffer.from('SFATAL\0C53300\0Mtoo many connections\0\0');
const REFUSAL = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), FIELDS]);
REFUSAL.writeInt32BE(4 + FIELDS.length, 1);

beforeAll(async () => {
  cluster = mkdtempSync(path.join(tmpdir(), 'botyard-looks-'));
  listener = createServer((socket) => {
    questions += 1;
    socket.once('data', () => socket.end(REFUSAL));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(async () => {
  await watch?.stop();
  listener.close();
  rmSync(cluster, { recursive: true });
});

function portOf(): number {
  const bound = listener.address();
  if (bound === null || typeof bound === 'string') throw new Error('The listener has no port.');
  return bound.port;
}

/** As PostgreSQL writes it; the process is this one, which runs. */
function tellStatus(status: string): void {
  const lines = [process.pid, cluster, 0, portOf(), '', '127.0.0.1', 0, status];
  writeFileSync(path.join(cluster, 'postmaster.pid'), lines.join('\n'));
}

it('a server that answers is not asked each second, but at once when its process is about to end', async () => {
  tellStatus('ready');
  const url = `postgres://somebody:secret@127.0.0.1:${portOf()}/none`;
  watch = watchServer({ cluster, port: portOf(), url, start: async () => {}, log: () => {} });
  await vi.waitFor(() => expect(questions).toBe(1));
  await sleep(2_500); // Two looks; the next question is due after five.
  expect(questions).toBe(1);
  tellStatus('stopping');
  const from = performance.now();
  await vi.waitFor(() => expect(questions).toBeGreaterThan(1), { timeout: 60_000 });
  process.stdout.write(`asked again after ${(performance.now() - from).toFixed(0)} ms\n`);
});
