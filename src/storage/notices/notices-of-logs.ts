import type { NoteRecord } from '#engine/model/record.ts';
import { noticeEvents } from '#engine/notices/notice-events.ts';
import { noticeOfNote } from '#engine/notices/notice-of-note.ts';
import type { NewRow } from '../database/rows/insert-rows.ts';
import type { NewNotice } from './store-notices.ts';

/**
 * The notice that goes with a line of the log; null when nobody needs to be told.
 * @param toldAt - wall time
 */
export function noticeOfLog(note: NoteRecord, log: NewRow<'logs'>, toldAt: Date): NewNotice | null {
  const event = noticeOfNote(note);
  if (event === null) return null;
  const { batchLine, ownerId, portfolioId, botId, symbol, direction, cycleId, orderId, ts, code, figures, detail } =
    log;
  return {
    ...{ noticeId: batchLine, ownerId, event, severity: noticeEvents[event], ts, toldAt },
    ...{ portfolioId, botId, symbol, direction, cycleId, orderId, code, figures, detail },
  };
}
