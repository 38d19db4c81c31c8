import type { OpenOrder, SymbolState } from './exchange-state.ts';

/** Adds a limit order to the resting orders of its side. */
export function rest(symbolState: SymbolState, order: OpenOrder): void {
  const list = sideOf(symbolState, order);
  list.splice(indexFor(list, order), 0, order);
  symbolState.revision += 1;
}

/** Removes an order from the resting ones, if it is there. */
export function unrest(symbolState: SymbolState, order: OpenOrder): void {
  const list = sideOf(symbolState, order);
  const index = list.indexOf(order);
  if (index < 0) return;
  list.splice(index, 1);
  symbolState.revision += 1;
}

/** Whether a price of the symbol can have any effect. */
export function isBusy(symbolState: SymbolState): boolean {
  return symbolState.buys.length + symbolState.sells.length + symbolState.algos.length + symbolState.holders.size > 0;
}

function sideOf(symbolState: SymbolState, { row }: OpenOrder): OpenOrder[] {
  return row.side === 'BUY' ? symbolState.buys : symbolState.sells;
}

/** The index at which the order belongs, by binary search. */
function indexFor(list: readonly OpenOrder[], order: OpenOrder): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = list[middle];
    if (other !== undefined && comesBefore(other, order)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comesBefore(a: OpenOrder, b: OpenOrder): boolean {
  const [priceA, priceB] = [a.row.price ?? 0, b.row.price ?? 0];
  if (priceA === priceB) return a.priority < b.priority;
  return a.row.side === 'BUY' ? priceA > priceB : priceA < priceB;
}
