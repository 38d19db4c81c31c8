import type { Selectable } from 'kysely';
import type { OutsideChannel } from '#engine/notices/notice-events.ts';
import type { Tx } from '../database/database.ts';
import type { NoticeChannelsTable, NoticeChoicesTable } from './notice-tables.ts';

/** A channel without its secret and its whole address, which requests cannot read. */
export type NoticeChannelRow = Omit<Selectable<NoticeChannelsTable>, 'sealed' | 'sealedAddress'>;
export type NoticeChoiceRow = Selectable<NoticeChoicesTable>;

/** The channels that the owner has set up. */
export function listNoticeChannels(tx: Tx, ownerId: string): Promise<NoticeChannelRow[]> {
  return tx
    .selectFrom('noticeChannels')
    .select(['ownerId', 'channel', 'address', 'version', 'isOn', 'changedAt', 'movedFrom'])
    .where('ownerId', '=', ownerId)
    .execute();
}

/** What the owner has chosen otherwise than usual, or as usual and said so. */
export function listNoticeChoices(tx: Tx, ownerId: string): Promise<NoticeChoiceRow[]> {
  return tx.selectFrom('noticeChoices').selectAll().where('ownerId', '=', ownerId).execute();
}

/** Stores choices; later ones of the same event and channel replace earlier ones. */
export async function saveNoticeChoices(tx: Tx, choices: readonly NoticeChoiceRow[]): Promise<void> {
  for (const choice of choices) {
    await tx
      .insertInto('noticeChoices')
      .values(choice)
      .onConflict((conflict) => conflict.columns(['ownerId', 'event', 'channel']).doUpdateSet({ isOn: choice.isOn }))
      .execute();
  }
}

/** A channel to store; without `sealed` or `sealedAddress` the stored secret or address stays. */
export type SavedChannel = Omit<NoticeChannelRow, 'version' | 'movedFrom'> & {
  readonly version: number;
  readonly sealed?: Buffer;
  readonly sealedAddress?: Buffer;
};

/**
 * Stores a channel. Without a secret it must be there already.
 * @returns false when another version came first
 */
export async function saveNoticeChannel(
  tx: Tx,
  { sealed, sealedAddress, version, ...channel }: SavedChannel,
): Promise<boolean> {
  const { ownerId, address, isOn, changedAt } = channel;
  const changed = { address, isOn, changedAt, movedFrom: null, ...(sealedAddress && { sealedAddress }) };
  if (sealed === undefined) {
    const { numUpdatedRows } = await tx
      .updateTable('noticeChannels')
      .set(changed)
      .where('ownerId', '=', ownerId)
      .where('channel', '=', channel.channel)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('noticeChannels')
    .values({ ...channel, version, sealed, sealedAddress: sealedAddress ?? null })
    .onConflict((conflict) =>
      conflict
        .columns(['ownerId', 'channel'])
        .doUpdateSet({ ...changed, version, sealed })
        .where('noticeChannels.version', '<', version),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes a channel with its secret. */
export async function deleteNoticeChannel(tx: Tx, ownerId: string, channel: OutsideChannel): Promise<void> {
  await tx.deleteFrom('noticeChannels').where('ownerId', '=', ownerId).where('channel', '=', channel).execute();
}
