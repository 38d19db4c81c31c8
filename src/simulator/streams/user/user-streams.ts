import type { Simulation } from '../../simulation.ts';
import { frameOf } from '../frame.ts';
import type { StreamFaults } from '../stream-faults.ts';
import type { StreamSocket } from '../stream-socket.ts';
import type { ListenKeys } from './listen-keys.ts';
import { type UserMessage, userMessages } from './user-messages.ts';

/** The sockets that are subscribed to user streams. */
export interface UserStreams {
  join(listenKey: string, socket: StreamSocket): void;
  leave(listenKey: string, socket: StreamSocket): void;
  /** Stops listening and drops delayed messages. */
  close(): void;
}

/** Sends accounts' events to the sockets that joined with their listen keys. */
export function openUserStreams(simulation: Simulation, keys: ListenKeys, faults: StreamFaults): UserStreams {
  const hearers = new Map<string, Set<StreamSocket>>();
  const late = new Set<() => void>();
  const tell = (listenKey: string, { event, body }: UserMessage): void => {
    const sockets = hearers.get(listenKey);
    if (sockets === undefined) return;
    const frame = frameOf(listenKey, JSON.stringify(body));
    for (const socket of sockets) if (socket.address.events?.has(event) ?? true) socket.deliver(frame);
  };
  const tellAccount = (accountId: string, message: UserMessage): void => {
    for (const listenKey of hearers.keys()) if (keys.accountOf(listenKey) === accountId) tell(listenKey, message);
  };
  const stop = simulation.onEvent((accountId, event) => {
    if (hearers.size === 0) return;
    const messages = userMessages(simulation, accountId, event);
    for (const { message, delayMs } of faults.rearrange(accountId, messages)) {
      if (delayMs === 0) tellAccount(accountId, message);
      else later(() => tellAccount(accountId, message), delayMs);
    }
  });
  const later = (act: () => void, delayMs: number): void => {
    const giveUp = faults.after(delayMs, () => {
      late.delete(giveUp);
      act();
    });
    late.add(giveUp);
  };
  keys.onExpired((listenKey) => {
    const body = { e: 'listenKeyExpired', E: simulation.now(), listenKey };
    tell(listenKey, { event: 'listenKeyExpired', symbol: null, body });
    hearers.delete(listenKey);
  });
  return {
    join(listenKey, socket) {
      const sockets = hearers.get(listenKey) ?? new Set();
      hearers.set(listenKey, sockets);
      sockets.add(socket);
    },
    leave(listenKey, socket) {
      const sockets = hearers.get(listenKey);
      sockets?.delete(socket);
      if (sockets?.size === 0) hearers.delete(listenKey);
    },
    close() {
      stop();
      for (const giveUp of late) giveUp();
    },
  };
}
