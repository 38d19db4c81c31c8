import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { migrate } from '#storage/database/migrate.ts';
import { prepareRoles, type RoleUrls } from '#storage/database/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** This run's database server; its database is the migrated template. */
    readonly databaseUrls: ServerUrls;
    /** A folder in which the files of a run tell each other of databases that they share. */
    readonly databaseShelf: string;
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
  const dataDir = await mkdtemp(path.join(await roomyFolder(), 'botyard-test-'));
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

/** A file system in memory, as Linux has it. */
const IN_MEMORY = '/dev/shm';
/** The server takes about a quarter of it. */
const ROOM_BYTES_MIN = 6_000_000_000;

/**
 * Where the server keeps its files. Its databases are more than a hundred, each of a thousand files that are soon deleted, which
 * is a fifth of a second for the file system of a disk and next to nothing in memory, where there is plenty.
 */
async function roomyFolder(): Promise<string> {
  const disk = await statfs(IN_MEMORY).catch(() => null);
  const isRoomy = disk !== null && disk.bavail * disk.bsize > ROOM_BYTES_MIN && freemem() > ROOM_BYTES_MIN;
  return isRoomy ? IN_MEMORY : tmpdir();
}

/** Vitest runs this once, before the first test file that needs PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...urls } = await startTestServer();
  const shelf = await mkdtemp(path.join(tmpdir(), 'botyard-shelf-'));
  project.provide('databaseUrls', urls);
  project.provide('databaseShelf', shelf);
  return async () => {
    await stop();
    await rm(shelf, { recursive: true, force: true });
  };
}
