import type { OutsideChannel } from '#engine/notices/notice-events.ts';
import type { SealText } from '#keys/sealing/secret-texts.ts';
import type { NoticeOutcome, OutgoingNotice } from '#ports/notices/notice-sender.ts';

/** What requests need for notices: they can seal secrets and have things sent; only the sending side can open. */
export interface NoticeServices {
  readonly seal: SealText;
  /** Setting WEBHOOK_HOSTS. */
  readonly webhookHosts: readonly string[];
  /** A webhook's address, parsed; null when it may not be called. */
  webhookOf(address: string): URL | null;
  /** Sends one notice now; null when the user has no such channel. */
  sendOne(ownerId: string, channel: OutsideChannel, notice: OutgoingNotice): Promise<NoticeOutcome | null>;
  /** Something may be due. */
  wake(): void;
  /** Calls with the user whose notices or deliveries changed; returns a function to unsubscribe. */
  onChange(listener: (ownerId: string) => void): () => void;
}
