import { type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { AtomView } from '../model/account.ts';
import type { Cycle } from '../model/cycle.ts';
import { levelPrice } from '../risk/levels.ts';
import { initialMargin } from '../risk/margin.ts';
import { unrealizedOf } from './apply.ts';
import type { Book, Slot } from './book.ts';
import { liquidationTriggerOf } from './liquidation.ts';
import { markIn } from './marks.ts';

/** What an atom looks like now, for screens. */
export function viewOf(book: Book, slot: Slot): AtomView {
  const { cycle } = slot.state;
  const { atom } = slot.bot.family;
  const mark = markIn(book, slot.key.symbol) ?? null;
  const next = cycle?.orders.find((order) => order.role === 'safety')?.price ?? null;
  return {
    ...slot.key,
    mark,
    takeProfitPrice: atom.wantedTakeProfit(slot),
    stopLossPrice: atom.wantedStopLoss(slot),
    nextLevelPrice: next,
    liquidationPrice: liquidationTriggerOf(book, slot),
    levelPrices: cycle === null ? [] : levelsOf(slot, cycle),
    unrealized: cycle === null || mark === null ? ZERO_CASH : unrealizedOf(slot, cycle, mark),
    initialMargin:
      cycle === null ? ZERO_CASH : initialMargin(cycle.position.cost, slot.context.ladderOf(cycle.params).leverage),
  };
}

function levelsOf(slot: Slot, cycle: Cycle): readonly Ticks[] {
  const { basePrice } = cycle;
  if (basePrice === null) return [];
  const ladder = slot.context.ladderOf(cycle.params);
  const side = { ladder, instrument: slot.instrument, direction: slot.key.direction };
  const steps = ladder.levels.map((_, index) => levelPrice(side, index + 1, basePrice));
  return [basePrice, ...steps];
}
