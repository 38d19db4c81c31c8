import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { LIVE_PATH, liveHello } from '#contract/live.ts';
import { ranTooLong } from '#storage/database/ran-too-long.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import type { Caller } from '../http/callers/auth.ts';
import { callerOf } from '../http/callers/authenticate.ts';
import type { OwnOrigins } from '../http/callers/own-origins.ts';
import { ProblemError } from '../http/problem.ts';
import type { LiveTimes, Services } from '../services.ts';
import { CLOSE } from './close-codes.ts';
import { type LiveFeeds, type LiveSession, liveFeeds } from './live-feeds.ts';
import { type Tally, tally } from './tally.ts';

const HELLO_WITHIN_MS = 5_000;
const RECHECK_EVERY_MS = 30_000;
const CONNECTIONS_MAX = 1_000;
const CONNECTIONS_PER_USER_MAX = 30;
/** Of one address, before they have said hello: nobody needs more, and silent ones take no other address's place. */
const SILENT_PER_ADDRESS_MAX = 50;
/** Of all addresses together. */
const SILENT_MAX = 2_000;

const USUAL_TIMES: LiveTimes = { helloWithinMs: HELLO_WITHIN_MS, recheckEveryMs: RECHECK_EVERY_MS };

interface LiveOptions {
  /** A page of another site must not open a channel from a user's browser. */
  readonly origins: OwnOrigins;
  readonly times: LiveTimes | undefined;
}

/** Mounts the live channel: the token comes in the first message, never in the address. */
export function mountLive(app: FastifyInstance, services: Services, options: LiveOptions): void {
  const times = options.times ?? USUAL_TIMES;
  const [perUser, silent] = [tally(), tally()];
  const feeds = liveFeeds(services);
  app.get(LIVE_PATH, { websocket: true }, (socket, request) => {
    if (!options.origins.isOwn(request)) return socket.close(CLOSE.originForeign, 'ORIGIN_FOREIGN');
    const hasTooManySilent = silent.of(request.ip) >= SILENT_PER_ADDRESS_MAX || silent.total() >= SILENT_MAX;
    if (hasTooManySilent || perUser.total() >= CONNECTIONS_MAX)
      return socket.close(CLOSE.tooMany, 'TOO_MANY_CONNECTIONS');
    socket.on('error', () => socket.terminate());
    const address = request.ip;
    serveConnection({ socket, address, services, feeds, times, perUser, leaveSilence: silent.enter(address) });
  });
}

interface Connection {
  readonly socket: WebSocket;
  /** Where it came from. */
  readonly address: string;
  readonly services: Services;
  readonly feeds: LiveFeeds;
  readonly times: LiveTimes;
  readonly perUser: Tally;
  /** Called when the connection has said hello, or is gone. */
  readonly leaveSilence: () => void;
}

function serveConnection({ socket, address, services, feeds, times, perUser, leaveSilence }: Connection): void {
  let [token, caller, session]: [string, Caller | null, LiveSession | null] = ['', null, null];
  let leaveUser = (): void => undefined;
  let isAlive = true;

  const refuse = (error: unknown): void => {
    if (error instanceof ProblemError) socket.close(CLOSE.tokenRefused, error.code);
    else socket.close(CLOSE.failed, 'INTERNAL_ERROR');
  };

  /** The first hello signs in; a later one renews the token of the same user. */
  const greet = async (nextToken: string): Promise<void> => {
    const next = await callerOf(services, { token: nextToken, address });
    if (caller !== null && caller.userId !== next.userId) throw new ProblemError('TOKEN_INVALID');
    const isFirst = caller === null;
    [token, caller] = [nextToken, next];
    if (!isFirst || socket.readyState !== socket.OPEN) return;
    leaveSilence();
    if (perUser.of(next.userId) >= CONNECTIONS_PER_USER_MAX) return socket.close(CLOSE.tooMany, 'TOO_MANY_CONNECTIONS');
    leaveUser = perUser.enter(next.userId);
    session = await feeds.join(next.userId, socket);
    if (socket.readyState !== socket.OPEN) session.end(); // The socket closed while the snapshot was being read.
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
    callerOf(services, { token, address }).catch((error: unknown) => {
      // While the database is away or too slow nobody knows; the next check will.
      if (storeTroubleOf(error) === null && !ranTooLong(error)) refuse(error);
    });
  }, times.recheckEveryMs);

  socket.once('close', () => {
    clearTimeout(deadline);
    clearInterval(recheck);
    leaveSilence();
    leaveUser();
    session?.end();
  });
}

function readHello(text: string): string | null {
  try {
    const hello = liveHello.safeParse(JSON.parse(text));
    return hello.success ? hello.data.token : null;
  } catch {
    return null; // Invalid JSON is treated like any unknown message.
  }
}
