import type { GeneratedAlways } from 'kysely';
import type { Direction } from '#engine/model/order.ts';
import type { NoticeChannel, NoticeEvent, NoticeSeverity, OutsideChannel } from '#engine/notices/notice-events.ts';
import type { Json, NullableTime, Time } from '../database/columns.ts';

/** Something that a user is told of. */
export interface NoticesTable {
  /** Derived from what it tells, so that storing that again stores no second notice; receivers know repeats by it. */
  noticeId: string;
  ownerId: string;
  event: NoticeEvent;
  severity: NoticeSeverity;
  /** When it happened: market time for what a bot did, otherwise wall time. */
  ts: Time;
  /** When it was stored; wall time. */
  toldAt: Time;
  portfolioId: string | null;
  botId: string | null;
  symbol: string | null;
  direction: Direction | null;
  cycleId: string | null;
  orderId: string | null;
  /** The code of the log line that it tells of; null when no bot wrote one. */
  code: string | null;
  figures: Json<Readonly<Record<string, string | number>>>;
  /** An English sentence. */
  detail: string;
  isInApp: boolean;
  /** Null until its user has read it; wall time. */
  readAt: NullableTime;
  noticeSeq: GeneratedAlways<string>;
}

/** Where notices of a user go outside of the program. */
export interface NoticeChannelsTable {
  ownerId: string;
  channel: OutsideChannel;
  /** The host of the webhook, the id of the chat. A webhook without a sealed address still has its URL here, until the next start. */
  address: string;
  /** Increases with every secret of this row; the seal is bound to it. */
  version: number;
  /** The key of the webhook's signatures, the token of the bot at Telegram. */
  sealed: Buffer;
  /** The URL of the webhook; null of a chat. */
  sealedAddress: Buffer | null;
  isOn: boolean;
  changedAt: Time;
  /** The address before the receiver reported the present one; null when the user entered it. */
  movedFrom: string | null;
}

/** What a user has chosen for an event on a channel; without a row the usual choice applies. */
export interface NoticeChoicesTable {
  ownerId: string;
  event: NoticeEvent;
  channel: NoticeChannel;
  isOn: boolean;
}

/** A notice on its way out of the program. */
export interface NoticeDeliveriesTable {
  noticeId: string;
  channel: OutsideChannel;
  ownerId: string;
  state: 'waiting' | 'sent' | 'given_up';
  attempts: number;
  /** When it is tried next; wall time, as all times of this row. */
  nextAt: Time;
  /** The code of the last failure; null before the first. */
  failure: string | null;
  changedAt: Time;
}
