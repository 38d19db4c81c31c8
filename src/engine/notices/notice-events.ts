/** How much something matters to somebody who is asleep. */
export type NoticeSeverity = 'critical' | 'warning' | 'info';

/** Everything that a user can be told of, with its severity, in the order in which settings list it. */
export const noticeEvents = {
  LIQUIDATED: 'critical',
  UNPROTECTED: 'critical',
  BOT_STOPPED_BY_RISK: 'critical',
  EXCHANGE_KEY_REFUSED: 'critical',
  ENGINE_BEHIND: 'critical',
  FEED_TROUBLE: 'critical',
  DATABASE_TROUBLE: 'critical',
  DISK_FULL: 'critical',
  DISK_LOW: 'warning',
  STOP_LOSS_FILLED: 'warning',
  LAST_STEP_FILLED: 'warning',
  TIME_LIMIT_REACHED: 'warning',
  ORDER_REJECTED: 'warning',
  ENTRY_BLOCKED: 'warning',
  DAILY_SUMMARY: 'info',
  CYCLE_CLOSED: 'info',
  CYCLE_OPENED: 'info',
  BOT_STARTED: 'info',
  BOT_ENDED: 'info',
} as const satisfies Readonly<Record<string, NoticeSeverity>>;

export type NoticeEvent = keyof typeof noticeEvents;

/** Where notices go: the pages themselves, an address of the user, a chat. */
export const noticeChannels = ['app', 'webhook', 'telegram'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];
/** The channels that leave the program. */
export type OutsideChannel = Exclude<NoticeChannel, 'app'>;

/** A bot in profit causes these all day long: whoever wants them says so. */
const FREQUENT: ReadonlySet<NoticeEvent> = new Set(['ENTRY_BLOCKED', 'CYCLE_CLOSED', 'CYCLE_OPENED']);

/** Whether a user who has chosen nothing is told of an event on a channel. */
export function isUsual(event: NoticeEvent, channel: NoticeChannel): boolean {
  if (FREQUENT.has(event)) return false;
  return channel === 'app' || noticeEvents[event] !== 'info' || event === 'DAILY_SUMMARY';
}
