import type { Attack } from './attack.ts';
import { breakEven, stopFromAverage, stopFromBase, takeProfit } from './exit-attacks.ts';
import { baseQuantityOf, levelPriceOf, levelQuantityOf, limitBase, trailingStop } from './ladder-attacks.ts';
import {
  committed,
  liquidationEdge,
  liquidationHedged,
  liquidationTick,
  liquidationUnit,
  marginOf,
} from './margin-attacks.ts';
import { marketPrice, quotient, shareOf } from './number-attacks.ts';

/** Every rounding of the engine by name; `isFiltered` ones try a float first and use the exact quotient when in doubt. */
export const ATTACKS: readonly { readonly name: string; readonly attack: Attack; readonly isFiltered: boolean }[] = [
  { name: 'share', attack: shareOf, isFiltered: true },
  { name: 'multiplyDivide', attack: quotient, isFiltered: true },
  { name: 'levelPrice', attack: levelPriceOf, isFiltered: true },
  { name: 'levelQuantity', attack: levelQuantityOf, isFiltered: true },
  { name: 'quantityFor', attack: baseQuantityOf, isFiltered: false },
  { name: 'limitBasePrice', attack: limitBase, isFiltered: true },
  { name: 'slipped', attack: marketPrice, isFiltered: true },
  { name: 'takeProfitPrice', attack: takeProfit, isFiltered: true },
  { name: 'breakEvenPrice', attack: breakEven, isFiltered: true },
  { name: 'stopLossPrice, base', attack: stopFromBase, isFiltered: true },
  { name: 'stopLossPrice, average', attack: stopFromAverage, isFiltered: true },
  { name: 'trailingStopPrice', attack: trailingStop, isFiltered: true },
  { name: 'liquidationTrigger, tick', attack: liquidationTick, isFiltered: true },
  { name: 'liquidationTrigger, tier edge', attack: liquidationEdge, isFiltered: true },
  { name: 'liquidationTrigger, hedged', attack: liquidationHedged, isFiltered: true },
  { name: 'liquidationPrice', attack: liquidationUnit, isFiltered: true },
  { name: 'initialMargin', attack: marginOf, isFiltered: false },
  { name: 'committedMargin', attack: committed, isFiltered: false },
];
