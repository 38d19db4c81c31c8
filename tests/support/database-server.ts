import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { migrate } from '#storage/database/migrate.ts';
import { prepareRoles, type RoleUrls } from '#storage/database/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** This run's database server; its database is the migrated template. */
    readonly databaseUrls: ServerUrls;
  }
}

export interface ServerUrls extends RoleUrls {
  readonly ownerUrl: string;
}

export interface TestServer extends ServerUrls {
  stop(): Promise<void>;
}

/** A database server in a folder of its own, with a migrated database that new ones are copied from. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'botyard-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await migrate(server.url);
  return {
    ...(await prepareRoles({ ownerUrl: server.url })),
    ownerUrl: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Vitest runs this once, before the first test file that needs PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...urls } = await startTestServer();
  project.provide('databaseUrls', urls);
  return stop;
}
