import { cashText } from '#base/decimal.ts';
import { multiplyDivide, steps } from '#base/exact.ts';
import { type Instrument, notional, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AggregateTrade } from '../../market/market.ts';

/**
 * The newest single trades, oldest first. The quantity of an aggregate is divided among its single trades as evenly as
 * steps allow.
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

function presentSingle(instrument: Instrument, trade: AggregateTrade, number: number): object {
  const count = trade.lastId - trade.firstId + 1;
  const until = (singles: number): number => multiplyDivide(trade.quantity, singles, count, 'floor');
  const offset = number - trade.firstId;
  const quantity = steps(until(offset + 1) - until(offset));
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
