import { chownSync, createReadStream, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import * as tar from 'tar';
import { describe, expect, it } from 'vitest';
import { serverUser } from '#adapters/database-embedded/server-user.ts';
import { getBots } from '#contract/bot.ts';
import { signedIn } from './support/caller.ts';
import { newFolder, type RunningProgram, startProgram } from './support/program.ts';

const KEPT = path.join(import.meta.dirname, 'kept-releases');
const ENDING = '.tar.zst';
const OWNER = { email: 'owner@example.org', password: 'correct horse battery' };
const versions = readdirSync(KEPT).flatMap((name) => (name.endsWith(ENDING) ? [name.slice(0, -ENDING.length)] : []));

/** A copy of the data folder that a release has left. */
async function folderOf(version: string): Promise<string> {
  const folder = await newFolder();
  const unpack = tar.extract({ cwd: folder, preserveOwner: false });
  await pipeline(createReadStream(path.join(KEPT, version + ENDING)), createZstdDecompress(), unpack);
  const user = serverUser();
  const cluster = path.join(folder, 'postgres');
  if ('uid' in user) {
    const names = readdirSync(cluster, { recursive: true, encoding: 'utf8' });
    for (const name of ['.', ...names]) chownSync(path.join(cluster, name), user.uid, user.gid);
  }
  return folder;
}

describe('an installation of a release', () => {
  it.each(versions)('the present program continues the accounts, bots and cycles of release %s', async (version) => {
    const folder = await folderOf(version);
    let program: RunningProgram | null = null;
    try {
      program = await startProgram({ DATA_DIR: folder });
      const { items } = await (await signedIn({ ...program, owner: OWNER })).ask(getBots, {
        params: { kind: 'dca-bot' },
      });
      expect(items).toMatchObject([{ name: 'Keeper', symbols: ['ETHUSDT', 'DOGEUSDT'], state: 'RUNNING' }]);
      expect(items[0]?.cyclesClosed).toBeGreaterThan(0);
    } finally {
      await program?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('every release has a stored data folder', () => {
    expect(versions).toContain('0.1.0');
  });
});
