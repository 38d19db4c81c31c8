import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { insertRows, rowsExpression } from '../../database/rows/insert-rows.ts';
import type { LiveJournal } from '../live-rows.ts';

export async function storeIntents(tx: Tx, { accountId, ownerId, fence, intents }: LiveJournal): Promise<void> {
  const rows = intents.map(({ number, sentAt, ...intent }) => ({
    accountId,
    number: String(number),
    ownerId,
    ...intent,
    fence: String(fence),
    state: 'SENDING' as const,
    sentAt: new Date(sentAt),
    outcome: null,
    resolvedAt: null,
  }));
  await insertRows(tx, 'intents', { rows, key: ['accountId', 'number'], onConflict: 'keep' });
}

/** A final state is not taken back; only an order that was held to be absent may be found after all. */
export async function storeOutcomes(tx: Tx, { accountId, outcomes }: LiveJournal): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ number, state, outcome }) => ({ number: String(number), state, outcome }));
  await sql`
    update intents set state = given.state, outcome = given.outcome,
           resolved_at = case when given.state = 'UNKNOWN' then null else now() end
      from ${await rowsExpression(tx, 'intents', rows)}
     where intents.account_id = ${accountId} and intents.number = given.number
       and (intents.state in ('SENDING', 'UNKNOWN') or intents.state = 'ABSENT' and given.state = 'ACKNOWLEDGED')`.execute(
    tx,
  );
}
