import { assert } from '#base/assert.ts';
import type { Tx } from '../../database/database.ts';
import type { LiveJournal } from '../live-rows.ts';

/** Releases sides, then takes others. A side that another bot holds is never taken: the engine asks first. */
export async function storeClaims(tx: Tx, { accountId, ownerId, claims }: LiveJournal): Promise<void> {
  for (const { symbol, side, botId } of claims.released) {
    await tx
      .deleteFrom('claims')
      .where('accountId', '=', accountId)
      .where('symbol', '=', symbol)
      .where('side', '=', side)
      .where('botId', '=', botId)
      .execute();
  }
  for (const { claimedAt, ...claim } of claims.taken) {
    const { botId } = claim;
    const taken = await tx
      .insertInto('claims')
      .values({ accountId, ownerId, ...claim, claimedAt: new Date(claimedAt) })
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'symbol', 'side']).doUpdateSet({ botId }).where('claims.botId', '=', botId),
      )
      .executeTakeFirst();
    assert(taken.numInsertedOrUpdatedRows === 1n, `${claim.symbol} ${claim.side} is held by one bot of the account`);
  }
}
