import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerWatch, watchServer } from './watch-server.ts';

let cluster: string;
let listener: Server;
let watch: ServerWatch | null = null;
/** When it was asked, milliseconds. */
const questions: number[] = [];
/** Of five looks at its process, between which it is not asked. */
const LOOKS_MS = 5_000;
/** A timer may ring so much too early. */
const TIMER_MS = 20;

/** A refusal for want of connections counts as an answer (probe-server.test.ts). */
const FIELDS = Buffer.from('SFATAL\0C53300\0Mtoo many connections\0\0');
const REFUSAL = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), FIELDS]);
REFUSAL.writeInt32BE(4 + FIELDS.length, 1);

beforeAll(async () => {
  cluster = mkdtempSync(path.join(tmpdir(), 'botyard-looks-'));
  listener = createServer((socket) => {
    questions.push(performance.now());
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

/** Between one question and the next, milliseconds. */
const pauses = (): readonly number[] => questions.slice(1).map((at, index) => at - (questions[index] ?? 0));

/** As PostgreSQL writes it; the process is this one, which runs. */
function tellStatus(status: string): void {
  const lines = [process.pid, cluster, 0, portOf(), '', '127.0.0.1', 0, status];
  writeFileSync(path.join(cluster, 'postmaster.pid'), lines.join('\n'));
}

it('a server that answers is asked every five seconds, and each second when its process is about to end', async () => {
  tellStatus('ready');
  const url = `postgres://somebody:secret@127.0.0.1:${portOf()}/none`;
  watch = watchServer({ cluster, port: portOf(), url, start: async () => {}, log: () => {} });
  await expect.poll(() => questions.length).toBe(2);
  expect(pauses()[0]).toBeGreaterThan(LOOKS_MS - TIMER_MS);
  tellStatus('stopping');
  await expect.poll(() => Math.min(...pauses())).toBeLessThan(LOOKS_MS / 2); // A busy machine may be late for some of them.
});
