import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLimits } from '../../services.ts';
import { ProblemError } from '../problem.ts';

/** What the program allows a minute; the ceiling of an address is a setting. */
export const USUAL_LIMITS: Omit<RequestLimits, 'address'> = { stranger: 600, user: 3_000 };

const WINDOW = '1 minute';

/** Counts requests a minute. Each refuses with 429 and Retry-After. */
export interface RequestCounters {
  /**
   * A request without a proven user: without a token, or with a bad one. Counted by address. One that opened the live
   * channel has no reply any more.
   */
  countStranger(request: FastifyRequest, reply?: FastifyReply): Promise<void>;
  /** A request of a user whose token was verified, whatever the address. */
  countUser(userId: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Gives each POST route of a scope a separate count by address, as high as a stranger's: those of the sign-in service, so
   * that nothing else that an address sends uses up its sign-ins or its token refreshes.
   */
  countApart(scope: FastifyInstance): void;
}

type Check = ReturnType<FastifyInstance['createRateLimit']>;

/**
 * Mounts the ceiling of an address, which comes before any work; who counts as what is known later. A stranger who uses
 * up the requests of an address keeps nobody behind it from working: verified users have a count of their own.
 */
export async function mountRequestLimits(app: FastifyInstance, limits: RequestLimits): Promise<RequestCounters> {
  await app.register(rateLimit, { global: false });
  const users = new WeakMap<FastifyRequest, string>();
  const ofRouteApart = new Map<string, Check>();
  const apart = ({ method, routeOptions: { url = '' } }: FastifyRequest): Check | undefined =>
    method === 'POST' ? ofRouteApart.get(url) : undefined;
  const ofAddress = app.createRateLimit({ max: limits.address, timeWindow: WINDOW });
  const ofStranger = app.createRateLimit({ max: limits.stranger, timeWindow: WINDOW });
  const ofUser = app.createRateLimit({
    max: limits.user,
    timeWindow: WINDOW,
    keyGenerator: (request) => users.get(request) ?? '',
  });
  app.addHook('onRequest', async (request, reply) => {
    // Files of the application come from a cache after the first visit and cost nothing.
    if (request.url.startsWith('/assets/')) return;
    await count(apart(request) ?? ofAddress, request, reply);
  });
  return {
    countStranger: (request, reply) => count(ofStranger, request, reply),
    countUser: (userId, request, reply) => {
      users.set(request, userId);
      return count(ofUser, request, reply);
    },
    countApart(scope) {
      scope.addHook('onRoute', ({ method, url }) => {
        if (method !== 'POST') return;
        ofRouteApart.set(url, app.createRateLimit({ max: limits.stranger, timeWindow: WINDOW }));
      });
      scope.addHook('onRequest', async (request, reply) => {
        if (apart(request) === undefined) await count(ofStranger, request, reply);
      });
    },
  };
}

/** @throws ProblemError TOO_MANY_REQUESTS */
async function count(check: Check, request: FastifyRequest, reply?: FastifyReply): Promise<void> {
  const verdict = await check(request);
  if (verdict.isAllowed || !verdict.isExceeded) return;
  reply?.header('retry-after', verdict.ttlInSeconds);
  throw new ProblemError('TOO_MANY_REQUESTS');
}
