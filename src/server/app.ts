import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import websocket from '@fastify/websocket';
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { BrokenBelief } from '#base/assert.ts';
import { instantOf } from '#base/time.ts';
import { calls } from '#contract/calls.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { type ProblemCode, retryAfterS } from '#contract/problem.ts';
import { mountCandleFiles } from './candles/mount-candle-files.ts';
import { lastKnown } from './http/answers/last-known.ts';
import { sharedAnswers } from './http/answers/shared-answers.ts';
import { storedReads } from './http/answers/stored-reads.ts';
import { mountTogether } from './http/answers/together.ts';
import { WHOLE_BYTES } from './http/answers/written-body.ts';
import { answerBrokenHttp } from './http/broken-http.ts';
import { exchangeShare } from './http/callers/exchange-share.ts';
import { fairTurns } from './http/callers/fair-turns.ts';
import { mountOwnOrigins } from './http/callers/own-origins.ts';
import { mountRequestLimits, type RequestCounters } from './http/callers/request-limits.ts';
import { requestTurns } from './http/callers/request-turns.ts';
import { openConfirmations } from './http/confirmations/confirmations.ts';
import { mountDocument } from './http/document/mount-document.ts';
import { onceOnly } from './http/idempotency.ts';
import { BODY_LIMIT_BYTES, callerOfRequest, mountRoute } from './http/mount.ts';
import { httpStatusOf, ProblemError, problemBody, problemOf } from './http/problem.ts';
import { mountSecurityHeaders } from './http/security-headers.ts';
import { timeText } from './http/text.ts';
import { mountWeb } from './http/web.ts';
import { toWire } from './http/wire.ts';
import { brokenFrames } from './live/broken-frames.ts';
import { mountLive } from './live/live.ts';
import { LIVE_DEFLATE } from './live/live-deflate.ts';
import { touches } from './live/touches.ts';
import { tellBackFills } from './market/tell-back-fills.ts';
import { knownCloses } from './portfolios/known-closes.ts';
import { routes } from './routes.ts';
import type { LiveTimes, ServerOptions, Services } from './services.ts';

const MAX_PARAM_LENGTH = 65_536; // Not an effective limit: Node refuses longer request heads first.
/** In this order: at the same size, the first costs half the processor time of the others. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
/** The thread that tries strategies does one after the other; the turns decide whose is next. */
const INSPECTIONS = { atOnce: 1, atOnceOfUser: 1, waitingMax: 100, waitMsMax: 20_000 } as const;
const LIVE_MESSAGE_BYTES = 8 * 1_024;
const REQUEST_TIMEOUT_MS = 30_000;
/** A head that is not there by then never will be; looked at every second. */
const HEADERS_TIMEOUT_MS = 10_000;
const HEADERS_CHECK_MS = 1_000;

/**
 * The HTTP server with everything mounted, not yet listening.
 * @returns a Fastify instance; `close` ends live connections too
 */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const told = touches();
  const now = options.now ?? (() => instantOf(Date.now()));
  const services: Services = {
    ...options,
    touches: told,
    reads: storedReads({ runtime: options.runtime, touches: told }),
    sharedAnswers: sharedAnswers(),
    lastKnown: lastKnown(),
    exchangeShare: exchangeShare(now),
    inspections: fairTurns(INSPECTIONS),
    confirmations: openConfirmations(now),
    closes: knownCloses(options.runtime),
    now,
  };
  services.keys.reader.subscribe((userId) => services.touches.tell(userId, 'exchange-keys'));
  tellBackFills(services);
  services.notices.onChange((ownerId) => services.touches.tell(ownerId, 'notices'));
  services.lab.onChange((ownerId) => services.touches.tell(ownerId, 'tests'));
  const log: FastifyBaseLogger = options.log;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: [...(options.trustedProxies ?? [])],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_CHECK_MS,
      requireHostHeader: false, // Refused below, with a code.
    },
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    schemaController: { compilersFactory: { buildValidator: withoutSchema, buildSerializer: withoutSchema } },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerBrokenHttp,
  });
  app.setErrorHandler(answerError);
  await mountSecurityHeaders(app, services.settings);
  // What is sent to us compressed stays so: a small body could grow without a limit.
  await app.register(compress, { encodings: [...ENCODINGS], syncThreshold: WHOLE_BYTES, globalDecompression: false });
  await mountSockets(app);
  mountOwnOrigins(app, options.publicOrigins ?? []);
  const counters = await mountRequestLimits(app, options.rateLimits);
  refuseOtherSockets(app, counters);
  mountRequestLog(app);
  app.addHook('onRequest', async (request) => {
    const isStarting = options.isReady !== undefined && !options.isReady();
    if (isStarting && isApi(request.url)) throw new ProblemError('STARTING');
  });
  const { liveTimes, sharedCandles } = options;
  await app.register(async (scope) => mountApi(scope, { services, counters, liveTimes, sharedCandles }));
  for (const plugin of options.plugins ?? []) {
    await app.register(async (scope) => {
      counters.countApart(scope);
      await scope.register(formbody);
      await scope.register(plugin);
    });
  }
  await mountWeb(app, {
    webRoot: options.webRoot,
    marketTime: () => timeText(options.runtime.market().now),
    answerUnknown,
    countStranger: counters.countStranger,
  });
  return app;
}

/** Comes before everything that refuses: the connection of a refused upgrade is closed only if it is known to be one. */
async function mountSockets(app: FastifyInstance): Promise<void> {
  const broken = brokenFrames(app.log);
  app.addHook('onClose', async () => broken.end());
  await app.register(websocket, {
    options: { maxPayload: LIVE_MESSAGE_BYTES, perMessageDeflate: LIVE_DEFLATE },
    errorHandler: (error, socket) => {
      broken.count(error);
      socket.terminate();
    },
  });
}

/** Only the live channel is a socket. An upgrade of any other address is answered as an unknown address. */
function refuseOtherSockets(app: FastifyInstance, counters: RequestCounters): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.ws || pathOf(request.url) === LIVE_PATH) return;
    await counters.countStranger(request, reply);
    throw new ProblemError('ROUTE_UNKNOWN');
  });
}

/** In place of the compilers that Fastify would load at every start: the calls are parsed by their own schemas. */
function withoutSchema(): never {
  throw new BrokenBelief('no route has a schema of Fastify');
}

interface ApiParts {
  readonly services: Services;
  readonly counters: RequestCounters;
  readonly liveTimes: LiveTimes | undefined;
  readonly sharedCandles: ServerOptions['sharedCandles'];
}

async function mountApi(
  app: FastifyInstance,
  { services, counters, liveTimes, sharedCandles }: ApiParts,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    parseJson(text),
  );
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const tools = { services, counters, once: onceOnly(services.database, services.now), turns: requestTurns() };
  for (const route of routes()) mountRoute(app, route, tools);
  mountDocument(app, services.settings, counters.countStranger);
  mountTogether(app);
  if (sharedCandles) mountCandleFiles(app, sharedCandles, counters);
  mountLive(app, services, { times: liveTimes, counters });
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError('BODY_NOT_JSON');
  }
}

/** One line per request: address, caller and outcome; never a query, a header or a body. */
function mountRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        userId: callerOfRequest(request)?.userId,
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

const UNEXPECTED_FROM = 500;
/** A busy server writes no error for each request that it refuses: the line of the request says so. */
const EXPECTED: ReadonlySet<ProblemCode> = new Set(['STARTING', 'OVERLOADED']);

function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  const status = httpStatusOf(problem.code);
  if (status >= UNEXPECTED_FROM && !EXPECTED.has(problem.code)) {
    request.log.error({ code: problem.code, err: error }, 'failed');
  }
  const waitS = retryAfterS[problem.code];
  if (waitS !== undefined) void reply.header('retry-after', waitS);
  void reply
    .code(status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(toWire(problemBody(problem, request.id)));
}

const patterns = calls.map((call) => ({
  method: call.method,
  pattern: new RegExp(`^${call.path.replace(/:[a-z]+/g, '[^/]+')}$`),
}));

/** 405 when the address exists with another method, else 404. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.url);
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length > 0) void reply.header('allow', [...new Set(methods)].join(', '));
  answerError(new ProblemError(methods.length > 0 ? 'METHOD_NOT_ALLOWED' : 'ROUTE_UNKNOWN'), request, reply);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

function isApi(url: string): boolean {
  return url.startsWith('/api/');
}
