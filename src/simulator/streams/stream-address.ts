import { STREAM_ROOTS, type StreamRoot } from './market/stream-name.ts';

/** The WebSocket API, on whose sockets clients send calls and are sent no streams. */
export const API_ROOT = 'ws-fapi';

/** The streams and options in the address of a socket. */
export interface StreamAddress {
  readonly root: StreamRoot | typeof API_ROOT;
  /** `ws` sends messages as they are, `stream` wraps each as `{"stream": …, "data": …}`. */
  readonly mode: 'ws' | 'stream';
  /** Streams, or under `/private` listen keys, in the order of the address. */
  readonly names: readonly string[];
  /** The selected user events; null means all. */
  readonly events: ReadonlySet<string> | null;
}

const API_PATH = `/${API_ROOT}/v1`;

/** Some clients, such as ccxt, send a number instead of a stream: `/market/ws/0`. */
const NO_STREAM = /^\d*$/;

/**
 * Reads the path and query of a socket's address: `/market/ws/<a>/<b>`, `/public/stream?streams=<a>/<b>`,
 * `/private/ws?listenKey=<key>&events=<A>/<B>`. Streams may be omitted.
 *
 * @returns null for paths without streams, including the retired `/ws` and `/stream`
 */
export function streamAddress(url: string): StreamAddress | null {
  const { pathname, searchParams } = new URL(url, 'ws://simulator');
  if (pathname === API_PATH) return { root: API_ROOT, mode: 'ws', names: [], events: null };
  const [, root, mode, ...rest] = pathname.split('/');
  const known = STREAM_ROOTS.find((name) => name === root);
  if (known === undefined || (mode !== 'ws' && mode !== 'stream')) return null;
  const inQuery = [...searchParams.getAll('streams'), ...searchParams.getAll('listenKey')];
  const names = [...rest.map((part) => decodeURIComponent(part)), ...inQuery.flatMap((text) => text.split('/'))];
  const events = searchParams.getAll('events').flatMap((text) => text.split('/'));
  return {
    root: known,
    mode,
    names: names.filter((name) => !NO_STREAM.test(name)),
    events: events.length === 0 ? null : new Set(events.filter((event) => event !== '')),
  };
}
