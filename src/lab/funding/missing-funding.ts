import { at } from '#base/assert.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { Stretch } from '#engine/model/history.ts';

/** The longest time between two settlements of a contract (docs/domain.md, section 5). */
const SETTLEMENT_MS_MAX = 8 * HOUR_MS;

/** The minutes in question: their start, their number, and those without a market. */
export interface FundedMinutes {
  readonly columns: Pick<CandleColumns, 'start' | 'close'>;
  readonly frozen: readonly Stretch[];
}

/**
 * The stretches of a history, in minutes, in which settlements of funding must have been and none is known: more than
 * eight hours with a market between two settlements, or between one and an end of the history.
 * @param times - of every known settlement, oldest first; those outside of the history are passed over
 */
export function missingFunding({ columns, frozen }: FundedMinutes, times: readonly Instant[]): readonly Stretch[] {
  const { start, close } = columns;
  // Exchanges stamp a settlement some milliseconds behind its hour.
  const minutes = times.map((time) => Math.floor((time - start) / MINUTE_MS));
  const inside = minutes.filter((index) => index >= 0 && index < close.length);
  const marks = [0, ...inside, close.length];
  return marks.slice(1).flatMap((to, index) => {
    const stretch = { from: at(marks, index), to };
    return openMinutes(stretch, frozen) * MINUTE_MS > SETTLEMENT_MS_MAX ? [stretch] : [];
  });
}

/** Minutes of the stretch that are not frozen. */
function openMinutes({ from, to }: Stretch, frozen: readonly Stretch[]): number {
  const stood = frozen.map((gap) => Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from)));
  return to - from - stood.reduce((sum, minutes) => sum + minutes, 0);
}
