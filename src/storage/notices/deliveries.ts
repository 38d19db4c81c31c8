import { type Selectable, sql } from 'kysely';
import type { OutsideChannel } from '#engine/notices/notice-events.ts';
import type { Database, Tx } from '../database/database.ts';
import type { NoticeDeliveriesTable, NoticesTable } from './notice-tables.ts';

/** A notice that waits to leave on a channel. */
export type DueDelivery = Selectable<NoticesTable> &
  Pick<Selectable<NoticeDeliveriesTable>, 'channel' | 'attempts'> & { readonly botName: string | null };

/**
 * What is due on channels that are on, oldest first. A channel on which much waits takes no other one's room.
 * @param wanted - `now` is wall time; `perChannel` and `limit` count deliveries
 */
export function listDue(
  engine: Database,
  wanted: { readonly now: Date; readonly perChannel: number; readonly limit: number },
): Promise<DueDelivery[]> {
  const waiting = engine.db
    .selectFrom('noticeDeliveries as delivery')
    .innerJoin('notices', 'notices.noticeId', 'delivery.noticeId')
    .innerJoin('noticeChannels as way', (join) =>
      join.onRef('way.ownerId', '=', 'delivery.ownerId').onRef('way.channel', '=', 'delivery.channel'),
    )
    .leftJoin('bots', 'bots.botId', 'notices.botId')
    .selectAll('notices')
    .select(['delivery.channel', 'delivery.attempts', 'bots.name as botName'])
    .select(
      sql<string>`row_number() over (partition by delivery.owner_id, delivery.channel order by notices.notice_seq)`.as(
        'turn',
      ),
    )
    .where('delivery.state', '=', 'waiting')
    .where('delivery.nextAt', '<=', wanted.now)
    .where('way.isOn', '=', true);
  return engine.db
    .selectFrom(waiting.as('waiting'))
    .selectAll()
    .where('turn', '<=', String(wanted.perChannel))
    .orderBy('turn')
    .limit(wanted.limit)
    .execute();
}

/** A channel with its sealed secret, for whoever sends; undefined when there is none. */
export function findSealedChannel(engine: Database, ownerId: string, channel: OutsideChannel) {
  return engine.db
    .selectFrom('noticeChannels')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('channel', '=', channel)
    .executeTakeFirst();
}

/**
 * Stores the address that the receiver of a channel reported, unless the user has changed the channel meanwhile.
 * @param moved - `from` and `to` are addresses; `at` is wall time
 */
export async function moveChannel(
  engine: Database,
  { ownerId, channel }: ChannelAddress,
  moved: { readonly from: string; readonly to: string; readonly at: Date },
): Promise<void> {
  await engine.db
    .updateTable('noticeChannels')
    .set({ address: moved.to, movedFrom: moved.from, changedAt: moved.at })
    .where('ownerId', '=', ownerId)
    .where('channel', '=', channel)
    .where('address', '=', moved.from)
    .execute();
}

/** Deliveries of one channel, after an attempt. */
export interface Attempted {
  readonly channel: OutsideChannel;
  readonly noticeIds: readonly string[];
}

type Change = Partial<Pick<Selectable<NoticeDeliveriesTable>, 'state' | 'attempts' | 'nextAt' | 'failure'>>;

/** Stores what became of deliveries that are still waiting. @param at - wall time */
export async function changeDeliveries(
  engine: Database,
  { channel, noticeIds }: Attempted,
  change: Change & { readonly at: Date },
): Promise<void> {
  const { at, ...values } = change;
  if (noticeIds.length === 0) return;
  await engine.db
    .updateTable('noticeDeliveries')
    .set({ ...values, changedAt: at })
    .where('channel', '=', channel)
    .where('noticeId', 'in', noticeIds)
    .where('state', '=', 'waiting')
    .execute();
}

/** A user's way out of the program. */
export interface ChannelAddress {
  readonly ownerId: string;
  readonly channel: OutsideChannel;
}

/** After a failure: everything that waits on the channel waits at least as long, without having been tried. */
export async function postponeChannel(
  engine: Database,
  { ownerId, channel }: ChannelAddress,
  { nextAt, failure, at }: { readonly nextAt: Date; readonly failure: string; readonly at: Date },
): Promise<void> {
  await engine.db
    .updateTable('noticeDeliveries')
    .set({ nextAt: sql<Date>`greatest(next_at, ${nextAt})`, failure, changedAt: at })
    .where('ownerId', '=', ownerId)
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .execute();
}

/** Gives up everything that waits on a channel. */
export async function giveUpChannel(
  engine: Database,
  { ownerId, channel }: ChannelAddress,
  { failure, at }: { readonly failure: string; readonly at: Date },
): Promise<void> {
  await engine.db
    .updateTable('noticeDeliveries')
    .set({ state: 'given_up', failure, changedAt: at })
    .where('ownerId', '=', ownerId)
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .execute();
}

/** How much is kept of what was told. */
export interface KeptNotices {
  /** Older deliveries that wait are given up. */
  readonly waitingSince: Date;
  /** Older notices are deleted. */
  readonly since: Date;
  /** Of each user, the newest. */
  readonly perUser: number;
}

/** Gives up what waits for too long, and forgets old notices with their deliveries. */
export async function tidyNotices(engine: Database, kept: KeptNotices & { readonly now: Date }): Promise<void> {
  await engine.db
    .updateTable('noticeDeliveries')
    .set({ state: 'given_up', failure: 'TOO_OLD', changedAt: kept.now })
    .where('state', '=', 'waiting')
    .where('noticeId', 'in', (build) =>
      build.selectFrom('notices').select('noticeId').where('toldAt', '<', kept.waitingSince),
    )
    .execute();
  await engine.db.deleteFrom('notices').where('toldAt', '<', kept.since).execute();
  await sql`
    delete from notices where notice_seq in (
      select notice_seq from (
        select notice_seq, row_number() over (partition by owner_id order by notice_seq desc) as place from notices
      ) as placed where place > ${kept.perUser})`.execute(engine.db);
}

/** A delivery that has not arrived, with its notice. */
export type FailedDelivery = Pick<
  Selectable<NoticeDeliveriesTable>,
  'noticeId' | 'channel' | 'state' | 'attempts' | 'nextAt' | 'failure'
> &
  Pick<Selectable<NoticesTable>, 'event' | 'severity' | 'toldAt' | 'noticeSeq'>;

function ownDeliveries(tx: Tx, ownerId: string) {
  return tx
    .selectFrom('noticeDeliveries as delivery')
    .innerJoin('notices', 'notices.noticeId', 'delivery.noticeId')
    .select(['delivery.noticeId', 'delivery.channel', 'delivery.state', 'delivery.attempts', 'delivery.nextAt'])
    .select(['delivery.failure', 'notices.event', 'notices.severity', 'notices.toldAt', 'notices.noticeSeq'])
    .where('delivery.ownerId', '=', ownerId);
}

/** The row with which a page begins. */
export type DeliveryAddress = Pick<FailedDelivery, 'noticeSeq' | 'channel'>;

/** What has failed at least once and has not arrived, newest first. */
export function listFailedDeliveries(
  tx: Tx,
  ownerId: string,
  wanted: { readonly from: DeliveryAddress | null; readonly limit: number },
): Promise<FailedDelivery[]> {
  let query = ownDeliveries(tx, ownerId)
    .where('delivery.state', '!=', 'sent')
    .where('delivery.failure', 'is not', null);
  const { from } = wanted;
  if (from !== null) {
    query = query.where(sql<boolean>`(notices.notice_seq, delivery.channel) <= (${from.noticeSeq}, ${from.channel})`);
  }
  return query.orderBy('notices.noticeSeq', 'desc').orderBy('delivery.channel', 'desc').limit(wanted.limit).execute();
}

/** One delivery of the owner; undefined when there is none. */
export function findDelivery(tx: Tx, ownerId: string, noticeId: string, channel: OutsideChannel) {
  return ownDeliveries(tx, ownerId)
    .where('delivery.noticeId', '=', noticeId)
    .where('delivery.channel', '=', channel)
    .executeTakeFirst();
}

/** Lets a delivery that was given up, or waits for its next attempt, be tried at once. */
export async function retryDelivery(
  tx: Tx,
  address: { readonly ownerId: string; readonly noticeId: string; readonly channel: OutsideChannel },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('noticeDeliveries')
    .set({ state: 'waiting', attempts: 0, nextAt: now })
    .where('ownerId', '=', address.ownerId)
    .where('noticeId', '=', address.noticeId)
    .where('channel', '=', address.channel)
    .where('state', '!=', 'sent')
    .execute();
}

/** When notices of each channel of the owner last arrived, by channel. */
export async function lastSent(tx: Tx, ownerId: string): Promise<ReadonlyMap<OutsideChannel, Date>> {
  const rows = await tx
    .selectFrom('noticeDeliveries')
    .select(['channel', (build) => build.fn.max('changedAt').as('at')])
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'sent')
    .groupBy('channel')
    .execute();
  return new Map(rows.map(({ channel, at }) => [channel, new Date(at)]));
}
