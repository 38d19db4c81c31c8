import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { LIVE_PATH, liveHello } from '#contract/live.ts';
import type { Caller } from '../http/auth.ts';
import { callerOf } from '../http/authenticate.ts';
import { ProblemError } from '../http/problem.ts';
import type { LiveTimes, Services } from '../services.ts';
import { CLOSE, type LiveSession, openLiveSession } from './live-session.ts';

const HELLO_WITHIN_MS = 10_000;
const RECHECK_EVERY_MS = 30_000;
const CONNECTIONS_MAX = 1_000;
const CONNECTIONS_PER_USER_MAX = 30;

const USUAL_TIMES: LiveTimes = { helloWithinMs: HELLO_WITHIN_MS, recheckEveryMs: RECHECK_EVERY_MS };

/** Mounts the live channel: the token comes in the first message, never in the address. */
export function mountLive(app: FastifyInstance, services: Services, times: LiveTimes = USUAL_TIMES): void {
  const perUser = new Map<string, number>();
  let connections = 0;
  app.get(LIVE_PATH, { websocket: true }, (socket, request) => {
    if (!isSameOrigin(request)) return socket.close(CLOSE.originForeign, 'ORIGIN_FOREIGN');
    if (connections >= CONNECTIONS_MAX) return socket.close(CLOSE.tooMany, 'TOO_MANY_CONNECTIONS');
    connections += 1;
    const stay = serveConnection({ socket, services, times, perUser });
    socket.on('error', () => socket.terminate());
    socket.once('close', () => {
      connections -= 1;
      stay.end();
    });
  });
}

/** A page of another site must not open a channel in a user's browser; programs send no Origin. */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

interface Connection {
  readonly socket: WebSocket;
  readonly services: Services;
  readonly times: LiveTimes;
  readonly perUser: Map<string, number>;
}

function serveConnection({ socket, services, times, perUser }: Connection): { end(): void } {
  let [token, caller, session]: [string, Caller | null, LiveSession | null] = ['', null, null];
  let isAlive = true;

  const refuse = (error: unknown): void => {
    if (error instanceof ProblemError) socket.close(CLOSE.tokenRefused, error.code);
    else socket.close(CLOSE.failed, 'INTERNAL_ERROR');
  };

  /** The first hello signs in; a later one brings a fresh token of the same user. */
  const greet = async (nextToken: string): Promise<void> => {
    const next = await callerOf(services, nextToken);
    if (caller !== null && caller.userId !== next.userId) throw new ProblemError('TOKEN_INVALID');
    const isFirst = caller === null;
    [token, caller] = [nextToken, next];
    if (!isFirst || socket.readyState !== socket.OPEN) return;
    const open = perUser.get(next.userId) ?? 0;
    perUser.set(next.userId, open + 1);
    if (open >= CONNECTIONS_PER_USER_MAX) return socket.close(CLOSE.tooMany, 'TOO_MANY_CONNECTIONS');
    session = await openLiveSession({ socket, services, ownerId: next.userId });
    if (socket.readyState !== socket.OPEN) session.end(); // It closed while the snapshot was made.
  };

  socket.on('message', (data, isBinary) => {
    const hello = isBinary ? null : readHello(String(data));
    if (hello === null) socket.close(CLOSE.messageUnknown, 'MESSAGE_UNKNOWN');
    else greet(hello).catch(refuse);
  });
  socket.on('pong', () => {
    isAlive = true;
  });

  const deadline = setTimeout(() => {
    if (caller === null) socket.close(CLOSE.helloMissing, 'HELLO_MISSING');
  }, times.helloWithinMs);
  const recheck = setInterval(() => {
    if (caller === null) return;
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    callerOf(services, token).catch(refuse);
  }, times.recheckEveryMs);

  return {
    end: () => {
      clearTimeout(deadline);
      clearInterval(recheck);
      session?.end();
      if (caller !== null) perUser.set(caller.userId, Math.max(0, (perUser.get(caller.userId) ?? 1) - 1));
      if (caller !== null && perUser.get(caller.userId) === 0) perUser.delete(caller.userId);
    },
  };
}

function readHello(text: string): string | null {
  try {
    const hello = liveHello.safeParse(JSON.parse(text));
    return hello.success ? hello.data.token : null;
  } catch {
    return null; // Not JSON is as unknown as any other message.
  }
}
