import { assert } from '#base/assert.ts';
import type { Rate } from '#base/exact.ts';
import { HOUR_MS, MINUTE_MS } from '#base/time.ts';
import type { FundingColumns, Stretch, SymbolHistory } from '#engine/model/history.ts';
import { thawAt } from '#engine/scan/market-minutes.ts';

/** Most contracts settle at 00:00, 08:00 and 16:00 UTC. */
const SETTLEMENT_MINUTES = (8 * HOUR_MS) / MINUTE_MS;

/**
 * The history with an assumed rate at 00:00, 08:00 and 16:00 UTC of the stretches in which no settlement is known. In
 * frozen minutes nothing is settled. The new columns lie in shared memory, as a sweep wants them.
 */
export function assumeFunding(history: SymbolHistory, stretches: readonly Stretch[], assumed: Rate): SymbolHistory {
  const { columns, funding, frozen } = history;
  const settled = new Map(Array.from(funding.minute, (minute, index) => [minute, funding.rate[index] ?? 0] as const));
  const startMinute = columns.start / MINUTE_MS;
  assert(Number.isInteger(startMinute), 'a history starts at a whole minute');
  for (const { from, to } of stretches) {
    const first = Math.ceil((startMinute + from) / SETTLEMENT_MINUTES) * SETTLEMENT_MINUTES - startMinute;
    for (let minute = first; minute < to; minute += SETTLEMENT_MINUTES) {
      if (thawAt(frozen, minute) === minute && !settled.has(minute)) settled.set(minute, assumed);
    }
  }
  return { ...history, funding: columnsOf([...settled].sort(([one], [other]) => one - other)) };
}

function columnsOf(settled: readonly (readonly [minute: number, rate: number])[]): FundingColumns {
  const column = () => new Int32Array(new SharedArrayBuffer(settled.length * Int32Array.BYTES_PER_ELEMENT));
  const [minutes, rates] = [column(), column()];
  for (const [index, [minute, rate]] of settled.entries()) {
    minutes[index] = minute;
    rates[index] = rate;
  }
  return { minute: minutes, rate: rates };
}
