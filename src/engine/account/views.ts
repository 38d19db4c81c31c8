import { type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { AtomView } from '../model/account.ts';
import type { Cycle } from '../model/cycle.ts';
import { levelPrice } from '../risk/ladder/levels.ts';
import { initialMargin } from '../risk/margin/margin.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';
import { markFor } from './valuation/marks.ts';
import { liquidationTriggerOf } from './valuation/shared-wallet.ts';
import { unrealizedOf } from './valuation/unrealized.ts';

/** What an atom looks like now, for screens. */
export function viewOf(account: RunningAccount, atom: RunningAtom): AtomView {
  const { cycle } = atom.state;
  const { wantedTakeProfit, wantedStopLoss } = atom.bot.family.atom;
  const mark = markFor(account, atom) ?? null;
  return {
    ...atom.key,
    mark,
    takeProfitPrice: wantedTakeProfit(atom),
    stopLossPrice: wantedStopLoss(atom),
    nextLevelPrice: cycle === null ? null : nextLevel(cycle),
    liquidationPrice: liquidationTriggerOf(account, atom),
    levelPrices: cycle === null ? [] : levelsOf(atom, cycle),
    unrealized: cycle === null || mark === null ? ZERO_CASH : unrealizedOf(atom, cycle, mark),
    initialMargin:
      cycle === null ? ZERO_CASH : initialMargin(cycle.position.cost, atom.context.ladderOf(cycle.params).leverage),
    isEnteredByRule: atom.context.signal !== null,
    ...(atom.isOffGrid ? { isOffGrid: true } : {}),
  };
}

/** The price of the first resting step; steps kept from an earlier ladder rest before those placed after them. */
function nextLevel({ orders }: Cycle): Ticks | null {
  let next: Cycle['orders'][number] | null = null;
  for (const order of orders) if (order.role === 'safety' && order.level < (next?.level ?? Infinity)) next = order;
  return next?.price ?? null;
}

function levelsOf(atom: RunningAtom, cycle: Cycle): readonly Ticks[] {
  const { basePrice } = cycle;
  if (basePrice === null) return [];
  const ladder = atom.context.ladderOf(cycle.params);
  const side = { ladder, instrument: atom.instrument, direction: atom.key.direction };
  const steps = ladder.levels.map((_, index) => levelPrice(side, index + 1, basePrice));
  return [basePrice, ...steps];
}
