import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import { type Instant, later } from '#base/time.ts';
import type { Candle } from '../model/candle.ts';
import type { CandleColumn } from '../model/window.ts';

/** Reads the bar between two instants; null where the market gave no candle. */
type ReadBar = (from: Instant, to: Instant) => Candle | null;

/** The last closed bars of one timeframe as they were read, NaN where the market gave no candle. */
export class BarLane {
  readonly #length: number;
  #columns = newColumns(0);
  /** The known bars lie at [from, to) of the columns, so that a new one is only appended. */
  #from = 0;
  #to = 0;
  /** When the last known bar closed. */
  #end: Instant | null = null;
  /** The most bars that were asked for. */
  #most = 0;

  constructor(timeframe: CandleInterval) {
    this.#length = CANDLE_LENGTH_MS[timeframe];
  }

  /** Knows at least `count` bars up to the one that closes at `end`; reads those that are not known yet. */
  reach(end: Instant, count: number, read: ReadBar): void {
    this.#most = Math.max(this.#most, count);
    const passed = this.#end === null ? count : (end - this.#end) / this.#length;
    const known = this.#to - this.#from;
    const isKnown = passed >= 0 && passed < count && known + passed >= count;
    if (isKnown) this.#makeRoom(passed);
    else this.#clear();
    for (let back = (isKnown ? passed : count) - 1; back >= 0; back -= 1) {
      const to = later(end, -back * this.#length);
      this.#append(read(later(to, -this.#length), to));
    }
    this.#end = end;
  }

  /** A copy of the last `count` values. */
  last(name: CandleColumn, count: number): Float64Array {
    return this.#columns[name].slice(this.#to - count, this.#to);
  }

  /** Whether the market gave a candle for each of the last `count` bars. */
  isComplete(count: number): boolean {
    return !this.#columns.close.subarray(this.#to - count, this.#to).includes(Number.NaN);
  }

  #clear(): void {
    this.#from = 0;
    this.#to = 0;
    if (this.#columns.close.length < this.#most) this.#columns = newColumns(2 * this.#most);
  }

  #makeRoom(bars: number): void {
    const capacity = this.#columns.close.length;
    if (this.#to + bars <= capacity) return;
    const kept = Math.min(this.#to - this.#from, this.#most);
    const old = this.#columns;
    if (kept + bars > capacity) this.#columns = newColumns(2 * (kept + bars));
    for (const name of NAMES) this.#columns[name].set(old[name].subarray(this.#to - kept, this.#to));
    this.#from = 0;
    this.#to = kept;
  }

  #append(bar: Candle | null): void {
    for (const name of NAMES) this.#columns[name][this.#to] = bar === null ? Number.NaN : bar[name];
    this.#to += 1;
  }
}

const NAMES = ['open', 'high', 'low', 'close', 'volume'] as const satisfies readonly CandleColumn[];

function newColumns(capacity: number): Readonly<Record<CandleColumn, Float64Array>> {
  const column = () => new Float64Array(capacity);
  return { open: column(), high: column(), low: column(), close: column(), volume: column() };
}
