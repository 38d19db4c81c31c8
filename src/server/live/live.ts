import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { LIVE_PATH, type LiveRequest, liveRequest } from '#contract/live.ts';
import { ranTooLong } from '#storage/database/ran-too-long.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import type { RequestCounters } from '../http/callers/request-limits.ts';
import { ProblemError } from '../http/problem.ts';
import type { LiveTimes, Services } from '../services.ts';
import { CLOSE } from './close-codes.ts';
import { type LiveFeeds, type LiveSession, liveFeeds } from './live-feeds.ts';
import { type Tally, tally } from './tally.ts';
import { watchToken } from './token-watch.ts';

const HELLO_WITHIN_MS = 5_000;
const RECHECK_EVERY_MS = 30_000;
/** Messages of one connection between two checks of its token: a tab sends a few a minute. */
const MESSAGES_MAX = 120;
const CONNECTIONS_MAX = 1_000;
const CONNECTIONS_PER_USER_MAX = 30;
/** Of one address, before they have said hello: nobody needs more, and silent ones take no other address's place. */
const SILENT_PER_ADDRESS_MAX = 50;
/** Of all addresses together. */
const SILENT_MAX = 2_000;

const USUAL_TIMES: LiveTimes = { helloWithinMs: HELLO_WITHIN_MS, recheckEveryMs: RECHECK_EVERY_MS };

interface LiveOptions {
  readonly times: LiveTimes | undefined;
  readonly counters: Pick<RequestCounters, 'countStranger'>;
}

/** Mounts the live channel: the token comes in the first message, never in the address. */
export function mountLive(app: FastifyInstance, services: Services, options: LiveOptions): void {
  const times = options.times ?? USUAL_TIMES;
  const [perUser, silent] = [tally(), tally()];
  const feeds = liveFeeds(services);
  app.get(LIVE_PATH, { websocket: true }, (socket, request) => {
    const hasTooManySilent = silent.of(request.ip) >= SILENT_PER_ADDRESS_MAX || silent.total() >= SILENT_MAX;
    if (hasTooManySilent || perUser.total() >= CONNECTIONS_MAX)
      return socket.close(CLOSE.tooMany, 'TOO_MANY_CONNECTIONS');
    const address = request.ip;
    const countStranger = () => options.counters.countStranger(request);
    const leaveSilence = silent.enter(address);
    serveConnection({ socket, address, services, feeds, times, perUser, countStranger, leaveSilence });
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
  /** Counts one that has not shown who it is. @throws ProblemError TOO_MANY_REQUESTS */
  readonly countStranger: () => Promise<void>;
  /** Called when the connection has said hello, or is gone. */
  readonly leaveSilence: () => void;
}

function serveConnection(connection: Connection): void {
  const { socket, address, services, feeds, times, perUser, countStranger, leaveSilence } = connection;
  let session: LiveSession | null = null;
  let leaveUser = (): void => undefined;
  let [isAlive, messages] = [true, 0];
  const token = watchToken({ services, address, countStranger }, () =>
    socket.close(CLOSE.tokenRefused, 'TOKEN_INVALID'),
  );

  const refuse = (error: unknown): void => {
    if (!(error instanceof ProblemError)) socket.close(CLOSE.failed, 'INTERNAL_ERROR');
    else socket.close(error.code === 'TOO_MANY_REQUESTS' ? CLOSE.tooMany : CLOSE.tokenRefused, error.code);
  };
  /** Like a request without a token, a connection without one counts as a stranger's. */
  const turnAway = (code: number, reason: string): void => {
    if (token.caller() !== null) return socket.close(code, reason);
    void countStranger().then(() => socket.close(code, reason), refuse);
  };
  const greet = async (hello: Hello): Promise<void> => {
    const { userId } = await token.take(hello.token);
    if (session !== null || socket.readyState !== socket.OPEN) return;
    leaveSilence();
    if (perUser.of(userId) >= CONNECTIONS_PER_USER_MAX) return socket.close(CLOSE.tooMany, 'TOO_MANY_CONNECTIONS');
    leaveUser = perUser.enter(userId);
    session = feeds.join(userId, socket, hello.topics);
  };
  const hear = (request: LiveRequest): void => {
    if (request.type === 'hello') void greet(request).catch(refuse);
    else if (session === null) turnAway(CLOSE.helloMissing, 'HELLO_MISSING');
    else if (request.type === 'token') void token.take(request.token).catch(refuse);
    else session[request.type](request.topics);
  };

  socket.on('message', (data, isBinary) => {
    messages += 1;
    if (messages > MESSAGES_MAX) return socket.close(CLOSE.tooMany, 'TOO_MANY_REQUESTS');
    const request = isBinary ? null : readRequest(String(data));
    if (request === null) turnAway(CLOSE.messageUnknown, 'MESSAGE_UNKNOWN');
    else hear(request);
  });
  socket.on('error', () => {
    if (token.caller() === null) void countStranger().catch(() => {}); // The connection ends anyway.
  });
  socket.on('pong', () => {
    isAlive = true;
  });

  const deadline = setTimeout(() => {
    if (token.caller() === null) turnAway(CLOSE.helloMissing, 'HELLO_MISSING');
  }, times.helloWithinMs);
  const recheck = setInterval(() => {
    if (token.caller() === null) return;
    if (!isAlive) return socket.terminate();
    [isAlive, messages] = [false, 0];
    socket.ping();
    token.recheck().catch((error: unknown) => {
      // While the database is away or too slow nobody knows; the next check will.
      if (storeTroubleOf(error) === null && !ranTooLong(error)) refuse(error);
    });
  }, times.recheckEveryMs);

  socket.once('close', () => {
    clearTimeout(deadline);
    clearInterval(recheck);
    token.end();
    leaveSilence();
    leaveUser();
    session?.end();
  });
}

type Hello = Extract<LiveRequest, { type: 'hello' }>;

function readRequest(text: string): LiveRequest | null {
  try {
    const request = liveRequest.safeParse(JSON.parse(text));
    return request.success ? request.data : null;
  } catch {
    return null; // Invalid JSON is treated like any unknown message.
  }
}
