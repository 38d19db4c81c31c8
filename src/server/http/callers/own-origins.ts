import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';

/** Loopback names and addresses: nobody else can make a browser resolve a name of theirs to them. */
const ADDRESS = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;
const PORT = /:\d{1,5}$/;
/** A name or an address, and a port: what RFC 9110 allows in a Host header, without percent-encoding. */
const HOST = /^(?:[a-z0-9_.-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{0,5})?$/i;

/**
 * Refuses requests under host names that are not ours, which a stranger's name pointed at this machine would be, and
 * what pages of other sites send, before either costs anything: such a page can neither use up the limits of the address
 * that it is viewed from, nor try passwords until the account is locked.
 * @param origins - those of PUBLIC_ORIGINS, such as `https://bots.example.com`
 */
export function mountOwnOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const hosts = new Set(origins.map((origin) => new URL(origin).hostname));
  app.addHook('onRequest', async (request) => {
    refuseBrokenHost(request);
    const name = hostNameOf(request);
    if (!ADDRESS.test(name) && !hosts.has(name)) throw new ProblemError('HOST_FOREIGN');
    if (isOfOtherSite(request, pathOf(request)) || !isOwnOrigin(request, origins))
      throw new ProblemError('ORIGIN_FOREIGN');
  });
}

/** Node keeps the first of two Host headers, and a proxy may have decided by the second. */
function refuseBrokenHost({ raw, headers: { host = '' } }: FastifyRequest): void {
  const count = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1 || (host !== '' && !HOST.test(host))) throw new ProblemError('HTTP_INVALID');
}

function hostNameOf({ headers: { host = '' } }: FastifyRequest): string {
  return host.replace(PORT, '').toLowerCase();
}

/**
 * The path of a request, whose target may be a whole URL. Servers are to go by the host in it, and proxies may (RFC 9112, 3.2.2), so it
 * must be that of the Host header.
 */
function pathOf(request: FastifyRequest): string {
  const { url } = request;
  if (url.startsWith('/') || url === '*') return url;
  const whole = URL.canParse(url) ? new URL(url) : null;
  const isOurs = whole !== null && /^https?:$/.test(whole.protocol) && whole.hostname === hostNameOf(request);
  if (!isOurs) throw new ProblemError('HTTP_INVALID');
  return whole.pathname;
}

/** Programs send no `Origin`. A browser sends it with every upgrade and every POST, and leaves it out of images. */
function isOwnOrigin({ headers: { origin, host } }: FastifyRequest, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Whether a page of another site sent it, such as an image in it. A link to one of our pages may be followed from anywhere. */
function isOfOtherSite({ method, headers }: FastifyRequest, path: string): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  const isPageOpened =
    headers['sec-fetch-mode'] === 'navigate' && (headers['sec-fetch-dest'] ?? 'document') === 'document';
  return !(isPageOpened && method === 'GET' && !/^\/api(?:[/?]|$)/.test(path));
}
