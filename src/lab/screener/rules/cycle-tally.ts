import { add, type Cash, ZERO_CASH } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import type { Direction } from '#engine/model/order.ts';
import type { SweepEvent, SweepSink } from '#engine/sweep/events.ts';
import type { RuleCycles } from '#ports/screener/rule-screens.ts';

/** What one direction of a run made. */
export interface SideTally {
  readonly cycles: RuleCycles;
  /** How many cycles opened, and the close at which the last one did; its entry may not have filled. */
  readonly opened: number;
  readonly openedAt: Instant | null;
}

/** Counts the cycles of a run as its events come, by direction. */
export function cycleTally(instrument: Instrument): { readonly tell: SweepSink; of(direction: Direction): SideTally } {
  const sides = { buy: newCount(), sell: newCount() };
  return {
    tell: (event) => {
      if (event.type === 'opened') addOpened(sides[event.direction], event.at);
      else if (event.type === 'fill') addFill(sides[event.direction], event, instrument);
      else if (event.type === 'ended') endCycle(sides[event.direction], event.result);
    },
    of(direction) {
      const { ended, won, shareSum, shareWorst, opened, openedAt } = sides[direction];
      return { cycles: { ended, won, shareSum, shareWorst }, opened, openedAt };
    },
  };
}

interface Count {
  ended: number;
  won: number;
  shareSum: number;
  shareWorst: number | null;
  opened: number;
  openedAt: Instant | null;
  /** Of the cycle that is open. */
  entryCost: Cash;
}

function newCount(): Count {
  return {
    ...{ ended: 0, won: 0, shareSum: 0, shareWorst: null, opened: 0, openedAt: null },
    entryCost: ZERO_CASH,
  };
}

function addOpened(count: Count, at: Instant): void {
  count.opened += 1;
  count.openedAt = later(at, MINUTE_MS - CLOSE_OFFSET_MS);
}

function addFill(count: Count, fill: Extract<SweepEvent, { type: 'fill' }>, instrument: Instrument): void {
  if (fill.role !== 'base') return;
  count.entryCost = add(count.entryCost, notional(instrument, fill.price, fill.quantity));
}

/** A cycle that never filled has no result. */
function endCycle(count: Count, result: Cash): void {
  if (count.entryCost === 0) return;
  const share = result / count.entryCost;
  count.ended += 1;
  if (result > 0) count.won += 1;
  count.shareSum += share;
  count.shareWorst = count.shareWorst === null ? share : Math.min(count.shareWorst, share);
  count.entryCost = ZERO_CASH;
}
