import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import { asUser } from '#storage/database/database.ts';
import { rememberEffect } from '#storage/idempotency.ts';
import { expectStatus, LADDER } from '../../../tests/support/api-world.ts';
import { asOwner } from '../../../tests/support/audit-rows.ts';
import { openFullDisk } from '../../../tests/support/full-disk.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { commandKey, onceOnly } from './idempotency.ts';
import { ProblemError } from './problem.ts';

let server: TestServer;
let sent = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Sending {
  readonly key: string;
  /** JSON exactly as it goes over the wire. */
  readonly text: string;
  readonly path?: string;
}

async function send({ key, text, path = '/api/dca-bot/save-strategy' }: Sending) {
  const headers = {
    authorization: `Bearer ${await server.tokenOf('ann')}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const answer = await server.app.inject({ method: 'POST', url: path, headers, payload: text });
  return { status: answer.statusCode, text: answer.body };
}

/** A key and a name that no other test uses. */
function fresh() {
  sent += 1;
  return { key: `key ${sent}`, name: `strategy ${sent}` };
}

const paramsText = JSON.stringify(LADDER);
const reversed = JSON.stringify(Object.fromEntries(Object.entries(LADDER).toReversed()));

describe('a right repeat under its idempotency key', () => {
  it.each<[string, (name: string) => string]>([
    ['with its fields in another order', (name) => `{"params":${reversed},"symbol":"ETHUSDT","name":"${name}"}`],
    ['with other white space', (name) => `{ "name":\t"${name}",\n "symbol": "ETHUSDT", "params" :${paramsText} }\r\n`],
    [
      'with its numbers spelt in another way',
      (name) => `{"name":"${name}","symbol":"ETHUSDT","params":${paramsText.replace('_count":2', '_count":0.2e1')}}`,
    ],
    [
      'with its letters escaped',
      (name) => `{"name":"${name.replace('s', '\\u0073')}","symbol":"ETHUSDT","params":${paramsText}}`,
    ],
    [
      'that names a field with its default',
      (name) => `{"name":"${name}","symbol":"ETHUSDT","params":${paramsText},"comment":""}`,
    ],
  ])('%s gets the first answer', async (_, spelling) => {
    const { key, name } = fresh();
    const text = `{"name":"${name}","symbol":"ETHUSDT","params":${paramsText}}`;
    expect(spelling(name)).not.toBe(text);
    const first = await send({ key, text });
    expect(first.status).toBe(200);
    expect(await send({ key, text: spelling(name) })).toEqual(first);
  });

  it.each([
    ['a query that the call does not have', '?page=2&a=1', 400, 'REQUEST_INVALID'],
    ['a slash at the end', '/', 404, 'ROUTE_UNKNOWN'],
  ])(
    'sent with %s is told what is wrong with its address, and gets the first answer at the right one',
    async (_, suffix, status, code) => {
      const { key, name } = fresh();
      const text = `{"name":"${name}","symbol":"ETHUSDT","params":${paramsText}}`;
      const first = await send({ key, text });
      const wrong = await send({ key, text, path: `/api/dca-bot/save-strategy${suffix}` });
      expect([wrong.status, JSON.parse(wrong.text).code]).toEqual([status, code]);
      expect(await send({ key, text })).toEqual(first);
    },
  );

  it('with its id in the address encoded gets the first answer', async () => {
    const { name, key } = fresh();
    const saved = await send({ key, text: `{"name":"${name}","symbol":"ETHUSDT","params":${paramsText}}` });
    const id: string = JSON.parse(saved.text).strategy_id;
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    const first = await send({ key: `${key} delete`, text: '{}', path: `/api/dca-bot/delete-strategy/${id}` });
    expect(first.status).toBe(200);
    for (const text of ['{}', '', ' {\n}']) {
      const again = { key: `${key} delete`, text, path: `/api/dca-bot/delete-strategy/${encoded}` };
      expect(await send(again)).toEqual(first);
    }
  });

  it('in another order while the first is still running gets the first answer', async () => {
    const { key, name } = fresh();
    const spellings = [
      `{"name":"${name}","symbol":"ETHUSDT","params":${paramsText}}`,
      `{"params":${reversed},"symbol":"ETHUSDT","name":"${name}"}`,
    ];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (__, n) => send({ key, text: spellings[n % 2] ?? '' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const listed = await server.send('GET', '/api/dca-bot/get-strategies', { as: 'ann' });
    const named = expectStatus(listed, 200).items.filter((strategy: { name: string }) => strategy.name === name);
    expect(named).toHaveLength(1);
  });

  it.each([
    ['before its effect', false],
    ['after its effect', true],
  ])('in another order after the first one failed with 500 %s is carried on, not refused', async (when, isStored) => {
    const inputs = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ];
    const [first, repeat] = inputs.map((input) =>
      commandKey({ header: `failed ${when}`, ownerId: 'ann', call: 'finishBot', input }),
    );
    if (!first || !repeat) throw new Error('a header is given');
    const once = onceOnly(server.database, () => instantOf(0));
    const failing = once.run(first, async () => {
      if (isStored) await asUser(server.database, 'ann', (tx) => rememberEffect(tx, first));
      throw new ProblemError('INTERNAL_ERROR');
    });
    await expect(failing).rejects.toThrow('INTERNAL_ERROR');
    const answer = await once.run(repeat, async (isRepeat) => ({ status: 202, body: { isRepeat } }));
    expect(answer).toEqual({ status: 202, body: { isRepeat: isStored } });
  });

  it('after a refusal hears the same refusal, and another body under its key is told that it is reused', async () => {
    const { key, name } = fresh();
    const text = `{"name":"${name}","symbol":"NOPEUSDT","params":${paramsText}}`;
    const first = await send({ key, text });
    expect(JSON.parse(first.text)).toMatchObject({ code: 'SYMBOL_UNKNOWN' });
    const again = await send({ key, text: text.replace('{', '{ ') });
    const withoutId = (body: string) => ({ ...JSON.parse(body), request_id: '' });
    expect(withoutId(again.text)).toEqual(withoutId(first.text));
    const other = await send({ key, text: text.replace('NOPEUSDT', 'ETHUSDT') });
    expect(JSON.parse(other.text)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('a creation whose effect is committed', () => {
  const create = (key: string, name: string) =>
    send({ key, text: JSON.stringify({ name }), path: '/api/dca-bot/create-portfolio' });
  const named = async (name: string): Promise<number> =>
    (
      await asUser(server.database, 'ann', (tx) =>
        tx.selectFrom('portfolios').where('name', '=', name).selectAll().execute(),
      )
    ).length;

  it('a committed creation is answered although the disk is full, and a repeat creates nothing more', async () => {
    const { key, name } = fresh();
    await asOwner(
      server.ownerUrl,
      `create function refuse_answer() returns trigger language plpgsql as $$
         begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
       create trigger answer_is_full before insert or update on idempotency
         for each row when (new.status <> 0) execute function refuse_answer()`,
    );
    const first = await create(key, name);
    await asOwner(server.ownerUrl, 'drop trigger answer_is_full on idempotency; drop function refuse_answer');
    expect(first.status).toBe(200);
    expect(await create(key, name)).toEqual(first);
    expect(await named(name)).toBe(1);
  });

  it.each(['DISK_FULL', 'DATABASE_UNAVAILABLE', 'OVERLOADED'])(
    'a committed creation answers OUTCOME_UNKNOWN, not %s, when a later step fails; a repeat finds it',
    async (code) => {
      const { key, name } = fresh();
      const failing = vi.spyOn(server.runtime, 'openPortfolio').mockRejectedValueOnce(new AppError(code, 'for once'));
      const first = await create(key, name);
      failing.mockRestore();
      expect([first.status, JSON.parse(first.text).code]).toEqual([504, 'OUTCOME_UNKNOWN']);
      expect((await create(key, name)).status).toBe(200);
      expect(await named(name)).toBe(1);
    },
  );

  it('a creation is refused with DISK_FULL only when nothing was created', async () => {
    const { key, name } = fresh();
    const disk = await openFullDisk(server.ownerUrl, 'portfolios');
    await disk.fill();
    const first = await create(key, name);
    await disk.makeRoom();
    await disk.close();
    expect([first.status, JSON.parse(first.text).code]).toEqual([507, 'DISK_FULL']);
    expect(await named(name)).toBe(0);
    expect((await create(key, name)).status).toBe(200);
  });
});
