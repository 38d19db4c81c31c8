import type { Selectable } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from '../database/database.ts';
import type { NoticesTable } from './notice-tables.ts';

/** A notice with the name of its bot; null where it concerns none. */
export type NoticeRow = Selectable<NoticesTable> & { readonly botName: string | null; readonly kind: BotKind | null };

/** Notices that the pages show, newest first. @param wanted - `before`: the sequence number of the last row of the page before */
export function listNotices(
  tx: Tx,
  ownerId: string,
  wanted: { readonly isUnread: boolean; readonly before: string | null; readonly limit: number },
): Promise<NoticeRow[]> {
  let query = tx
    .selectFrom('notices')
    .leftJoin('bots', 'bots.botId', 'notices.botId')
    .selectAll('notices')
    .select(['bots.name as botName', 'bots.kind'])
    .where('notices.ownerId', '=', ownerId)
    .where('isInApp', '=', true);
  if (wanted.isUnread) query = query.where('readAt', 'is', null);
  if (wanted.before !== null) query = query.where('noticeSeq', '<', wanted.before);
  return query.orderBy('noticeSeq', 'desc').limit(wanted.limit).execute();
}

/** How many notices its owner has not read. */
export async function countUnread(tx: Tx, ownerId: string): Promise<number> {
  const { unread } = await tx
    .selectFrom('notices')
    .select((build) => build.fn.countAll<string>().as('unread'))
    .where('ownerId', '=', ownerId)
    .where('isInApp', '=', true)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/** Which notices to mark: those with these ids, or all up to one. */
export type MarkedNotices = { readonly ids: readonly string[] } | { readonly upTo: string };

/** Which of these ids are notices of the owner. */
export async function knownNotices(tx: Tx, ownerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('notices')
    .select('noticeId')
    .where('ownerId', '=', ownerId)
    .where('isInApp', '=', true)
    .where('noticeId', 'in', ids)
    .execute();
  return new Set(rows.map(({ noticeId }) => noticeId));
}

/** Marks notices as read, or as unread again. @param readAt - null for unread */
export async function setNoticesRead(
  tx: Tx,
  ownerId: string,
  marked: MarkedNotices,
  readAt: Date | null,
): Promise<void> {
  let query = tx
    .updateTable('notices')
    .set({ readAt })
    .where('ownerId', '=', ownerId)
    .where('readAt', readAt === null ? 'is not' : 'is', null);
  if ('ids' in marked) {
    if (marked.ids.length === 0) return;
    query = query.where('noticeId', 'in', marked.ids);
  } else {
    const { upTo } = marked;
    query = query.where('noticeSeq', '<=', (build) =>
      build
        .selectFrom('notices as last')
        .select('last.noticeSeq')
        .where('last.noticeId', '=', upTo)
        .where('last.ownerId', '=', ownerId),
    );
  }
  await query.execute();
}
