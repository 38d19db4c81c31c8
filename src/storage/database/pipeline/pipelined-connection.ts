import { createHash } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { QueryResult as Answer, PoolClient } from 'pg';
import { assert } from '#base/assert.ts';

/** A statement with its parameters. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A connection for one transaction, whose statements are sent without waiting for the answers to those before. */
export interface PipelinedConnection extends DatabaseConnection {
  send(statement: Statement): Promise<Answer>;
  /**
   * Sends the last statement and gives the connection back once it is answered; one that fails is closed. Nothing can be
   * sent after it, so work that goes on by mistake reaches no transaction of somebody else.
   */
  end(statement: 'commit' | 'rollback'): Promise<Answer>;
  isEnded(): boolean;
}

/** @param client - with `pipeline: true`, in no transaction */
export function pipelinedConnection(client: PoolClient): PipelinedConnection {
  let [isGathering, isEnded] = [false, false];

  /** What is written until the end of this turn of the event loop leaves in one piece. */
  const gather = (): void => {
    if (isGathering) return;
    isGathering = true;
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
  const send = ({ sql, parameters }: Statement): Promise<Answer> => {
    if (isEnded)
      return Promise.reject(new Error('Internal error: expected no statement after the end of a transaction'));
    gather();
    return client.query({ name: nameOf(sql), text: sql, values: [...parameters] });
  };
  return {
    send,
    isEnded: () => isEnded,
    end(statement) {
      const answer = send({ sql: statement, parameters: [] });
      isEnded = true;
      answer.then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
      return answer;
    },
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { command, rowCount, rows } = await send({ sql, parameters });
      return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    },
    // biome-ignore lint/correctness/useYield: nothing is read in parts.
    async *streamQuery() {
      assert(false, 'no statement of a user is read in parts');
    },
  };
}

const CHANGES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** The server keeps each named statement for each connection; more different ones are sent without a name. */
const NAMES_MAX = 200;
const names = new Map<string, string>();

/** The name under which each connection prepares a statement once; empty for one that is prepared every time. */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined || names.size >= NAMES_MAX) return known ?? '';
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, NAME_LENGTH);
  names.set(sql, name);
  return name;
}

/** Shorter than the 63 characters that PostgreSQL keeps of a name. */
const NAME_LENGTH = 24;
