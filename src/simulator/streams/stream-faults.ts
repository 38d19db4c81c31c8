import type { SpoilCandle } from './market/kline-stream.ts';
import type { UserMessage } from './user/user-messages.ts';

/** A message of a user stream and its delay in milliseconds. */
export interface LateMessage {
  readonly message: UserMessage;
  readonly delayMs: number;
}

/** Faults of streams, consulted for every message. */
export interface StreamFaults {
  readonly spoilCandle: SpoilCandle;
  /** May change, repeat, reorder and delay the messages of an account. */
  rearrange(accountId: string, messages: readonly UserMessage[]): readonly LateMessage[];
  /** Acts after a delay. @returns gives it up */
  after(delayMs: number, act: () => void): () => void;
  /** Whether a stream under the wrong root closes the connection instead of being ignored. */
  isStrict(): boolean;
}
