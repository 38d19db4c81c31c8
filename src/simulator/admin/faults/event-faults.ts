import type { LateMessage } from '../../streams/stream-faults.ts';
import type { UserMessage } from '../../streams/user/user-messages.ts';

/** How user events are disturbed. Each share is between 0 and 1. */
export interface EventChaos {
  /** Share of messages that are sent twice. */
  readonly duplicated: number;
  /** Share of messages that swap places with the next one. */
  readonly swapped: number;
  /**
   * Each message is delayed by a random time of at most this many wall milliseconds, so later messages may overtake it.
   */
  readonly delayMsMax: number;
}

export const NO_CHAOS: EventChaos = { duplicated: 0, swapped: 0, delayMsMax: 0 };
/** How long a message is held back so that the next one overtakes it. */
const HELD_MS = 25;
/** A symbol that no exchange lists. */
const UNKNOWN_SYMBOL = 'NOBODYKNOWSUSDT';

export interface EventFaults {
  set(chaos: EventChaos): void;
  /** What holds while nothing is set. */
  setUsual(chaos: EventChaos): void;
  /** The next events about orders carry a symbol that is not listed. */
  nextUnknownSymbols(count: number): void;
  rearrange(accountId: string, messages: readonly UserMessage[]): readonly LateMessage[];
  list(): readonly object[];
  clear(): void;
}

/** @param random - in [0, 1) */
export function openEventFaults(random: () => number): EventFaults {
  let chaos = NO_CHAOS;
  let usual = NO_CHAOS;
  let unknownSymbols = 0;
  /** Accounts with a message that is being held back. */
  const held = new Set<string>();
  const renamed = (message: UserMessage): UserMessage => {
    if (unknownSymbols === 0 || message.event !== 'ORDER_TRADE_UPDATE') return message;
    unknownSymbols -= 1;
    return withSymbol(message, UNKNOWN_SYMBOL);
  };
  return {
    set(wanted) {
      chaos = wanted;
    },
    setUsual(wanted) {
      usual = wanted;
    },
    nextUnknownSymbols(count) {
      unknownSymbols = count;
    },
    rearrange(accountId, messages) {
      const { duplicated, swapped, delayMsMax } = chaos === NO_CHAOS ? usual : chaos;
      const sent = messages.map(renamed).flatMap((one) => (random() < duplicated ? [one, one] : [one]));
      return sent.map((message) => {
        const heldMs = !held.delete(accountId) && random() < swapped ? HELD_MS : 0;
        if (heldMs > 0) held.add(accountId); // The next one goes at once.
        return { message, delayMs: heldMs + Math.floor(random() * (delayMsMax + 1)) };
      });
    },
    list: () => [
      ...(chaos === NO_CHAOS ? [] : [{ kind: 'chaos', ...chaos }]),
      ...(unknownSymbols === 0 ? [] : [{ kind: 'unknown-symbol', left: unknownSymbols }]),
    ],
    clear() {
      chaos = NO_CHAOS;
      unknownSymbols = 0;
      held.clear();
    },
  };
}

function withSymbol(message: UserMessage, symbol: string): UserMessage {
  const order = 'o' in message.body && typeof message.body.o === 'object' ? message.body.o : {};
  return { ...message, symbol, body: { ...message.body, o: { ...order, s: symbol } } };
}
