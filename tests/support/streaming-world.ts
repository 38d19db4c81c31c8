import { type ClientOptions, WebSocket } from 'ws';
import { openWireWorld, type WireWorld } from './wire-world.ts';

/** A parsed stream message or response; ids above 2^53 are rounded. */
export type Told = ReturnType<typeof JSON.parse>;

/** A client socket that keeps every message it receives. */
export interface Ear {
  readonly socket: WebSocket;
  /** Every text received. */
  readonly texts: readonly string[];
  /** Every stream message, without its envelope. */
  told(): readonly Told[];
  /** The messages of one stream, on a socket that wraps them in envelopes. */
  of(stream: string): readonly Told[];
  /** The first matching message, already received or still to come. */
  hear(isWanted: (message: Told) => boolean): Promise<Told>;
  say(request: object): void;
  /** Sends a request and waits for the response with its id. */
  ask(request: { readonly id: number | string; readonly [name: string]: unknown }): Promise<Told>;
  closed(): Promise<{ readonly code: number; readonly reason: string }>;
  close(): void;
}

/** The simulated exchange behind its port, with its clock advanced by hand, and listening clients. */
export interface StreamingWorld extends WireWorld {
  listen(path: string): Promise<Ear>;
  /** Waits until everything sent so far has arrived. */
  settle(...ears: readonly Ear[]): Promise<void>;
  /** Advances market time step by step. */
  step(ms: number, stepMs: number): Promise<void>;
}

export async function openStreamingWorld(options: Parameters<typeof openWireWorld>[0] = {}): Promise<StreamingWorld> {
  const world = await openWireWorld(options);
  const ears: Ear[] = [];
  let settles = 0;
  return {
    ...world,
    async listen(path) {
      const ear = await openEar(`ws://127.0.0.1:${world.port}${path}`);
      ears.push(ear);
      return ear;
    },
    async settle(...asked) {
      settles += 1;
      await Promise.all(asked.map((ear) => ear.ask({ method: 'LIST_SUBSCRIPTIONS', id: `settle-${settles}` })));
    },
    async step(ms, stepMs) {
      for (let done = 0; done < ms; done += stepMs) await world.pass(stepMs);
    },
    async close() {
      for (const ear of ears) ear.close();
      await world.close();
    },
  };
}

/** Connects to a stream. @throws Error when the server refuses */
export async function openEar(address: string, options: ClientOptions = {}): Promise<Ear> {
  const socket = new WebSocket(address, { perMessageDeflate: false, ...options });
  const texts: string[] = [];
  const waiting = new Set<(message: Told) => void>();
  socket.on('message', (data) => {
    texts.push(String(data));
    for (const look of waiting) look(unwrapped(JSON.parse(String(data))));
  });
  const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const parsed = (): Told[] => texts.map((text) => JSON.parse(text));
  const hear = (isWanted: (message: Told) => boolean): Promise<Told> => {
    const known = parsed().map(unwrapped).find(isWanted);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      const look = (message: Told): void => {
        if (!isWanted(message)) return;
        waiting.delete(look);
        resolve(message);
      };
      waiting.add(look);
    });
  };
  const say = (request: object): void => socket.send(JSON.stringify(request));
  return {
    socket,
    texts,
    told: () =>
      parsed()
        .filter((message) => !('result' in message || 'error' in message))
        .map(unwrapped),
    of: (stream) =>
      parsed()
        .filter((message) => message.stream === stream)
        .map(unwrapped),
    hear,
    say,
    ask(request) {
      say(request);
      return hear(({ id }) => id === request.id);
    },
    closed: () => closed,
    close: () => socket.terminate(),
  };
}

function unwrapped(message: Told): Told {
  return message.data === undefined ? message : message.data;
}
