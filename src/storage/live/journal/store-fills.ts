import { sql } from 'kysely';
import { assert } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import { priceText, quantityText } from '#engine/model/instrument.ts';
import type { Db, Tx } from '../../database/database.ts';
import { insertRows } from '../../database/rows/insert-rows.ts';
import type { FillRow, LiveJournal } from '../live-rows.ts';

/** Identifies a trade of an account. */
export type TradeKey = Pick<FillRow, 'symbol' | 'tradeId'>;

/** Those of the trades that are stored already, so that a trade that is read again is booked once. */
export async function storedFills(
  db: Db | Tx,
  accountId: string,
  fills: readonly TradeKey[],
): Promise<readonly TradeKey[]> {
  if (fills.length === 0) return [];
  const symbols = fills.map(({ symbol }) => symbol);
  const tradeIds = fills.map(({ tradeId }) => tradeId);
  const { rows } = await sql<TradeKey>`
    select fills.symbol, fills.trade_id
      from unnest(${symbols}::text[], ${tradeIds}::text[]) as given (symbol, trade_id)
      join fills using (symbol, trade_id)
     where fills.account_id = ${accountId}`.execute(db);
  return rows;
}

export async function storeFills(tx: Tx, { accountId, ownerId, instruments, fills }: LiveJournal): Promise<void> {
  const rows = fills.map(({ recordId: _, price, quantity, commission, realized, at, ...fill }) => {
    const instrument = instruments.get(fill.symbol);
    assert(instrument !== undefined, `${fill.symbol} is a known instrument`);
    return {
      accountId,
      ownerId,
      ...fill,
      price: priceText(instrument, price),
      quantity: quantityText(instrument, quantity),
      commission: cashText(commission),
      realized: cashText(realized),
      at: new Date(at),
    };
  });
  await insertRows(tx, 'fills', { rows, key: ['accountId', 'symbol', 'tradeId'], onConflict: 'keep' });
}

/** Writes the exchange's ids and the assets of commissions into the rows of the trades that the fills became. */
export async function nameTrades(tx: Tx, { fills }: LiveJournal): Promise<void> {
  const booked = fills.filter(({ recordId }) => recordId !== null);
  if (booked.length === 0) return;
  const recordIds = booked.map(({ recordId }) => recordId);
  const tradeIds = booked.map(({ tradeId }) => tradeId);
  const assets = booked.map(({ commissionAsset }) => commissionAsset);
  await sql`
    update trades set venue_trade_id = given.trade_id, commission_asset = given.asset
      from unnest(${recordIds}::text[], ${tradeIds}::text[], ${assets}::text[]) as given (record_id, trade_id, asset)
     where trades.trade_id = given.record_id`.execute(tx);
}
