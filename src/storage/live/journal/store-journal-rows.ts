import { sql } from 'kysely';
import { cashText } from '#base/decimal.ts';
import type { Tx } from '../../database/database.ts';
import { insertRows, rowsExpression } from '../../database/rows/insert-rows.ts';
import type { LiveJournal } from '../live-rows.ts';

export async function storeEvents(tx: Tx, { accountId, ownerId, events }: LiveJournal): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ at, kind, body }) => ({ accountId, ownerId, at: new Date(at), kind, body }));
  const columns = sql.raw('account_id, owner_id, at, kind, body');
  await sql`
    insert into venue_events (${columns})
    select ${columns} from ${await rowsExpression(tx, 'venueEvents', rows)}`.execute(tx);
}

export async function storeIncome(tx: Tx, { accountId, ownerId, income }: LiveJournal): Promise<void> {
  const rows = income.map(({ amount, at, ...line }) => ({
    accountId,
    ownerId,
    ...line,
    amount: cashText(amount),
    at: new Date(at),
  }));
  await insertRows(tx, 'income', { rows, key: ['accountId', 'key'], onConflict: 'keep' });
}

export async function storeDecisions(tx: Tx, { ownerId, decisions }: LiveJournal): Promise<void> {
  const rows = decisions.map(({ number, at, ...decision }) => ({
    ...decision,
    ownerId,
    number: String(number),
    at: new Date(at),
  }));
  await insertRows(tx, 'decisions', { rows, key: ['botId', 'symbol', 'direction', 'number'], onConflict: 'keep' });
}
