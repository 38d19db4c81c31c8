import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeAllKeys } from '#keys/revoke-keys.ts';
import { rotateSealingKey } from '#keys/sealing/rotate-sealing-key.ts';
import { checkAudit } from '#storage/audit/check-audit.ts';
import type { Database } from '#storage/database/database.ts';
import { expectStatus, LADDER } from '../../tests/support/api-world.ts';
import { auditRows } from '../../tests/support/audit-rows.ts';
import { type KeySupport, openKeySupport } from '../../tests/support/key-support.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';

const VISITOR = '203.0.113.7';
const KEY = { api_key: `${'k'.repeat(60)}wxyz`, secret: 's'.repeat(64) };
const OTHER = { api_key: `${'q'.repeat(60)}4321`, secret: 't'.repeat(64) };

let keySupport: KeySupport;
let server: TestServer;
let engine: Database;

beforeAll(async () => {
  keySupport = await openKeySupport();
  server = await startTestServer({
    trustedProxies: ['127.0.0.1'],
    keysOf: (database) => {
      engine = database;
      return keySupport.servicesOf(database);
    },
  });
});

afterAll(async () => {
  await server.close();
  await keySupport.close();
});

/** A call of Ann as a proxy on this machine passes it on. */
async function post(name: string, body: object = {}, headers: Record<string, string> = {}) {
  const sent = { as: 'ann', body, headers: { 'x-forwarded-for': VISITOR, ...headers } };
  const answer = await server.send('POST', `/api/${name}`, sent);
  return expectStatus(answer, answer.status < 300 ? answer.status : 200);
}

/** What was recorded since a number of rows: event, user, address and details. */
async function since(count: number): Promise<readonly (readonly unknown[])[]> {
  const rows = (await auditRows(server.ownerUrl)).slice(count);
  return rows.map(({ event, ownerId, address, details }) => [event, ownerId, address, JSON.parse(details)]);
}

const count = async (): Promise<number> => (await auditRows(server.ownerUrl)).length;

describe('the audit trail of bots, portfolios and strategies', () => {
  it('records every command to a bot, once, with the address that the proxy names', async () => {
    const { portfolio_id } = await post('dca-bot/create-portfolio', { name: 'mine' });
    const { strategy_id } = await post('dca-bot/save-strategy', { name: 'first', symbol: 'ETHUSDT', params: LADDER });
    const before = await count();
    const wanted = { name: 'one', portfolio_id, symbols: ['ETHUSDT'], strategy_id, autostart: true };
    const bot = await post('dca-bot/create', wanted, { 'idempotency-key': 'create' });
    await post('dca-bot/create', wanted, { 'idempotency-key': 'create' });
    const run = { strategy_executor_id: bot.strategy_executor_id };
    await post('dca-bot/set-is-enter-enabled', { ...run, is_enter_buy_enabled: false, is_enter_sell_enabled: false });
    await post('dca-bot/set-condition', { ...run, stop_loss_percent: '10', confirm: true });
    await post('dca-bot/apply-strategy', { ...run, strategy_version: 1, when: 'next_cycle' });
    await post('dca-bot/finish', run);
    const second = await post('dca-bot/restart', run);
    await post('dca-bot/stop', { strategy_executor_id: second.strategy_executor_id, position: 'close' });
    const third = await post('dca-bot/restart', { strategy_executor_id: second.strategy_executor_id });
    await post('dca-bot/stop', { strategy_executor_id: third.strategy_executor_id });
    await post(`dca-bot/delete/${bot.bot_id}`);
    const rows = await since(before);
    expect(rows.map(([event]) => event)).toEqual([
      ...['bot-created', 'bot-started'],
      ...['bot-settings-changed', 'bot-settings-changed', 'bot-settings-changed'],
      ...['bot-finished', 'bot-started', 'bot-closed', 'bot-started', 'bot-stopped', 'bot-deleted'],
    ]);
    for (const [, ownerId, address, details] of rows) {
      expect([ownerId, address, details]).toEqual(['ann', VISITOR, expect.objectContaining({ botId: bot.bot_id })]);
    }
    expect(rows[3]?.[3]).toMatchObject({ stopLossPercent: '10' });
  });

  it('records every deal by hand, and that it was taken back', async () => {
    const { portfolio_id } = await post('dca-bot/create-portfolio', { name: 'by hand' });
    const bot = await post('dca-bot/create', { name: 'dealt', portfolio_id, symbols: ['ETHUSDT'], params: LADDER });
    const before = await count();
    const wanted = { symbol: 'ETHUSDT', direction: 'buy', kind: 'open', percent: '100' };
    const deal = await post(`bots/${bot.bot_id}/manual-deals`, wanted);
    await server.send('DELETE', `/api/manual-deals/${deal.manual_deal_id}`, { as: 'ann' });
    const said = { botId: bot.bot_id, symbol: 'ETHUSDT', direction: 'buy', kind: 'open', percent: '100' };
    expect((await since(before)).map(([event, ownerId, , details]) => [event, ownerId, details])).toEqual([
      ['deal-ordered', 'ann', { ...said, orderType: 'market', price: null }],
      ['deal-undone', 'ann', { botId: bot.bot_id, orderId: deal.order_id }],
    ]);
  });

  it('does not record a command that is refused', async () => {
    const { portfolio_id } = await post('dca-bot/create-portfolio', { name: 'refusing' });
    const before = await count();
    const body = { name: 'x', portfolio_id, symbols: ['ETHUSDT'], params: { ...LADDER, base_order_size: '1' } };
    const refused = await server.send('POST', '/api/dca-bot/create', { as: 'ann', body });
    expect(refused.status).toBe(422);
    expect(await since(before)).toEqual([]);
  });

  it('records the limit and the balance of a portfolio', async () => {
    const { portfolio_id } = await post('dca-bot/create-portfolio', { name: 'limited' });
    const before = await count();
    await post('set-portfolio-props', { portfolio_id, limit: '500' });
    await post('set-paper-wallet', { portfolio_id, balance: '20000' });
    const event = ['portfolio-settings-changed', 'ann', VISITOR];
    expect(await since(before)).toEqual([
      [...event, { portfolioId: portfolio_id, limit: '500.00000000' }],
      [...event, { portfolioId: portfolio_id, balance: '20000.00000000' }],
    ]);
  });

  it('records what is done to a portfolio without bots, once for each idempotency key', async () => {
    const before = await count();
    const once = { 'idempotency-key': 'empty' };
    const { portfolio_id } = await post('dca-bot/create-portfolio', { name: 'empty' }, once);
    await post('dca-bot/create-portfolio', { name: 'empty' }, once);
    await post('rename-portfolio', { portfolio_id, name: 'still empty' });
    await post('set-portfolio-props', { portfolio_id, comment: 'nothing in it' });
    await post(`delete-portfolio/${portfolio_id}`, {}, { 'idempotency-key': 'gone' });
    await post(`delete-portfolio/${portfolio_id}`, {}, { 'idempotency-key': 'gone' });
    expect(await since(before)).toEqual([
      ['portfolio-created', 'ann', VISITOR, { portfolioId: portfolio_id, kind: 'dca-bot', name: 'empty' }],
      ['portfolio-renamed', 'ann', VISITOR, { portfolioId: portfolio_id, name: 'still empty' }],
      ['portfolio-settings-changed', 'ann', VISITOR, { portfolioId: portfolio_id, isCommentChanged: true }],
      ['portfolio-deleted', 'ann', VISITOR, { portfolioId: portfolio_id }],
    ]);
  });

  it('records every version of a strategy, and that it was deleted', async () => {
    const before = await count();
    const saved = { name: 'second', symbol: 'ETHUSDT', params: LADDER };
    const { strategy_id } = await post('dca-bot/save-strategy', saved);
    await post('dca-bot/save-strategy', { ...saved, strategy_id, name: 'better' });
    await post(`dca-bot/delete-strategy/${strategy_id}`);
    const named = { strategyId: strategy_id, kind: 'dca-bot' };
    expect(await since(before)).toEqual([
      ['strategy-created', 'ann', VISITOR, { ...named, name: 'second', version: 1 }],
      ['strategy-changed', 'ann', VISITOR, { ...named, name: 'better', version: 2 }],
      ['strategy-deleted', 'ann', VISITOR, { strategyId: strategy_id }],
    ]);
  });

  it('records the portfolios, strategies and bots of the demo, and that it was removed', async () => {
    const before = await count();
    await post('load-demo');
    const state = async () => (await server.send('GET', '/api/demo', { as: 'ann' })).body.state;
    while ((await state()) === 'fetching') await sleep(10);
    await post('remove-demo');
    const rows = await since(before);
    const of = (event: string) => rows.filter((row) => row[0] === event && row[2] === VISITOR);
    expect([of('portfolio-created').length, of('strategy-created').length]).toEqual([2, 6]);
    expect([of('bot-created').length, of('bot-started').length]).toEqual([6, 6]);
    expect(rows.at(-1)).toEqual(['demo-removed', 'ann', VISITOR, { portfolios: 2, bots: 6 }]);
  });
});

describe('the audit trail of exchange keys', () => {
  it('records keys that are added, rotated, accepted and removed, without the key or its secret', async () => {
    const before = await count();
    await post('add-exchange-key', KEY);
    keySupport.answer = { kind: 'unknown' };
    await post('rotate-exchange-key', OTHER);
    await post('acknowledge-exchange-key', { version: 2 });
    await post('remove-exchange-key');
    const rows = await since(before);
    expect(rows).toEqual([
      ['exchange-key-added', 'ann', VISITOR, { environment: 'sim', version: 1, lastFour: 'wxyz' }],
      ['exchange-key-rotated', 'ann', VISITOR, { environment: 'sim', version: 2, lastFour: '4321' }],
      ['exchange-key-accepted', 'ann', VISITOR, { environment: 'sim', version: 2, lastFour: null }],
      ['exchange-key-removed', 'ann', VISITOR, { environment: 'sim', version: 3, lastFour: '4321' }],
    ]);
    const text = JSON.stringify(rows);
    for (const secret of [KEY.api_key, KEY.secret, OTHER.api_key, OTHER.secret]) expect(text).not.toContain(secret);
  });

  it('records a rotation of the sealing key, and every key that a revocation deletes', async () => {
    await post('add-exchange-key', KEY);
    const before = await count();
    await rotateSealingKey({ engine, secretsDir: keySupport.engineDir });
    await revokeAllKeys({ engine, secretsDir: keySupport.engineDir });
    expect(await since(before)).toEqual([
      ['sealing-key-rotated', null, null, expect.objectContaining({ version: 2, unreadable: 0 })],
      ['exchange-key-removed', 'ann', null, { environment: 'sim', version: 5 }],
    ]);
  });

  it('fits from its first row to its last', async () => {
    expect(await checkAudit(server.ownerUrl)).toMatchObject({ complaint: null });
  });
});
