import type { NoteRecord } from '../model/record.ts';
import type { NoticeEvent } from './notice-events.ts';

/**
 * What a line of the log tells somebody who does not read logs.
 * @returns null for a line that nobody needs to be told of
 */
export function noticeOfNote({ code, figures }: Pick<NoteRecord, 'code' | 'figures'>): NoticeEvent | null {
  switch (code) {
    case 'LIQUIDATED':
    case 'STOP_LOSS_FILLED':
    case 'TIME_LIMIT_REACHED':
    case 'CYCLE_CLOSED':
    case 'CYCLE_OPENED':
      return code;
    case 'BOT_ERROR':
      return figures['reason'] === 'UNPROTECTED' ? 'UNPROTECTED' : 'BOT_STOPPED_BY_RISK';
    case 'STEP_FILLED':
      return figures['level'] !== undefined && figures['level'] === figures['levels'] ? 'LAST_STEP_FILLED' : null;
    case 'STEP_SKIPPED':
      return 'ORDER_REJECTED';
    case 'ENTRY_BLOCKED':
      return figures['reason'] === 'LADDER_REFUSED' ? 'ORDER_REJECTED' : 'ENTRY_BLOCKED';
    case 'BOT_STARTED':
    case 'BOT_RESTARTED':
      return 'BOT_STARTED';
    case 'BOT_FINISHED':
    case 'BOT_STOPPED':
    case 'BOT_DELETED':
      return 'BOT_ENDED';
    default:
      return null;
  }
}
