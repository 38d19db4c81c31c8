import type * as z from 'zod/mini';
import { assert } from '#base/assert.ts';
import { cashText, trimDecimal } from '#base/decimal.ts';
import type { Ticks } from '#base/exact.ts';
import type { dealEffect, manualDeal } from '#contract/deals/manual-deal.ts';
import { averagePrice, type Instrument, notional, priceText, quantityText } from '#engine/model/instrument.ts';
import type { CarriedOut, DealPosition } from '#ports/runtime.ts';
import type { ManualDealRow } from '#storage/deals/manual-deals.ts';
import { maybeTimeText, timeText } from '../http/text.ts';

/** A deal as the API returns it. */
export function presentDeal(row: ManualDealRow): z.output<typeof manualDeal> {
  const sizeAs = (unit: ManualDealRow['sizeUnit']): string | null =>
    row.sizeUnit === unit && row.size !== null ? trimDecimal(row.size) : null;
  return {
    manualDealId: row.manualDealId,
    botId: row.botId,
    atomId: row.atomId,
    cycleId: row.cycleId,
    orderId: row.orderId,
    symbol: row.symbol,
    direction: row.direction,
    kind: row.kind,
    qty: sizeAs('qty'),
    notional: sizeAs('notional'),
    percent: sizeAs('percent'),
    orderType: row.orderType,
    price: row.price,
    comment: row.comment,
    createdAt: timeText(row.createdAt),
    state: row.state,
    orderQty: row.qty,
    filledQty: row.filledQty,
    avgPrice: row.avgPrice,
    doneAt: maybeTimeText(row.doneAt),
    canUndo: row.state === 'OPEN',
  };
}

/** What would come of a deal. */
export function presentEffect(
  { deal }: CarriedOut,
  instruments: ReadonlyMap<string, Instrument>,
): z.output<typeof dealEffect> {
  const instrument = deal === undefined ? undefined : instruments.get(deal.symbol);
  assert(deal !== undefined && instrument !== undefined, 'the preview of a deal says what comes of it');
  const { fill, before, after } = deal;
  return {
    fill: fill && {
      price: priceText(instrument, fill.price),
      qty: quantityText(instrument, fill.quantity),
      notional: cashText(notional(instrument, fill.price, fill.quantity)),
      commission: cashText(fill.commission),
    },
    before: presentPosition(before, instrument),
    after: presentPosition(after, instrument),
  };
}

function presentPosition(position: DealPosition, instrument: Instrument) {
  const { quantity, cost, initialMargin, committed } = position;
  const priced = (price: Ticks | null): string | null => (price === null ? null : priceText(instrument, price));
  return {
    quantity: quantityText(instrument, quantity),
    averagePrice: quantity === 0 ? null : cashText(averagePrice(instrument, cost, quantity)),
    takeProfitPrice: priced(position.takeProfit),
    stopLossPrice: priced(position.stopLoss),
    liquidationPrice: priced(position.liquidation),
    initialMargin: cashText(initialMargin),
    committedMargin: cashText(committed),
  };
}
