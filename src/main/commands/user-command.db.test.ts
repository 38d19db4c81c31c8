import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInstalled } from '#storage/installed.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { makeOlder } from '../../../tests/support/older-database.ts';
import { runCommand } from '../../../tests/support/program.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-user-'));
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const add = (email: string, settings: Record<string, string> = {}): Promise<string> =>
  runCommand(['user', 'add', email], { DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir, ...settings });

describe('user add', () => {
  it('also creates the owner when it runs before the first start, because later starts find an account', async () => {
    expect(await add('ann@example.com', { OWNER_EMAIL: 'boss@example.com' })).toMatch(
      /^The owner's account boss@example\.com was made\. Its password, shown this once: \S{8,}\nThe account ann@example\.com was made\. .*\n$/,
    );
    expect(await add('bea@example.com')).toMatch(/^The account bea@example\.com was made\. .*\n$/);
  });

  it('user add refuses to migrate an older database and says that a start does it', async () => {
    await makeOlder(database.ownerUrl);
    await expect(add('cat@example.com')).rejects.toThrow(/database is that of an older version .* \(npm start\)/);
    expect((await readInstalled(database.ownerUrl)).tables).toBe('older');
  });
});
