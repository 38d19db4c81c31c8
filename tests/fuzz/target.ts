import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './make-request.ts';

/** An answer, or that the connection ended without one. */
export interface FuzzAnswer {
  /** 0 where there was none. */
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly retryAfterS: number | null;
  readonly ms: number;
}

const NO_ANSWER = { status: 0, type: '', body: '', retryAfterS: null };
const ANSWER_MS_MAX = 20_000;

/** Sends requests to a server on this machine, broken ones byte by byte. */
export interface Target {
  ask(request: FuzzRequest, headers: Readonly<Record<string, string>>): Promise<FuzzAnswer>;
  isAlive(): Promise<boolean>;
  close(): void;
}

export function targetAt(address: string, connectionsMax: number): Target {
  const { hostname, port, host } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });

  const send = (request: FuzzRequest, headers: Readonly<Record<string, string>>): Promise<Omit<FuzzAnswer, 'ms'>> =>
    new Promise((resolve) => {
      const { method, path, body } = request;
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = httpRequest(
        { agent, hostname, port, method, path, headers: { host, ...headers, ...length }, timeout: ANSWER_MS_MAX },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', () => resolve(NO_ANSWER));
          answer.on('end', () => {
            const wait = Number(answer.headers['retry-after']);
            resolve({
              status: answer.statusCode ?? 0,
              type: String(answer.headers['content-type'] ?? ''),
              body: answer.headers['content-encoding'] === undefined ? Buffer.concat(chunks).toString() : '',
              retryAfterS: Number.isFinite(wait) ? wait : null,
            });
          });
        },
      );
      sent.on('error', () => resolve(NO_ANSWER));
      sent.on('timeout', () => sent.destroy());
      sent.on('upgrade', (_answer, socket) => socket.destroy());
      sent.end(body ?? undefined);
    });

  const sendBytes = (text: string): Promise<Omit<FuzzAnswer, 'ms'>> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.setTimeout(QUIET_MS, () => socket.destroy());
      socket.on('connect', () => socket.end(Buffer.from(text.replaceAll('{host}', host), 'latin1')));
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(readBytes(answer)));
    });

  return {
    async ask(request, headers) {
      const start = performance.now();
      const answer = await (request.kind === 'broken' ? sendBytes(request.body ?? '') : send(request, headers));
      return { ...answer, ms: performance.now() - start };
    },
    async isAlive() {
      for (let attempt = 0; attempt < ALIVE_ATTEMPTS; attempt += 1) {
        const answer = await fetch(new URL('/api/settings', address)).catch(() => null);
        if (answer !== null) return true;
      }
      return false;
    },
    close: () => agent.destroy(),
  };
}

/** Of a connection on which nothing more comes; well within the time in which a server closes a head that never ends. */
const QUIET_MS = 2_000;
const ALIVE_ATTEMPTS = 3;

function readBytes(answer: string): Omit<FuzzAnswer, 'ms'> {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
  const type = /^content-type: (.*)$/im.exec(answer)?.[1]?.trim() ?? '';
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  return { status, type, body, retryAfterS: null };
}
