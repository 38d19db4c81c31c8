import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { addUser } from '#identity/accounts.ts';
import { type Database, openIdentityDatabase } from '#storage/database/database.ts';
import { startTestDatabaseOn } from './database.ts';
import type { ServerUrls } from './database-server.ts';
import { startHeld } from './held-market.ts';
import { type RunningProgram, runCommand } from './program.ts';

const PASSWORD = 'correct horse battery';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the files of a run ask for the program that they share. */
    readonly sharedProgram: string;
  }
}

/** What a file may do with a program that others use at the same time: its owner is an account of the file alone. */
export type SharedProgram = Pick<RunningProgram, 'address' | 'owner' | 'command'>;

/** What is told of it to the process of a file. */
interface Told extends Pick<SharedProgram, 'address' | 'owner'> {
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * A program on a market that is held, with an account of one's own that has nothing yet: for files that neither move the
 * market, nor download its past, nor need other settings.
 */
export async function sharedProgram(): Promise<SharedProgram> {
  const answer = await fetch(inject('sharedProgram'));
  if (!answer.ok) throw new Error(`The shared program did not start: ${await answer.text()}`);
  const { address, owner, settings } = (await answer.json()) as Told;
  return { address, owner, command: (...words) => runCommand(words, settings) };
}

/** Vitest runs this once; the program itself starts when the first file asks for it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { databaseUrls } = project.getProvidedContext();
  let opened: Promise<Opened> | undefined;
  let accounts = 0;
  const door = await listen(async () => {
    opened ??= open(databaseUrls);
    const { program, identity, settings } = await opened;
    accounts += 1;
    const owner = { email: `file${accounts}@example.org`, password: PASSWORD };
    await addUser(identity, owner);
    return { address: program.address, owner, settings };
  });
  project.provide('sharedProgram', `http://127.0.0.1:${(door.address() as AddressInfo).port}`); // It listens on a port.
  return async () => {
    door.close();
    await (await opened?.catch(() => undefined))?.close(); // The file that asked says why it did not start.
  };
}

interface Opened {
  readonly program: RunningProgram;
  readonly identity: Database;
  readonly settings: Told['settings'];
  close(): Promise<void>;
}

async function open(server: ServerUrls): Promise<Opened> {
  const database = await startTestDatabaseOn(server);
  const { program } = await startHeld({ DATABASE_URL: database.ownerUrl });
  const identity = openIdentityDatabase(database.identityUrl);
  return {
    program,
    identity,
    settings: { DATABASE_URL: database.ownerUrl, DATA_DIR: program.dataDir },
    async close() {
      await identity.close();
      await program.stop();
      await database.close();
    },
  };
}

/** Answers each request with what it is told next. */
async function listen(next: () => Promise<Told>): Promise<Server> {
  const server = createServer(async (_, response) => {
    const told = await next().catch((error: unknown) => ({ error: String(error) }));
    response.statusCode = 'error' in told ? 500 : 200;
    response.end(JSON.stringify(told));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
