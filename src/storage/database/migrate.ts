import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { AppError } from '#base/errors.ts';
import * as tables from '../migrations/0001-tables.ts';
import * as exchangeKeys from '../migrations/0002-exchange-keys.ts';
import * as hostedUsers from '../migrations/0003-hosted-users.ts';
import * as marketEnvironment from '../migrations/0004-market-environment.ts';
import * as kinds from '../migrations/0005-kinds.ts';
import * as levelsWithoutBase from '../migrations/0006-levels-without-base.ts';
import * as maxCycles from '../migrations/0007-max-cycles.ts';
import * as botTotals from '../migrations/0009-bot-totals.ts';
import * as assetNotes from '../migrations/0010-asset-notes.ts';
import * as portfolioRollUps from '../migrations/0011-portfolio-roll-ups.ts';
import * as cycleNumbers from '../migrations/0012-cycle-numbers.ts';
import * as strategyReference from '../migrations/0013-strategy-reference.ts';
import * as oneSuccessor from '../migrations/0014-one-successor.ts';
import * as auditTrail from '../migrations/0015-audit-trail.ts';
import * as cycleGroups from '../migrations/0016-cycle-groups.ts';
import * as assets from '../migrations/assets/0020-assets.ts';
import * as signIns from '../migrations/audit/0050-sign-ins.ts';
import * as manualDeals from '../migrations/deals/0023-manual-deals.ts';
import * as exchangeAccounts from '../migrations/live/0056-exchange-accounts.ts';
import * as logSearch from '../migrations/logs/0033-log-search.ts';
import * as logCounts from '../migrations/logs/0037-log-counts.ts';
import * as logSymbols from '../migrations/logs/0042-log-symbols.ts';
import * as priceMoves from '../migrations/market/0021-price-moves.ts';
import * as screener from '../migrations/market/0024-screener.ts';
import * as members from '../migrations/members/0055-members.ts';
import * as notices from '../migrations/notices/0031-notices.ts';
import * as movedChats from '../migrations/notices/0049-moved-chats.ts';
import * as webhookAddresses from '../migrations/notices/0052-webhook-addresses.ts';
import * as orderStats from '../migrations/orders/0022-order-stats.ts';
import * as cyclesOfDays from '../migrations/orders/0044-cycles-of-days.ts';
import * as portfolioParts from '../migrations/portfolios/0028-portfolio-parts.ts';
import * as worstResults from '../migrations/portfolios/0029-worst-results.ts';
import * as movesAndSteps from '../migrations/portfolios/0036-moves-and-steps.ts';
import * as exitSignals from '../migrations/portfolios/0039-exit-signals.ts';
import * as hoursByBot from '../migrations/portfolios/0040-hours-by-bot.ts';
import * as closingEquity from '../migrations/portfolios/0041-closing-equity.ts';
import * as months from '../migrations/portfolios/0045-months.ts';
import * as transfers from '../migrations/portfolios/0051-transfers.ts';
import * as deletedPortfolios from '../migrations/portfolios/0054-deleted-portfolios.ts';
import * as promisedVersions from '../migrations/strategies/0038-promised-versions.ts';
import * as tests from '../migrations/tests/0017-tests.ts';
import * as queue from '../migrations/tests/0018-queue.ts';
import * as measuredTests from '../migrations/tests/0026-measured-tests.ts';
import { surviveDisconnects } from './database.ts';

/** In the order they run. A released migration never changes; the next change is a new one. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-tables': tables,
  '0002-exchange-keys': exchangeKeys,
  '0003-hosted-users': hostedUsers,
  '0004-market-environment': marketEnvironment,
  '0005-kinds': kinds,
  '0006-levels-without-base': levelsWithoutBase,
  '0007-max-cycles': maxCycles,
  '0009-bot-totals': botTotals,
  '0010-asset-notes': assetNotes,
  '0011-portfolio-roll-ups': portfolioRollUps,
  '0012-cycle-numbers': cycleNumbers,
  '0013-strategy-reference': strategyReference,
  '0014-one-successor': oneSuccessor,
  '0015-audit-trail': auditTrail,
  '0016-cycle-groups': cycleGroups,
  '0017-tests': tests,
  '0018-queue': queue,
  '0020-assets': assets,
  '0021-price-moves': priceMoves,
  '0022-order-stats': orderStats,
  '0023-manual-deals': manualDeals,
  '0024-screener': screener,
  '0026-measured-tests': measuredTests,
  '0028-portfolio-parts': portfolioParts,
  '0029-worst-results': worstResults,
  '0031-notices': notices,
  '0033-log-search': logSearch,
  '0036-moves-and-steps': movesAndSteps,
  '0037-log-counts': logCounts,
  '0038-promised-versions': promisedVersions,
  '0039-exit-signals': exitSignals,
  '0040-hours-by-bot': hoursByBot,
  '0041-closing-equity': closingEquity,
  '0042-log-symbols': logSymbols,
  '0044-cycles-of-days': cyclesOfDays,
  '0045-months': months,
  '0049-moved-chats': movedChats,
  '0050-sign-ins': signIns,
  '0051-transfers': transfers,
  '0052-webhook-addresses': webhookAddresses,
  '0054-deleted-portfolios': deletedPortfolios,
  '0055-members': members,
  '0056-exchange-accounts': exchangeAccounts,
};

/**
 * Brings the tables up to date, in one transaction: it is done whole or not at all, and only one process does it.
 * @param ownerUrl - login that owns the tables
 * @throws AppError MIGRATION_FAILED
 */
export async function migrate(ownerUrl: string, migrations = MIGRATIONS): Promise<void> {
  const pool = new Pool({ connectionString: ownerUrl, max: 2, application_name: 'botyard migrations' });
  surviveDisconnects(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
    const { error, results } = await migrator.migrateToLatest();
    if (error === undefined) return;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the first step';
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('MIGRATION_FAILED', `The database could not be brought up to date (${failed}): ${reason}.`, {
      cause: error,
    });
  } finally {
    await db.destroy();
  }
}
