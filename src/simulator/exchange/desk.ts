import type { Desk, OpenOrder } from './exchange-state.ts';

/** Puts a limit order among those that rest on its side. */
export function rest(desk: Desk, order: OpenOrder): void {
  const list = sideOf(desk, order);
  list.splice(placeOf(list, order), 0, order);
}

/** Takes an order out; nothing where it does not rest. */
export function unrest(desk: Desk, order: OpenOrder): void {
  const list = sideOf(desk, order);
  const index = list.indexOf(order);
  if (index >= 0) list.splice(index, 1);
}

/** Whether the prices of the symbol can change anything. */
export function isBusy(desk: Desk): boolean {
  return desk.buys.length + desk.sells.length + desk.algos.length + desk.holders.size > 0;
}

function sideOf(desk: Desk, { row }: OpenOrder): OpenOrder[] {
  return row.side === 'BUY' ? desk.buys : desk.sells;
}

/** The first index whose order comes after this one; found by halving. */
function placeOf(list: readonly OpenOrder[], order: OpenOrder): number {
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
