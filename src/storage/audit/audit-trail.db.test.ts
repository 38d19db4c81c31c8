import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner, auditRows } from '../../../tests/support/audit-rows.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { asUser, type Database, openDatabase } from '../database/database.ts';
import { checkAudit } from './check-audit.ts';
import { recordAudit } from './record-audit.ts';

let urls: TestDatabase;
let app: Database;
let engine: Database;
let identity: Database;

const opened = (url: string): Database => openDatabase({ url, poolMax: 4, applicationName: 'audit test' });

async function open(): Promise<void> {
  urls = await startTestDatabase();
  [app, engine, identity] = [opened(urls.appUrl), opened(urls.engineUrl), opened(urls.identityUrl)];
}

async function close(): Promise<void> {
  for (const database of [app, engine, identity]) await database.close();
  await urls.close();
}

const signedIn = (ownerId: string) => ({ event: 'signed-in', ownerId, address: '203.0.113.7' }) as const;
const made = (ownerId: string) =>
  ({ event: 'bot-created', ownerId, address: null, details: { name: 'é "|:5' } }) as const;

describe('the logins of the program and the audit trail', () => {
  beforeAll(open);
  afterAll(close);

  it('every login adds rows to one chain, which fits', async () => {
    await recordAudit(identity.db, signedIn('ann'));
    await engine.db.transaction().execute((tx) => recordAudit(tx, made('ann'), made('bob')));
    await asUser(app, 'bob', (tx) => recordAudit(tx, { event: 'exchange-key-added', ownerId: 'bob', address: '::1' }));
    expect((await auditRows(urls.ownerUrl)).map(({ seq, event, ownerId }) => [seq, event, ownerId])).toEqual([
      [1, 'signed-in', 'ann'],
      [2, 'bot-created', 'ann'],
      [3, 'bot-created', 'bob'],
      [4, 'exchange-key-added', 'bob'],
    ]);
    expect(await checkAudit(urls.ownerUrl)).toMatchObject({ rows: 4, complaint: null });
  });

  it('a request reads only the rows of its user, and adds none in the name of another', async () => {
    const seen = (user: string) => asUser(app, user, (tx) => tx.selectFrom('auditTrail').select('ownerId').execute());
    expect(await seen('ann')).toEqual([{ ownerId: 'ann' }, { ownerId: 'ann' }]);
    expect(await seen('carl')).toEqual([]);
    await expect(asUser(app, 'ann', (tx) => recordAudit(tx, signedIn('bob')))).rejects.toThrow(/row-level security/);
    expect(await checkAudit(urls.ownerUrl)).toMatchObject({ rows: 4, complaint: null });
  });

  it('no login of the program changes or deletes a row, chooses its number or hash, or touches the head', async () => {
    const statements = [
      `update audit_trail set event = 'nothing'`,
      `delete from audit_trail`,
      `truncate audit_trail`,
      `insert into audit_trail (seq, event, owner_id, details) values (9, 'signed-in', 'ann', '{}')`,
      `insert into audit_trail (event, owner_id, details, hash) values ('signed-in', 'ann', '{}', 'mine')`,
      `insert into audit_trail (event, owner_id, details, at) values ('signed-in', 'ann', '{}', now())`,
      `update audit_head set seq = 0`,
      `delete from audit_head`,
      `select * from audit_head`,
      `alter table audit_trail disable trigger all`,
    ];
    for (const database of [app, engine, identity]) {
      for (const statement of statements) {
        const attempt = asUser(database, 'ann', (tx) => sql.raw(statement).execute(tx));
        await expect(attempt, statement).rejects.toThrow(/permission denied|must be owner/);
      }
    }
    expect(await checkAudit(urls.ownerUrl)).toMatchObject({ rows: 4, complaint: null });
  });

  it('a row that is rolled back leaves no gap', async () => {
    const failing = engine.db.transaction().execute(async (tx) => {
      await recordAudit(tx, made('ann'));
      throw new Error('the effect failed');
    });
    await expect(failing).rejects.toThrow('the effect failed');
    await recordAudit(engine.db, made('ann'));
    expect(await checkAudit(urls.ownerUrl)).toMatchObject({ rows: 5, complaint: null });
  });

  it('rows that many connections add at the same time form one chain without gaps', async () => {
    const before = (await auditRows(urls.ownerUrl)).length;
    const adding = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0
        ? engine.db.transaction().execute((tx) => recordAudit(tx, made('ann'), made('bob')))
        : recordAudit(identity.db, signedIn('ann')),
    );
    await Promise.all(adding);
    expect(await checkAudit(urls.ownerUrl)).toMatchObject({ rows: before + 90, complaint: null });
  });
});

describe('the check of the audit trail', () => {
  beforeEach(async () => {
    await open();
    for (const ownerId of ['ann', 'bob', 'carl', 'dora', 'emil']) await recordAudit(identity.db, signedIn(ownerId));
  });
  afterEach(close);

  const complaintAfter = async (statement: string): Promise<string | null | undefined> => {
    await asOwner(urls.ownerUrl, statement);
    return (await checkAudit(urls.ownerUrl))?.complaint;
  };

  it.each([
    `event = 'signed-out'`,
    `owner_id = 'bob'`,
    `owner_id = null`,
    `address = '203.0.113.8'`,
    `address = null`,
    `details = '{"a":1}'`,
    `at = at + interval '1 microsecond'`,
    `hash = repeat('0', 64)`,
  ])('names a row in the middle that was changed (%s)', async (change) => {
    expect(await complaintAfter(`update audit_trail set ${change} where seq = 3`)).toMatch(
      /^Row 3 \(.*\) was changed or inserted/,
    );
  });

  it('names the row after a changed one whose hash was computed again', async () => {
    const statement = `
      create table forged as select * from audit_trail where seq = 3;
      delete from audit_trail where seq >= 3; update audit_head set seq = 2, hash = (select hash from audit_trail where seq = 2);
      insert into audit_trail (event, owner_id, address, details) select event, 'emil', address, details from forged;
      insert into audit_trail select * from rest;`;
    const keep = 'create table rest as select * from audit_trail where seq > 3;';
    expect(await complaintAfter(`${keep}${statement}`)).toMatch(/^Row 4 \(.*\) does not fit to the row before it/);
  });

  it('names the row after one in the middle that was deleted', async () => {
    expect(await complaintAfter('delete from audit_trail where seq = 3')).toMatch(
      /^Row 4 \(signed-in, .*\) follows row 2: what stood between them was deleted/,
    );
  });

  it('names a row in the middle that was inserted, with the later ones numbered anew', async () => {
    const statement = `
      update audit_trail set seq = seq + 100 where seq >= 3; update audit_trail set seq = seq - 99 where seq > 100;
      insert into audit_trail select 3, at, event, 'emil', address, details, hash, repeat('a', 64)
        from audit_trail where seq = 2`;
    expect(await complaintAfter(statement)).toMatch(/^Row 3 \(.*\) was changed or inserted/);
  });

  it('notices that the last rows, or all of them, are gone', async () => {
    expect(await complaintAfter('delete from audit_trail where seq > 3')).toMatch(
      /^The trail ends with row 3, but row 5 was the last to be written/,
    );
    expect(await complaintAfter('delete from audit_trail')).toMatch(/^The trail ends with row 0, but row 5/);
  });

  it('finds a row by the hash that an earlier check printed, until the trail is written anew', async () => {
    const printed = (await checkAudit(urls.ownerUrl))?.lastHash ?? '';
    await recordAudit(identity.db, signedIn('ann'));
    expect(await checkAudit(urls.ownerUrl, printed)).toMatchObject({ complaint: null, found: 5 });
    await asOwner(urls.ownerUrl, 'delete from audit_trail; delete from audit_head');
    for (const ownerId of ['ann', 'bob']) await recordAudit(identity.db, signedIn(ownerId));
    expect(await checkAudit(urls.ownerUrl, printed)).toMatchObject({ complaint: null, found: null });
  });
});
