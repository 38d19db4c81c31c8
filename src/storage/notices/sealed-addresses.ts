import type { Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { NoticeChannelsTable } from './notice-tables.ts';

type OpenAddress = Pick<Selectable<NoticeChannelsTable>, 'ownerId' | 'channel' | 'address'>;

/** The webhooks whose whole address is not sealed. */
export function listOpenAddresses(engine: Database): Promise<OpenAddress[]> {
  return engine.db
    .selectFrom('noticeChannels')
    .select(['ownerId', 'channel', 'address'])
    .where('channel', '=', 'webhook')
    .where('sealedAddress', 'is', null)
    .execute();
}

/** Replaces an address that is still the same by its sealed form. */
export async function sealAddress(
  engine: Database,
  { ownerId, channel, address }: OpenAddress,
  { host, sealedAddress }: { readonly host: string; readonly sealedAddress: Buffer },
): Promise<void> {
  await engine.db
    .updateTable('noticeChannels')
    .set({ address: host, sealedAddress })
    .where('ownerId', '=', ownerId)
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('sealedAddress', 'is', null)
    .execute();
}
