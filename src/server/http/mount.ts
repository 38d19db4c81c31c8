import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Received } from '#contract/call.ts';
import type { Services } from '../services.ts';
import { sendWritten, type WrittenBody, writtenBody } from './answers/written-body.ts';
import type { Caller } from './callers/auth.ts';
import { authenticate } from './callers/authenticate.ts';
import type { RequestCounters } from './callers/request-limits.ts';
import type { RequestTurns } from './callers/request-turns.ts';
import { confirmationOf } from './confirmations/request-confirmation.ts';
import { actsOf } from './context.ts';
import { type Answer, afterEffect, commandKey, type OnceOnly, refusalsAsAnswers } from './idempotency.ts';
import { ProblemError } from './problem.ts';
import type { Route } from './route.ts';

/** Maximum size of a body; the longest valid one, a ladder of 100 custom levels, is far smaller. */
export const BODY_LIMIT_BYTES = 256 * 1_024;

/** The caller of each request, set before the body is read, so that the body of a stranger is never read. */
const callers = new WeakMap<FastifyRequest, Caller>();

const NOBODY: Caller = { userId: '', subject: '', email: '', authTime: 0, expiresAt: 0 } as unknown as Caller;

/** The caller of a request, for the log; null when nobody is signed in. */
export function callerOfRequest(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null;
}

interface Tools {
  readonly services: Services;
  readonly once: OnceOnly;
  readonly counters: RequestCounters;
  readonly turns: RequestTurns;
}

/** Mounts one call: authenticate, count, parse, wait for the turn, run once, present. */
export function mountRoute(app: FastifyInstance, route: Route, { services, once, counters, turns }: Tools): void {
  app.route({
    method: route.call.method,
    url: route.call.path,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: async (request, reply) => {
      if (route.call.access === 'none') return counters.countStranger(request, reply);
      const sent = { header: request.headers.authorization, address: request.ip };
      const caller = await authenticate(services, sent).catch(async (error: unknown) => {
        await counters.countStranger(request, reply);
        throw error;
      });
      await counters.countUser(caller.userId, request, reply);
      callers.set(request, caller);
    },
    handler: async (request, reply) => {
      const caller = callers.get(request) ?? NOBODY;
      const received = route.parse({ params: request.params, query: request.query, body: request.body });
      const work = () => answered(route, { request, received, caller, services, once });
      const answer = await turns.run({ route, received, userId: caller.userId }, work);
      if ('written' in answer) await sendWritten(request, reply.code(answer.status), answer.written);
      else send(request, reply, answer);
      return reply;
    },
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly received: Received<Call>;
  readonly caller: Caller;
  readonly services: Services;
  readonly once: OnceOnly;
}

async function answered(route: Route, exchange: Exchange): Promise<Answer | WrittenAnswer> {
  const { request, received, caller, services } = exchange;
  const ownerId = caller.userId;
  const address = request.ip;
  const isGone = (): boolean => request.raw.socket.destroyed;
  const perform: Perform = async (key, isRepeat) => {
    const confirm = confirmationOf({ services, caller, call: route.call, received, key });
    if (!isRepeat) confirm.refuseForeign();
    const acts = actsOf({ services, ownerId, address, key, isRepeat, isGone, confirm: confirm.require });
    try {
      return await route.answer({ ...received, ...acts, caller, services });
    } catch (error) {
      throw acts.hasEffect() ? afterEffect(error) : error;
    }
  };
  if (route.call.method === 'GET') return readOnce(route, exchange, () => perform(null, false));
  if (route.call.isRead === true) return perform(null, false);
  try {
    return await commanded(route, exchange, perform);
  } finally {
    services.reads.forget(ownerId); // Whatever became of it, the caller's next request sees it.
  }
}

/** The answer to a read: never a refusal, which is thrown. */
interface WrittenAnswer {
  readonly status: number;
  readonly written: WrittenBody;
}

/** Addresses beyond it are those of no page, and would fill the memory with names. */
const KEPT_URL_LENGTH_MAX = 500;

/** Requests for the same share what it takes to answer them, to the last byte. */
function readOnce(
  route: Route,
  { request: { url }, caller: { userId }, services: { reads, sharedAnswers } }: Exchange,
  perform: () => Promise<Answer>,
): Promise<WrittenAnswer> {
  const work = async (): Promise<WrittenAnswer> => {
    const { status, body } = await perform();
    return { status, written: await writtenBody(body) };
  };
  if (url.length > KEPT_URL_LENGTH_MAX) return work();
  if (route.sameFor === 'all users') return sharedAnswers.of(url, work);
  return route.sameFor === 'stored rows' ? reads.of(userId, url, work) : reads.together(userId, url, work);
}

type Perform = (key: ReturnType<typeof commandKey>, isRepeat: boolean) => Promise<Answer>;

async function commanded(
  route: Route,
  { request, received, caller, once }: Exchange,
  perform: Perform,
): Promise<Answer> {
  const key = commandKey({
    header: request.headers['idempotency-key'],
    ownerId: caller.userId,
    call: route.call.name,
    input: [received.params, received.body],
  });
  if (key === null) return perform(null, false);
  try {
    return await once.run(key, (isRepeat) => refusalsAsAnswers(() => perform(key, isRepeat)));
  } catch (error) {
    // Taking risk away must not fail for want of room. Without the key a repeat only takes it away again.
    if (isKeysFull(error) && route.shrinksRisk(received)) return perform(null, false);
    throw error;
  }
}

function isKeysFull(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'IDEMPOTENCY_KEYS_FULL';
}

const ERRORS_FROM = 400;

function send(request: FastifyRequest, reply: FastifyReply, { status, body: given }: Answer): FastifyReply {
  void reply.code(status);
  if (status < ERRORS_FROM) return reply.send(given);
  const body = { ...(given as object), request_id: request.id }; // A stored refusal is a problem body.
  return reply.type('application/problem+json').send(body);
}
