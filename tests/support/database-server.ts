import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { migrate } from '#storage/database/migrate.ts';
import { prepareRoles } from '#storage/database/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's URL of this run's database server; its database is the migrated template. */
    readonly databaseUrl: string;
  }
}

export interface TestServer {
  readonly ownerUrl: string;
  stop(): Promise<void>;
}

/** A database server in a folder of its own, with a migrated database that new ones are copied from. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'botyard-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await migrate(server.url);
  await prepareRoles({ ownerUrl: server.url });
  return {
    ownerUrl: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Vitest runs this once, before the first test file that needs PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('databaseUrl', server.ownerUrl);
  return server.stop;
}
