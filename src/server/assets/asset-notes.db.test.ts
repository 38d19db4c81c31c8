import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRADE_CATEGORIES_MAX } from '#contract/limits.ts';
import { expectStatus } from '../../../tests/support/api-world.ts';
import { auditRows } from '../../../tests/support/audit-rows.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (path: string, body: object, as = 'ann') => server.send('POST', `/api/${path}`, { as, body });
const codeOf = async (path: string, body: object, as = 'ann') => {
  const answer = await post(path, body, as);
  return [answer.status, answer.body.code];
};
const change = async (body: object, as = 'ann') =>
  expectStatus(await post('asset/ETHUSDT/update-fields', body, as), 200);
const assetOf = async (as: string) => {
  const { items } = expectStatus(await server.send('GET', '/api/get-assets', { as }), 200);
  const { trade_category_id, comment, score } = items.find((one: { asset_id: string }) => one.asset_id === 'ETHUSDT');
  return { trade_category_id, comment, score };
};
interface Category {
  readonly trade_category_id: string;
  readonly name: string;
  readonly position: number;
}
const categories = async (as = 'ann'): Promise<readonly Category[]> =>
  expectStatus(await server.send('GET', '/api/trade-categories', { as }), 200).items;
const names = async (as = 'ann') => (await categories(as)).map(({ name }) => name);

describe("a user's own fields of an asset", () => {
  it('change one by one, are seen by nobody else, and are recorded without the comment', async () => {
    const before = (await auditRows(server.ownerUrl)).length;
    await change({ trade_category_id: 'risky', score: 100 });
    const answer = await change({ comment: 'thin at night' });
    expect(answer).toMatchObject({ asset_id: 'ETHUSDT', trade_category_id: 'risky', score: 100 });
    await change({ score: null });
    expect(await assetOf('ann')).toEqual({ trade_category_id: 'risky', comment: 'thin at night', score: null });
    expect(await assetOf('bob')).toEqual({ trade_category_id: null, comment: '', score: null });
    const rows = (await auditRows(server.ownerUrl)).slice(before);
    expect(rows.map(({ event, ownerId, details }) => [event, ownerId, JSON.parse(details)])).toEqual([
      ['asset-changed', 'ann', { symbol: 'ETHUSDT', tradeCategoryId: 'risky', score: 100 }],
      ['asset-changed', 'ann', { symbol: 'ETHUSDT', isCommentChanged: true }],
      ['asset-changed', 'ann', { symbol: 'ETHUSDT', score: null }],
    ]);
  });

  it('an empty change changes and records nothing', async () => {
    const before = (await auditRows(server.ownerUrl)).length;
    const answer = await change({});
    expect(answer.comment).toBe('thin at night');
    expect((await auditRows(server.ownerUrl)).length).toBe(before);
  });

  it('an unknown asset and an unknown category are not found', async () => {
    expect(await codeOf('asset/NOPEUSDT/update-fields', { score: 1 })).toEqual([404, 'ASSET_NOT_FOUND']);
    const unknown = { trade_category_id: 'mine' };
    expect(await codeOf('asset/ETHUSDT/update-fields', unknown)).toEqual([404, 'TRADE_CATEGORY_NOT_FOUND']);
  });
});

describe('trade categories', () => {
  it('begin with the five that everybody has', async () => {
    expect(await names('carl')).toEqual(['Core', 'Normal', 'Risky', 'New', 'Excluded']);
  });

  it('are created, renamed, ordered and deleted by their user alone; a deleted one leaves its assets', async () => {
    const made = expectStatus(await post('create-trade-category', { name: 'Memes', colour: 'pink' }), 200);
    expect(made).toMatchObject({ position: 6, is_default: false, is_excluding: false });
    await change({ trade_category_id: made.trade_category_id });
    expectStatus(await post('set-trade-category', { trade_category_id: 'core', name: 'Majors' }), 200);
    const ids = (await categories()).map((one) => one.trade_category_id).toReversed();
    const ordered = expectStatus(await post('order-trade-categories', { trade_category_ids: ids }), 200);
    expect(ordered.items.map((one: Category) => one.name)).toEqual([
      'Memes',
      'Excluded',
      'New',
      'Risky',
      'Normal',
      'Majors',
    ]);
    expectStatus(await post(`delete-trade-category/${made.trade_category_id}`, {}), 200);
    expect(await names()).toEqual(['Excluded', 'New', 'Risky', 'Normal', 'Majors']);
    expect((await assetOf('ann')).trade_category_id).toBeNull();
    expect(await names('bob')).toEqual(['Core', 'Normal', 'Risky', 'New', 'Excluded']);
  });

  it('refuse a name that is taken, whatever its capitals, but not their own', async () => {
    expect(await codeOf('create-trade-category', { name: 'rISKY' })).toEqual([409, 'NAME_TAKEN']);
    expect(await codeOf('set-trade-category', { trade_category_id: 'new', name: 'Excluded' })).toEqual([
      409,
      'NAME_TAKEN',
    ]);
    expect(await codeOf('set-trade-category', { trade_category_id: 'new', name: 'NEW' })).toEqual([200, undefined]);
  });

  it('the default ones cannot be deleted, and an order must name all of them once', async () => {
    expect(await codeOf('delete-trade-category/excluded', {})).toEqual([409, 'TRADE_CATEGORY_FIXED']);
    for (const ids of [['core'], ['core', 'normal', 'risky', 'new', 'new']]) {
      const sent = { trade_category_ids: ids };
      expect(await codeOf('order-trade-categories', sent, 'carl')).toEqual([409, 'ORDER_INCOMPLETE']);
    }
  });

  it('are limited in number, also when many are created at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: TRADE_CATEGORIES_MAX }, (_, index) =>
        codeOf('create-trade-category', { name: `c ${index}` }, 'dora'),
      ),
    );
    const full = made.filter(([, code]) => code === 'TRADE_CATEGORIES_FULL');
    expect([full.length, (await categories('dora')).length]).toEqual([5, TRADE_CATEGORIES_MAX]);
  });
});
