import type { SpoilCandle } from './market/kline-stream.ts';
import type { UserMessage } from './user/user-messages.ts';

/** A message of a user stream and by how much wall time it is late. */
export interface LateMessage {
  readonly message: UserMessage;
  readonly delayMs: number;
}

/** What experiments do to streams; asked for every message that it may concern. */
export interface StreamFaults {
  readonly spoilCandle: SpoilCandle;
  /** May change, repeat, reorder and delay what an account is about to hear. */
  rearrange(accountId: string, messages: readonly UserMessage[]): readonly LateMessage[];
  /** Whether a stream that is asked for under the wrong root ends the connection, instead of staying silent. */
  isStrict(): boolean;
}
