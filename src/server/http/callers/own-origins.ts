import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';

/** Loopback names and addresses: nobody else can make a browser resolve a name of theirs to them. */
const ADDRESS = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;
const PORT = /:\d{1,5}$/;

/** Which pages may talk to the program. */
export interface OwnOrigins {
  /**
   * Whether a request comes from a page of ours, or from a program: one without `Origin`, from the host it was sent to, or
   * from an origin of PUBLIC_ORIGINS.
   */
  isOwn(request: Pick<FastifyRequest, 'headers'>): boolean;
}

/** @param origins - those of PUBLIC_ORIGINS, such as `https://bots.example.com` */
export function ownOrigins(origins: readonly string[]): OwnOrigins {
  return {
    isOwn: ({ headers: { origin, host } }) => {
      if (origin === undefined || origins.includes(origin)) return true;
      return URL.canParse(origin) && new URL(origin).host === host;
    },
  };
}

/**
 * Refuses requests under host names that are not ours, which a stranger's name pointed at this machine would be, and
 * what pages of other sites send, before either costs anything: such a page can neither use up the limits of the address
 * it is looked at from, nor try passwords until the account rests. The live channel answers foreign pages itself.
 */
export function mountOwnOrigins(app: FastifyInstance, origins: readonly string[], own: OwnOrigins): void {
  const hosts = new Set(origins.map((origin) => new URL(origin).hostname));
  app.addHook('onRequest', async (request) => {
    const name = (request.headers.host ?? '').replace(PORT, '').toLowerCase();
    if (!ADDRESS.test(name) && !hosts.has(name)) throw new ProblemError('HOST_FOREIGN');
    if (request.headers.upgrade === undefined && !own.isOwn(request)) throw new ProblemError('ORIGIN_FOREIGN');
  });
}
