import { at } from '#base/assert.ts';
import { type Steps, smaller, steps, type Ticks } from '#base/exact.ts';
import { later, SECOND_MS } from '#base/time.ts';
import { isWithin } from '#engine/matching/tape-fill.ts';
import { nextTradeId, printTraded } from '../book/own-prints.ts';
import { type ExchangeState, type OpenOrder, symbolStateOf } from '../exchange-state.ts';
import { openQuantity, settleFill } from '../positions/settle-fill.ts';
import { markPrice } from '../positions/valuation.ts';
import { unrest } from '../resting-orders.ts';
import { oppositeLevels } from './check-order.ts';
import { isWorking } from './end-order.ts';
import { restOrEnd } from './take-and-rest.ts';

/** Starts to fill an order in parts at this instant. It does not rest until all parts are filled. */
export function beginParts(
  state: ExchangeState,
  order: OpenOrder,
  { parts, isMaker }: { readonly parts: readonly number[]; readonly isMaker: boolean },
): void {
  unrest(symbolStateOf(state, order.row.symbol), order);
  order.parts = { fractions: parts, nextAt: state.at, isMaker };
  state.parting.add(order);
  // What is made in parts follows the market's trades of this instant, which keep the ids that they have.
  if (!isMaker) fillNextPart(state, order);
}

/** Fills the next part; after the last one the order continues like any other. */
export function fillNextPart(state: ExchangeState, order: OpenOrder): void {
  const { parts, row } = order;
  if (parts === null) return;
  const quantity = smaller(partOf(row.quantity, at(parts.fractions, 0)), openQuantity(row));
  const fractions = parts.fractions.slice(1);
  order.parts = fractions.length === 0 ? null : { ...parts, fractions, nextAt: later(state.at, SECOND_MS) };
  if (quantity > 0) {
    const { isMaker } = parts;
    const price = partPrice(state, order, isMaker);
    const takerSide = (row.side === 'BUY') === isMaker ? 'SELL' : 'BUY';
    const tradeId = nextTradeId(state, row.symbol);
    printTraded(state, row.symbol, {
      takerSide,
      price,
      quantity: settleFill(state, order, { tradeId, price, quantity, isMaker }),
    });
  }
  if (order.parts !== null || !isWorking(order)) return;
  state.parting.delete(order);
  restOrEnd(state, order);
}

function partOf(quantity: Steps, fraction: number): Steps {
  return steps(Math.max(1, Math.floor(quantity * fraction)));
}

/** A maker fills at its own price, a taker at the best price of the book that its limit allows. */
function partPrice(state: ExchangeState, { row }: OpenOrder, isMaker: boolean): Ticks {
  const best = oppositeLevels(state, row, 1).at(0)?.price;
  if (row.price === null) return best ?? markPrice(state, row.symbol);
  const isBetter = best !== undefined && isWithin(best, { side: row.side, limit: row.price });
  return isBetter && !isMaker ? best : row.price;
}
