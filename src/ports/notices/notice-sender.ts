import type { NoticeEvent, NoticeSeverity } from '#engine/notices/notice-events.ts';

/** A notice as it leaves the program. */
export interface OutgoingNotice {
  /** The same at every attempt: a receiver that has seen it ignores the repeat. */
  readonly noticeId: string;
  readonly event: NoticeEvent | 'TEST';
  readonly severity: NoticeSeverity;
  readonly at: Date;
  /** An English sentence. */
  readonly detail: string;
  readonly botId: string | null;
  readonly botName: string | null;
  readonly portfolioId: string | null;
  readonly symbol: string | null;
  readonly cycleId: string | null;
  readonly orderId: string | null;
  readonly figures: Readonly<Record<string, string | number>>;
}

/** Where a user wants notices. */
export interface NoticeTarget {
  readonly address: string;
  readonly secret: string;
}

/** Why notices did not arrive. */
export type NoticeFailure =
  | 'ADDRESS_NOT_ALLOWED'
  | 'ADDRESS_PRIVATE'
  | 'NAME_UNKNOWN'
  | 'UNREACHABLE'
  | 'TIMED_OUT'
  | 'REDIRECTED'
  | 'REFUSED'
  | 'BUSY'
  | 'TOKEN_REFUSED'
  | 'CHAT_UNKNOWN'
  | 'CHAT_CLOSED'
  | 'MESSAGE_REFUSED'
  | 'SECRET_UNREADABLE'
  | 'TOO_OLD';

/** Result of an attempt. */
export type NoticeOutcome = (
  | { readonly isSent: true }
  | {
      readonly isSent: false;
      readonly failure: NoticeFailure;
      /** How long the receiver asks to wait; null when it asks for nothing. */
      readonly waitMs: number | null;
    }
) & {
  /** The receiver's address from now on, where it reported another one; left out: unchanged. */
  readonly movedTo?: string;
};

/** A way out of the program. It never throws for what happens outside, and what it answers holds no secret. */
export interface NoticeSender {
  /** How many notices fit into one message. */
  readonly batchMax: number;
  send(target: NoticeTarget, notices: readonly OutgoingNotice[], signal: AbortSignal): Promise<NoticeOutcome>;
}
