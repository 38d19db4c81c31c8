import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { inject } from 'vitest';
import { type ServerUrls, startTestServer } from './database-server.ts';

const NOT_ALLOWED = '42501';

export interface TestDatabase extends ServerUrls {
  close(): Promise<void>;
}

/**
 * A fresh, migrated database, which the logins of the server have the same access to as to its template. Where no server of the
 * run is shared, it starts its own.
 * @param original - the URL of a database of the run's server that nobody is connected to, which it becomes a copy of
 */
export async function startTestDatabase(original?: string): Promise<TestDatabase> {
  const shared = inject('databaseUrls');
  if (shared !== undefined) return startTestDatabaseOn(shared, original);
  const server = await startTestServer();
  const database = await startTestDatabaseOn(server, original);
  return {
    ...database,
    async close() {
      await database.close();
      await server.stop();
    },
  };
}

/** The same on a server that is running. */
export async function startTestDatabaseOn(server: ServerUrls, original = server.ownerUrl): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = new URL(original).pathname.slice(1);
  await command(server.ownerUrl, `create database ${name} template ${template}`);
  const inCopy = (address: string): string => {
    const url = new URL(address);
    url.pathname = name;
    return url.href;
  };
  return {
    ownerUrl: inCopy(server.ownerUrl),
    appUrl: inCopy(server.appUrl),
    engineUrl: inCopy(server.engineUrl),
    identityUrl: inCopy(server.identityUrl),
    labUrl: inCopy(server.labUrl),
    close: () => dropDatabase(server.ownerUrl, name),
  };
}

/** Drops a database and its connections. One may be an autovacuum worker, which only a drop without force ends. */
export async function dropDatabase(ownerUrl: string, name: string): Promise<void> {
  try {
    await command(ownerUrl, `drop database ${name} with (force)`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== NOT_ALLOWED) throw error;
    await command(ownerUrl, `drop database ${name}`);
  }
}

/** Runs a statement outside the template, because the template must have no connections while it is copied. */
async function command(ownerUrl: string, statement: string): Promise<void> {
  const url = new URL(ownerUrl);
  url.pathname = 'postgres';
  const client = new Client(url.href);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
