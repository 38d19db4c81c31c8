import type { PositionSide } from '#engine/model/position.ts';
import { type AccountState, type ExchangeState, type OpenAlgo, symbolStateOf } from '../exchange-state.ts';
import type { AlgoOrder } from '../rows.ts';
import { renewAlgo } from '../tell.ts';

/** Removes a conditional order from the waiting ones and keeps it, with its final changes, among the past ones. */
export function endAlgo(state: ExchangeState, open: OpenAlgo, changes: Partial<AlgoOrder>): void {
  const { account } = open;
  const { algos } = symbolStateOf(state, open.row.symbol);
  const index = algos.indexOf(open);
  if (index >= 0) algos.splice(index, 1);
  account.algos.delete(open.row.algoId);
  state.dated.delete(open);
  account.pastAlgos.set(open.row.algoId, open.row);
  renewAlgo(state, open, changes);
  account.pastAlgos.set(open.row.algoId, open.row);
}

/** Ends the conditional orders that would have closed a position, once it is closed by anything else. */
export function endAlgosWithoutPosition(
  state: ExchangeState,
  account: AccountState,
  { symbol, side }: { readonly symbol: string; readonly side: PositionSide },
): void {
  for (const open of [...account.algos.values()]) {
    const { row } = open;
    if (row.closePosition && row.symbol === symbol && row.positionSide === side) {
      endAlgo(state, open, { status: 'EXPIRED' });
    }
  }
}
