import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '#storage/audit/record-audit.ts';
import { openDatabase } from '#storage/database/database.ts';
import { asOwner } from '../../../tests/support/audit-rows.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { runCommand } from '../../../tests/support/program.ts';

let database: TestDatabase;
let dataDir: string;

/** Three rows: two of Ann, and one of a visitor whom nobody knows. */
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-audit-'));
  database = await startTestDatabase();
  const at = `'2025-05-20'`;
  await asOwner(
    database.ownerUrl,
    `insert into users (user_id, email, password_hash, is_disabled, valid_since, created_at, issuer)
     values ('ann', 'ann@example.org', 'hash', false, ${at}, ${at}, 'embedded')`,
  );
  const identity = openDatabase({ url: database.identityUrl, poolMax: 1, applicationName: 'test' });
  await recordAudit(
    identity.db,
    { event: 'signed-in', ownerId: 'ann', address: '203.0.113.7' },
    { event: 'sign-in-failed', ownerId: null, address: '198.51.100.9', details: { wrong: 4 } },
    { event: 'password-changed', ownerId: 'ann', address: null },
  );
  await identity.close();
});

afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const audit = (...words: string[]): Promise<string> =>
  runCommand(['audit', ...words], { DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir });

describe('botyard audit', () => {
  it('show prints every row: number, time, event, user, address and details', async () => {
    const lines = (await audit('show')).trimEnd().split('\n');
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z`;
    const rows = [
      'signed-in  ann@example.org  203.0.113.7',
      'sign-in-failed  -  198.51.100.9  {"wrong":4}',
      'password-changed  ann@example.org  -',
    ];
    expect(lines).toEqual(rows.map((row, index) => expect.stringMatching(RegExp(`^${index + 1}  ${time}  ${row}$`))));
  });

  it('show prints only the rows of one user, and only those since a time', async () => {
    const ofAnn = (await audit('show', '--user', 'Ann@Example.org')).trimEnd().split('\n');
    expect(ofAnn.map((line) => line.split('  ')[2])).toEqual(['signed-in', 'password-changed']);
    expect(await audit('show', '--since', '2999-01-01T00:00')).toBe('');
  });

  it('check says that the trail is whole, and finds the hash that it printed', async () => {
    const said = await audit('check');
    const hash = /^The audit trail is whole: all 3 rows fit\.\nHash .*: ([0-9a-f]{64})\n$/.exec(said)?.[1] ?? '';
    expect(await audit('check', '--holds', hash)).toContain('Row 3 has this hash.');
    await expect(audit('check', '--holds', '0'.repeat(64))).rejects.toThrow(
      /ended with 1:(?:.*\n)*.*No row has this hash/,
    );
  });

  it('refuses words that it does not know with a sentence', async () => {
    await expect(audit('mend')).rejects.toThrow('Usage: audit check [--holds HASH] | audit show');
    await expect(audit('show', '--since', 'yesterday')).rejects.toThrow('--since cannot be "yesterday": it must be');
    await expect(audit('check', '--holds', 'x')).rejects.toThrow('--holds cannot be "x": it must be 64 digits');
  });

  it('check ends with 1 and names the first row that does not fit, and the doctor complains too', async () => {
    await asOwner(database.ownerUrl, `update audit_trail set address = '203.0.113.8' where seq = 2`);
    await expect(audit('check')).rejects.toThrow(/ended with 1:\nRow 2 \(sign-in-failed, .*\) was changed or inserted/);
    const doctor = runCommand(['doctor'], { DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir });
    await expect(doctor).rejects.toThrow(/ended with 1:(?:.*\n)*.*The audit trail is not whole\. Row 2 /);
  });
});
