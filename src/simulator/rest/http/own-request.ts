import type { IncomingHttpHeaders } from 'node:http';

/** Names and addresses of this machine: nobody else can make a browser resolve a name of theirs to them. */
const OWN_HOST = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;
const PORT = /:\d{1,5}$/;
/** What browsers say of requests that a page of this host makes, or that somebody typed. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/** Whether a request comes from a program, or from a page of the simulated exchange itself. */
export type IsOwnRequest = (headers: IncomingHttpHeaders) => boolean;

/**
 * A web page that somebody happens to visit must not use up the exchange's limits for the whole machine, so what browsers
 * send on behalf of other sites is refused before it is counted, and so is a host name that is not ours: it could have
 * been pointed here.
 * @param hosts - further names under which the exchange may be reached, in lower case, without ports
 */
export function ownRequests(hosts: readonly string[]): IsOwnRequest {
  return ({ host = '', origin, 'sec-fetch-site': site }) => {
    const name = host.replace(PORT, '').toLowerCase();
    if (!OWN_HOST.test(name) && !hosts.includes(name)) return false;
    if (typeof site === 'string' && !OWN_SITES.has(site)) return false;
    return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  };
}
