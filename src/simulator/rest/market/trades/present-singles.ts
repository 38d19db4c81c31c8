import { cashText } from '#base/decimal.ts';
import { type Instrument, notional, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AggregateTrade } from '../../../market/market.ts';
import { singleQuantity } from '../../../market/tape/single-trade.ts';

/**
 * The newest single trades, oldest first.
 *
 * @param trades - containing at least `limit` single trades, if there are that many
 */
export function presentSingles(
  instrument: Instrument,
  trades: readonly AggregateTrade[],
  limit: number,
): readonly object[] {
  const rows: object[] = [];
  for (const trade of trades.toReversed()) {
    for (let number = trade.lastId; number >= trade.firstId && rows.length < limit; number -= 1) {
      rows.push(presentSingle(instrument, trade, number));
    }
  }
  return rows.reverse();
}

/**
 * The single trades from an id on, oldest first.
 * @param trades - oldest first, from the one that contains the first id
 */
export function presentFirstSingles(
  instrument: Instrument,
  trades: readonly AggregateTrade[],
  { first, limit }: { readonly first: number; readonly limit: number },
): readonly object[] {
  const rows: object[] = [];
  for (const trade of trades) {
    for (let number = Math.max(first, trade.firstId); number <= trade.lastId && rows.length < limit; number += 1) {
      rows.push(presentSingle(instrument, trade, number));
    }
  }
  return rows;
}

function presentSingle(instrument: Instrument, trade: AggregateTrade, number: number): object {
  const quantity = singleQuantity(trade, number);
  return {
    id: number,
    price: priceText(instrument, trade.price),
    qty: quantityText(instrument, quantity),
    quoteQty: cashText(notional(instrument, trade.price, quantity)),
    time: trade.time,
    isBuyerMaker: trade.takerSide === 'SELL',
    isRPITrade: false,
  };
}
