import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { DAY_MS, instantOf, later } from '#base/time.ts';
import type { Pace } from '#simulator/market-clock.ts';
import { openSimulator, type Simulator } from '#simulator/open-simulator.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';

/** The market of these tests stands here at first. */
export const STREAMING_START = instantOf(Date.UTC(2026, 2, 10, 14, 30));
const HISTORY_DAYS = 31;

/** A message of a stream or an answer, parsed; ids above 2^53 are rounded here. */
// biome-ignore lint/suspicious/noExplicitAny: JSON from the other side of a socket, looked at key by key by the tests.
export type Told = any;

/** A client's socket that keeps what it is told. */
export interface Ear {
  readonly socket: WebSocket;
  readonly texts: string[];
  /** Everything told so far that is no answer, out of its envelope. */
  told(): Told[];
  /** The first message, past or to come, that is looked for. */
  hear(isWanted: (message: Told) => boolean): Promise<Told>;
  say(request: object): void;
  closed(): Promise<{ readonly code: number; readonly reason: string }>;
  close(): void;
}

/** A simulated exchange on a free port, with a folder of its own. */
export interface StreamingSimulator extends Simulator {
  readonly warnings: string[];
  /** Calls the admin surface; the answer must be good. */
  admin(path: string, body: object): Promise<Told>;
  listen(path: string): Promise<Ear>;
  /** Moves a stepping clock on, in steps. */
  step(ms: number, stepMs?: number): Promise<void>;
}

export async function openStreamingSimulator(pace: Pace): Promise<StreamingSimulator> {
  const folder = await mkdtemp(path.join(tmpdir(), 'botyard-streaming-'));
  const warnings: string[] = [];
  const simulator = await openSimulator({
    setup: {
      folder,
      seed: 5,
      recording: 'no recording',
      firstMinute: later(STREAMING_START, -HISTORY_DAYS * DAY_MS),
      startMinute: STREAMING_START,
      symbols: (begin) => listedSymbols({ ...begin, recordings: new Map() }),
      pace,
    },
    host: '127.0.0.1',
    port: 0,
    warn: (sentence) => warnings.push(sentence),
    onFailure: (cause) => {
      throw cause;
    },
  });
  const ears: Ear[] = [];
  return {
    ...simulator,
    warnings,
    admin: (adminPath, body) => callAdmin(simulator.port, adminPath, body),
    async listen(streamPath) {
      const ear = await openEar(`ws://127.0.0.1:${simulator.port}${streamPath}`);
      ears.push(ear);
      return ear;
    },
    async step(ms, stepMs = ms) {
      for (let done = 0; done < ms; done += stepMs) {
        await simulator.simulation.step(later(simulator.simulation.now(), stepMs));
      }
    },
    async close() {
      for (const ear of ears) ear.close();
      await simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function callAdmin(port: number, adminPath: string, body: object): Promise<Told> {
  const response = await fetch(`http://127.0.0.1:${port}${adminPath}`, {
    method: 'POST',
    headers: { 'X-Simulator-Admin': 'yes' },
    body: JSON.stringify(body),
  });
  const answer: Told = await response.json();
  if (!response.ok) throw new Error(`${adminPath}: ${answer.detail} ${JSON.stringify(answer.errors ?? [])}`);
  return answer;
}

async function openEar(address: string): Promise<Ear> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const texts: string[] = [];
  const waiting = new Set<(message: Told) => void>();
  socket.on('message', (data) => {
    texts.push(String(data));
    for (const look of waiting) look(JSON.parse(String(data)));
  });
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }));
  await once(socket, 'open');
  const unwrapped = (message: Told): Told => (message.data === undefined ? message : message.data);
  return {
    socket,
    texts,
    told: () =>
      texts
        .map((text) => JSON.parse(text))
        .filter((message) => !('result' in message))
        .map(unwrapped),
    hear(isWanted) {
      const known = texts.map((text) => JSON.parse(text)).find((message) => isWanted(unwrapped(message)));
      if (known !== undefined) return Promise.resolve(unwrapped(known));
      return new Promise((resolve) => {
        const look = (message: Told): void => {
          if (!isWanted(unwrapped(message))) return;
          waiting.delete(look);
          resolve(unwrapped(message));
        };
        waiting.add(look);
      });
    },
    say: (request) => socket.send(JSON.stringify(request)),
    closed: () => closed,
    close: () => socket.terminate(),
  };
}
