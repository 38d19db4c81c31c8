import { AbortedTransactionError, type Kysely, type PostgresDialect, Transaction } from 'kysely';
import type { Pool } from 'pg';
import { pipelinedConnection, type Statement } from './pipelined-connection.ts';

export interface TransactionPlan<Tables, T> {
  /** Begins the transaction, and sets what has to hold in it. */
  readonly opening: readonly Statement[];
  readonly work: (tx: Transaction<Tables>) => Promise<T>;
  /** `as read`: the outcome is complete before the transaction ends, so nobody waits for its end. */
  readonly isDone: 'as committed' | 'as read';
}

/** Runs a transaction; its statements do not wait for the answers to those before. */
export type RunTransaction<Tables> = <T>(plan: TransactionPlan<Tables, T>) => Promise<T>;

/**
 * Transactions of which everything that is begun in one turn reaches the server as one message: the opening with the first
 * statements of the work. The server carries statements out in their order, and refuses all of a transaction that follow a
 * failed one, so none is carried out without its opening.
 * @param options.pool - of connections with `pipeline: true`
 */
export function pipelinedTransactions<Tables>(options: {
  readonly pool: Pool;
  readonly db: Kysely<Tables>;
  readonly dialect: PostgresDialect;
}): RunTransaction<Tables> {
  const { pool, db, dialect } = options;
  const executor = db.getExecutor();
  const driver = dialect.createDriver(); // Asked for, but never used: a transaction opens no other.
  return async ({ opening, work, isDone }) => {
    const connection = pipelinedConnection(await pool.connect());
    const tx = new Transaction<Tables>({
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
    });
    const opened = Promise.all(opening.map(connection.send));
    opened.catch(() => {}); // Awaited below; until then a failure must not count as unhandled.
    try {
      const outcome = await work(tx);
      await opened;
      const ended = connection.end('commit');
      if (isDone === 'as committed' && (await ended).command === 'ROLLBACK') throw new AbortedTransactionError();
      return outcome;
    } catch (error) {
      if (!connection.isEnded()) void connection.end('rollback');
      await opened; // When it has failed, that says more than the statements that were refused because of it.
      throw error;
    }
  };
}
