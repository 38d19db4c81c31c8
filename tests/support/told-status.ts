import { liveStore, type Status } from '#web/api/live/live-store.ts';
import { NEVER_OLD } from './hear-live.ts';

const AT = '2025-05-26T08:00:00.000Z';

const HEALTHY: Status = {
  environment: 'sim',
  engine: 'running',
  database: 'answering',
  disk: 'ok',
  beatAt: AT,
  exchange: 'talking',
  exchangeHeardAt: AT,
  marketMinutesBehind: 2,
  isMarketBehind: false,
  ...{
    botsTotal: 2,
    botsRunning: 2,
    botsInError: 0,
    botsInErrorKind: null,
    unprotected: 0,
    unprotectedByDesign: 0,
    unprotectedKind: null,
    unreadNotices: 0,
  },
  ...{ todayLive: '0', todayPaper: '0' },
  ...{ marketTime: AT, decidedAt: AT, marketSpeed: 60, marketRound: 1, wallTime: AT },
};

/**
 * The live channel tells how the program is: all well, but for the change. Market time is 26 May 2025, 08:00.
 * @param heardAt - wall time, in milliseconds of UTC, for tests about the age of values; without it they never grow old
 */
export function tellStatus(change: Partial<Status> = {}, heardAt = NEVER_OLD): void {
  liveStore.apply([{ type: 'snapshot', topic: 'status', seq: 1, status: { ...HEALTHY, ...change } }], heardAt);
}
