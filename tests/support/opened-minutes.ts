import { MINUTE_MS } from '#base/time.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { START } from './market.ts';
import { WEEK_MINUTES } from './random-week.ts';

/** The minutes of a random week at whose close a cycle was opened. */
export const openedMinutes = (records: readonly AccountRecord[]): readonly number[] =>
  records.flatMap((record) =>
    record.type === 'cycle' && record.cycle.state === 'PENDING_ENTRY'
      ? [Math.floor((record.cycle.openedAt - START) / MINUTE_MS)]
      : [],
  );

/** Those of the minutes at whose close the only atom opened a cycle, or was free to. */
export function idleAt(records: readonly AccountRecord[], minutes: readonly number[]): readonly number[] {
  const opened = openedMinutes(records);
  const busy = busySpans(records);
  return minutes.filter(
    (minute) => opened.includes(minute) || !busy.some(({ from, to }) => minute >= from && minute <= to),
  );
}

/** Minutes at whose close the atom was in a cycle; a liquidation ends the run of its bot as well. */
function busySpans(records: readonly AccountRecord[]): { from: number; to: number }[] {
  const ends = new Map<number, { from: number; to: number }>();
  for (const record of records) {
    if (record.type !== 'cycle') continue;
    const { seq, openedAt, endAt, state } = record.cycle;
    const to = endAt === null || state === 'LIQUIDATED' ? WEEK_MINUTES : Math.floor((endAt - START) / MINUTE_MS) - 1;
    ends.set(seq, { from: Math.floor((openedAt - START) / MINUTE_MS), to });
  }
  return [...ends.values()];
}
