import { type EmbeddedPostgres, startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { asUser, type Database, openDatabase } from '#storage/database/database.ts';
import { migrate } from '#storage/database/migrate.ts';
import { prepareRoles } from '#storage/database/roles.ts';
import { insertPortfolio } from '#storage/portfolios.ts';

/**
 * A separate PostgreSQL with our tables, for benches and torture tests of the paper runtime without the whole program.
 */
export interface PaperWorld {
  readonly postgres: EmbeddedPostgres;
  readonly app: Database;
  readonly engine: Database;
  /** Login of the engine, for a thread with connections of its own. */
  readonly engineUrl: string;
  /** Closes the connections; PostgreSQL is stopped apart. */
  disconnect(): Promise<void>;
}

export async function openPaperWorld(dataDir: string, log: (line: string) => void): Promise<PaperWorld> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await migrate(postgres.url);
  const { appUrl, engineUrl } = await prepareRoles({ ownerUrl: postgres.url });
  const app = openDatabase({ url: appUrl, poolMax: 2, applicationName: 'app' });
  const engine = openDatabase({ url: engineUrl, poolMax: 4, applicationName: 'engine' });
  const disconnect = async (): Promise<void> => {
    await Promise.all([app.close(), engine.close()]);
  };
  return { postgres, app, engine, engineUrl, disconnect };
}

/** Stores an empty paper portfolio as the server does. */
export async function storePortfolio(
  app: Database,
  portfolio: {
    readonly ownerId: string;
    readonly portfolioId: string;
    readonly wallet: string;
    readonly createdAt: Date;
  },
): Promise<void> {
  const { ownerId, portfolioId, wallet, createdAt } = portfolio;
  await asUser(app, ownerId, (tx) =>
    insertPortfolio(tx, {
      portfolioId,
      ownerId,
      name: portfolioId,
      kind: 'dca-bot',
      execution: 'paper',
      comment: '',
      limitUsdt: null,
      isDemo: false,
      walletStart: wallet,
      wallet,
      minuteAt: null,
      createdAt,
    }),
  );
}
