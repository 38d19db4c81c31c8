import { at } from '#base/assert.ts';
import { add, type Cash, larger, ZERO_CASH } from '#base/exact.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { ScaleSums } from '#ports/trials/scale-trials.ts';
import type { Life } from './live-again.ts';

/** The minutes of a track, counted in those of the history. */
export interface TrackSpan {
  readonly from: number;
  readonly minutes: number;
}

/** Adds up lives on one symbol, minute by minute. */
export class SummedLives {
  private readonly stored: SymbolHistory;
  private readonly span: TrackSpan;
  private readonly equity: Float64Array;
  private readonly margin: Float64Array;
  /** What stays from a minute on. */
  private readonly settled: Float64Array;
  private sums = { cycles: 0, result: ZERO_CASH, liquidations: 0, unfinished: 0, openResult: ZERO_CASH };
  private peakMargin: Cash = ZERO_CASH;

  constructor(stored: SymbolHistory, span: TrackSpan) {
    this.stored = stored;
    this.span = span;
    this.equity = new Float64Array(span.minutes);
    this.margin = new Float64Array(span.minutes);
    this.settled = new Float64Array(span.minutes + 1);
  }

  /** @param given - what it is counted with in place of its own result, and of how it ended */
  add(life: Life, given: { readonly result: Cash; readonly isLiquidated: boolean } | null = null): void {
    const { cycle, endMinute, booked, open, stretches } = life;
    const isEnded = endMinute !== null;
    const { result, isLiquidated } = given ?? { result: booked, isLiquidated: cycle.state === 'LIQUIDATED' };
    this.sums.cycles += 1;
    if (isLiquidated) this.sums.liquidations += 1;
    if (isEnded) this.sums.result = add(this.sums.result, result);
    else {
      this.sums.unfinished += 1;
      this.sums.openResult = add(this.sums.openResult, add(booked, open));
    }
    this.peakMargin = larger(this.peakMargin, cycle.peakMargin);
    const { close } = this.stored.columns;
    const end = endMinute ?? close.length;
    for (const { from, to, fixed, perTick, margin } of stretches) {
      for (let minute = from; minute < Math.min(to, end); minute += 1) {
        const place = minute - this.span.from;
        if (place >= this.span.minutes) break;
        this.equity[place] = at(this.equity, place) + fixed + perTick * at(close, minute);
        this.margin[place] = at(this.margin, place) + margin;
      }
    }
    const place = Math.min(end - this.span.from, this.span.minutes);
    this.settled[place] = at(this.settled, place) + (isEnded ? result : add(booked, open));
  }

  finish(): ScaleSums {
    let stays = 0;
    for (let place = 0; place < this.span.minutes; place += 1) {
      stays += at(this.settled, place);
      this.equity[place] = at(this.equity, place) + stays;
    }
    return { ...this.sums, peakMargin: this.peakMargin, track: { equity: this.equity, margin: this.margin } };
  }
}
