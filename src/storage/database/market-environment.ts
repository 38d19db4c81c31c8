import type { Environment } from '#base/environment.ts';
import { AppError } from '#base/errors.ts';
import type { Database } from './database.ts';

const ONLY_ROW = 1;

/**
 * Binds the accounts of this database to an environment, which the first start decides. Otherwise another exchange's
 * market time and prices would silently continue the accounts.
 * @throws AppError ENVIRONMENT_OTHER
 */
export async function claimEnvironment(engine: Database, environment: Environment): Promise<void> {
  await engine.db
    .insertInto('marketEnvironment')
    .values({ environmentId: ONLY_ROW, environment, claimedAt: new Date() })
    .onConflict((conflict) => conflict.column('environmentId').doNothing())
    .execute();
  const claimed = await engine.db.selectFrom('marketEnvironment').select('environment').executeTakeFirstOrThrow();
  refuseOtherEnvironment(claimed.environment, environment);
}

/**
 * Refuses to continue the accounts of one environment in another.
 * @throws AppError ENVIRONMENT_OTHER
 */
export function refuseOtherEnvironment(claimed: Environment, environment: Environment): void {
  if (claimed === environment) return;
  throw new AppError(
    'ENVIRONMENT_OTHER',
    `The accounts in this database live by the market of EXCHANGE=${claimed}, not of ${environment}. Set it back, or give ${environment} a DATA_DIR or DATABASE_URL of its own.`,
  );
}
