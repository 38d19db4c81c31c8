import * as z from 'zod/mini';
import { getNotices, markNotices } from '#contract/notices/notice.ts';
import { countUnread, knownNotices, listNotices, setNoticesRead } from '#storage/notices/notices.ts';
import { cursorText, readCursor } from '../bots/cursor.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route, storedRoute } from '../http/route.ts';
import { presentNotice } from './present-notice.ts';

/** What users are told of, in the pages. */
export function noticeRoutes(): Route[] {
  return [storedRoute(getNotices, list), route(markNotices, mark)];
}

async function list({ caller, query, read }: Context<typeof getNotices>) {
  const { limit, cursor } = query;
  const wanted = {
    isUnread: query.isUnread === 'true',
    before: cursor === undefined ? null : readCursor(cursor, z.tuple([noticeNumber]))[0],
    limit: limit + 1,
  };
  const { rows, unread } = await read(async (tx) => ({
    rows: await listNotices(tx, caller.userId, wanted),
    unread: await countUnread(tx, caller.userId),
  }));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? null : cursorText([last.noticeSeq]);
  return { items: shown.map(presentNotice), total: null, offset: 0, limit, cursor: next, unread };
}

/** The sequence number of a notice in a cursor. */
export const noticeNumber = z.string().check(z.regex(/^\d{1,18}$/));

async function mark(context: Context<typeof markNotices>) {
  const { body, caller, services } = context;
  const { noticeIds = [], upTo, isRead } = body;
  const named = upTo === undefined ? noticeIds : [...noticeIds, upTo];
  const readAt = isRead ? new Date(services.now()) : null;
  await context.write('notices', async (tx) => {
    const known = await knownNotices(tx, caller.userId, named);
    if (named.some((id) => !known.has(id))) throw new ProblemError('NOTICE_NOT_FOUND');
    await setNoticesRead(tx, caller.userId, { ids: noticeIds }, readAt);
    if (upTo !== undefined) await setNoticesRead(tx, caller.userId, { upTo }, readAt);
    return null; // Reading is nothing that an audit asks for.
  });
  return { unread: await context.read((tx) => countUnread(tx, caller.userId)) };
}
