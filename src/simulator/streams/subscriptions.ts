import type { Simulation } from '../simulation.ts';
import { clientRequest } from './client-request.ts';
import { rootsOf, streamSpec } from './market/stream-name.ts';
import type { StreamAddress } from './stream-address.ts';
import type { StreamFaults } from './stream-faults.ts';
import type { StreamHub } from './stream-hub.ts';
import { STREAMS_MAX, type StreamSocket } from './stream-socket.ts';
import type { ListenKeys } from './user/listen-keys.ts';
import type { UserStreams } from './user/user-streams.ts';

/** The exchange's error for a stream that does not exist. */
export const INVALID_STREAM = { code: 2, msg: 'Invalid request: invalid stream' } as const;

/** The subscriptions of all sockets. */
export interface Subscriptions {
  /** Whether every stream that an address names exists; otherwise it is to be refused. */
  areKnown(address: StreamAddress): boolean;
  joinAll(socket: StreamSocket, names: readonly string[]): void;
  leaveAll(socket: StreamSocket): void;
  /** Executes a request from the socket and answers it. */
  onText(socket: StreamSocket, text: string): void;
}

interface SubscriptionParts {
  readonly hub: StreamHub;
  readonly feed: UserStreams;
  readonly listenKeys: ListenKeys;
  readonly faults: StreamFaults;
  readonly simulation: Pick<Simulation, 'market' | 'now'>;
  readonly warn: (sentence: string) => void;
}

export function openSubscriptions(parts: SubscriptionParts): Subscriptions {
  const { hub, feed, listenKeys, faults, warn } = parts;
  const join = (socket: StreamSocket, name: string): void => {
    socket.names.add(name);
    const problem = problemOf(name, socket.address, listenKeys);
    if (problem !== null) {
      warn(problem);
      if (faults.isStrict()) socket.refuse('Wrong root');
      return;
    }
    const spec = streamSpec(name);
    if (spec === null) feed.join(name, socket);
    else hub.join(name, spec, socket);
  };
  const leave = (socket: StreamSocket, name: string): void => {
    if (!socket.names.delete(name)) return;
    hub.leave(name, socket);
    feed.leave(name, socket);
  };
  const joinAll = (socket: StreamSocket, names: readonly string[]): void => {
    for (const name of names) join(socket, name);
  };
  const isTooMuch = (socket: StreamSocket, names: readonly string[]): boolean =>
    new Set([...socket.names, ...names]).size > STREAMS_MAX;
  const areKnown = ({ root, names }: Pick<StreamAddress, 'root' | 'names'>): boolean => {
    const unknown = names.find((name) => !isKnown(name, root, parts));
    if (unknown !== undefined) warn(`Refused: "${unknown.slice(0, 40)}", asked for below /${root}, is no stream`);
    return unknown === undefined;
  };
  return {
    areKnown,
    joinAll(socket, names) {
      if (isTooMuch(socket, names)) socket.refuse('Too many streams');
      else joinAll(socket, names);
    },
    leaveAll(socket) {
      for (const name of [...socket.names]) leave(socket, name);
    },
    onText(socket, text) {
      const request = clientRequest(text);
      if ('code' in request) {
        return socket.answer({ error: { code: request.code, msg: request.message }, id: request.id });
      }
      const { method, names, id } = request;
      if (method === 'LIST_SUBSCRIPTIONS') return socket.answer({ result: [...socket.names], id });
      if (method === 'SUBSCRIBE' && isTooMuch(socket, names)) return socket.refuse('Too many streams');
      if (method === 'SUBSCRIBE' && !areKnown({ root: socket.address.root, names })) {
        return socket.answer({ error: INVALID_STREAM, id });
      }
      socket.answer({ result: null, id });
      if (method === 'SUBSCRIBE') joinAll(socket, names);
      else for (const name of names) leave(socket, name);
    },
  };
}

/**
 * Whether a stream exists, below whatever root. Below /private every text may be a listen key that has ended, which the
 * exchange accepts.
 */
function isKnown(name: string, root: StreamAddress['root'], { listenKeys, simulation }: SubscriptionParts): boolean {
  const spec = streamSpec(name);
  if (spec !== null) return !('symbol' in spec) || simulation.market.isListed(spec.symbol, simulation.now());
  return root === 'private' || listenKeys.accountOf(name) !== null;
}

/** A warning about a stream that the exchange accepts and never delivers; null when there is no problem. */
function problemOf(name: string, { root }: StreamAddress, listenKeys: ListenKeys): string | null {
  const spec = streamSpec(name);
  if (spec !== null) {
    const roots = rootsOf(spec);
    return roots.some((one) => one === root)
      ? null
      : `Never delivered: "${name}" is a stream of /${roots[0]}, and was asked for below /${root}`;
  }
  if (listenKeys.accountOf(name) === null) {
    return 'Never delivered: a listen key that does not exist was asked for below /private';
  }
  return root === 'private' ? null : `Never delivered: a listen key was used below /${root} instead of /private`;
}
