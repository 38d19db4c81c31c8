import type { Tx } from '../database/database.ts';

/** An atom of a bot, and an instant of the market. */
export interface AtomMoment {
  readonly botId: string;
  readonly atomId: string;
  readonly at: Date;
}

/** A cycle with the time at which it was decided. */
export interface CycleSpan {
  readonly cycleId: string;
  readonly openedAt: Date;
  readonly endAt: Date | null;
}

/** The last cycle that an atom had opened by an instant, ended or not; null before its first. */
export async function lastCycleBy(
  tx: Tx,
  ownerId: string,
  { botId, atomId, at }: AtomMoment,
): Promise<CycleSpan | null> {
  const own = tx
    .selectFrom('cycles')
    .select(['cycleId', 'openedAt', 'endAt'])
    .where('ownerId', '=', ownerId)
    .where('botId', '=', botId)
    .where('atomId', '=', atomId)
    .where('openedAt', '<=', at)
    .limit(1);
  // Cycles of an atom do not overlap: the one that was open then is still open, or the first to end afterwards.
  const open = await own.where('endAt', 'is', null).executeTakeFirst();
  const during = open ?? (await own.where('endAt', '>', at).orderBy('endAt').executeTakeFirst());
  return during ?? (await own.where('endAt', '<=', at).orderBy('endAt', 'desc').executeTakeFirst()) ?? null;
}

/** Whether a run of the bot was going on. */
export async function wasRunningAt(
  tx: Tx,
  ownerId: string,
  { botId, at }: Omit<AtomMoment, 'atomId'>,
): Promise<boolean> {
  const run = await tx
    .selectFrom('runs')
    .select('runNo')
    .where('ownerId', '=', ownerId)
    .where('botId', '=', botId)
    .where('startedAt', '<=', at)
    .where((build) => build.or([build('endedAt', 'is', null), build('endedAt', '>', at)]))
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}
