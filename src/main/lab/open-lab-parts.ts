import { PointPool } from '#lab/points/point-pool.ts';
import { openJobQueue } from '#lab/queue/job-queue.ts';
import type { LabMarket } from '#lab/tests/lab-market.ts';
import { type Lab, type LabOptions, openLab } from '#lab/tests/open-lab.ts';
import { type Db, openDatabase } from '#storage/database/database.ts';
import type { Lifetime } from '../lifetime.ts';

/** Connections of a lab, besides those of its queue. */
const POOL_MAX = 4;

export interface LabPartsOptions
  extends Pick<LabOptions, 'isPlanning' | 'engineVersion' | 'changed' | 'computed' | 'log' | 'failed'> {
  readonly labUrl: string;
  readonly market: LabMarket;
  readonly workers: number;
}

/**
 * Opens a lab with its database, queue and workers, which the lifetime closes.
 * @throws what keeps the database from answering
 */
export async function openLabParts(
  { labUrl, workers, ...options }: LabPartsOptions,
  lifetime: Lifetime,
): Promise<{ readonly db: Db; readonly lab: Lab }> {
  const { db, close } = openDatabase({ url: labUrl, poolMax: POOL_MAX, applicationName: 'botyard lab' });
  await lifetime.add('database of the lab', close);
  const queue = await openJobQueue({ url: labUrl, isWatching: options.isPlanning, log: options.log });
  await lifetime.add('queue of the lab', () => queue.close());
  const pool = new PointPool({ workers });
  await lifetime.add('workers of the lab', () => pool.close());
  const lab = openLab({ ...options, db, queue, pool });
  await lifetime.add('lab', () => lab.stop());
  return { db, lab };
}
