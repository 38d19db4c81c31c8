import { add, type Cash, subtract, type Ticks, ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { cycleResult } from '#engine/bots/ladder/closing.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import { type Direction, signOf } from '#engine/model/order.ts';
import type { CycleRecord } from '#engine/model/record.ts';
import type { TrialCycle } from '#ports/strategy-trials.ts';

/** What the cycles of a trial are valued on. */
export interface CycleMarket {
  readonly stored: SymbolHistory;
  readonly instrument: Instrument;
  /** The end of the trial, and its last close. */
  readonly to: Instant;
  readonly lastPrice: Ticks;
}

/** What became of a cycle; null for one whose entry never filled. */
export function trialCycle({ cycle, direction }: CycleRecord, market: CycleMarket): TrialCycle | null {
  const { instrument, to } = market;
  const { beginAt, endAt, entryCost, entryQuantity, exitQuantity, exitValue } = cycle;
  if (beginAt === null || entryQuantity === 0) return null;
  const result = add(cycleResult(cycle), openResult(cycle, direction, market));
  const average = averagePrice(instrument, entryCost, entryQuantity);
  const isOver = endAt !== null;
  return {
    endAt,
    closeReason: cycle.closeReason,
    entryPrice: average,
    exitPrice: isOver && exitQuantity > 0 ? averagePrice(instrument, exitValue, exitQuantity) : null,
    result,
    resultShare: result / entryCost,
    adverseShare: isOver ? adverseShare(cycle, direction, average) : null,
    heldMs: (endAt ?? to) - beginAt,
    levelsFilled: cycle.levelsFilled,
  };
}

/** The average of fills, rounded to the nearest tick: it is shown, and nothing is computed from it. */
function averagePrice({ cashPerTickStep }: Instrument, value: Cash, quantity: number): Ticks {
  return ticks(Math.round(value / (quantity * cashPerTickStep)));
}

function openResult({ position }: Cycle, direction: Direction, { instrument, lastPrice }: CycleMarket): Cash {
  const [worth, { cost }] = [notional(instrument, lastPrice, position.quantity), position];
  return signOf(direction) === 1 ? subtract(worth, cost) : subtract(cost, worth);
}

function adverseShare({ lowSeen, highSeen }: Cycle, direction: Direction, average: Ticks): number | null {
  const worst = direction === 'buy' ? lowSeen : highSeen;
  return worst === null ? null : Math.max(0, (signOf(direction) * (average - worst)) / average);
}
