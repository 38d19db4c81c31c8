import { isUsual, type NoticeChannel, type OutsideChannel } from '#engine/notices/notice-events.ts';
import type { Db, Tx } from '../database/database.ts';
import { insertRows, type NewRow } from '../database/rows/insert-rows.ts';

/** A notice before it is known where its user wants it. */
export type NewNotice = Omit<NewRow<'notices'>, 'isInApp' | 'readAt' | 'noticeSeq'>;

/**
 * Stores what users want to be told of, with its deliveries, in the transaction of what it tells. A notice that is stored
 * already stays as it is.
 */
export async function storeNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const wants = await wantedBy(tx, [...new Set(notices.map(({ ownerId }) => ownerId))]);
  const wanted = notices
    .map((notice) => ({ notice, channels: wants(notice) }))
    .filter((one) => one.channels.length > 0);
  const rows = wanted.map(({ notice, channels }) => ({ ...notice, isInApp: channels.includes('app'), readAt: null }));
  const deliveries = wanted.flatMap(({ notice, channels }) =>
    channels.filter((channel) => channel !== 'app').map((channel) => newDelivery(notice, channel)),
  );
  await insertRows(tx, 'notices', { rows, key: ['noticeId'], onConflict: 'keep' });
  await insertRows(tx, 'noticeDeliveries', { rows: deliveries, key: ['noticeId', 'channel'], onConflict: 'keep' });
}

function newDelivery({ noticeId, ownerId, toldAt }: NewNotice, channel: OutsideChannel): NewRow<'noticeDeliveries'> {
  const fresh = { state: 'waiting', attempts: 0, failure: null } as const;
  return { noticeId, channel, ownerId, ...fresh, nextAt: toldAt, changedAt: toldAt };
}

type Wants = (notice: Pick<NewNotice, 'ownerId' | 'event'>) => readonly NoticeChannel[];

async function wantedBy(db: Db | Tx, ownerIds: readonly string[]): Promise<Wants> {
  const channels = await db
    .selectFrom('noticeChannels')
    .select(['ownerId', 'channel'])
    .where('ownerId', 'in', ownerIds)
    .where('isOn', '=', true)
    .execute();
  const choices = await db.selectFrom('noticeChoices').selectAll().where('ownerId', 'in', ownerIds).execute();
  return ({ ownerId, event }) => {
    const outside = channels.filter((row) => row.ownerId === ownerId).map(({ channel }) => channel);
    return (['app', ...outside] as const).filter((channel) => {
      const chosen = choices.find((row) => row.ownerId === ownerId && row.event === event && row.channel === channel);
      return chosen?.isOn ?? isUsual(event, channel);
    });
  };
}
