import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectStatus, LADDER } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

/** Bots of rules that never open a cycle by themselves; the stop lies a multiple of the average range away. */
const RULES = {
  ...{ timeframe: '5m', leverage: 10, margin_type: 'isolated', sizing: { type: 'fixed_notional', value: '200' } },
  buy: {
    enter: { op: 'lt', a: { price: 'close' }, b: { const: '1' } },
    take_profit_percent: '1',
    stop: { type: 'atr', n: 5, mult: '4' },
  },
  sell: null,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, headers = {}) =>
  server.send(method, path, { as: 'ann', headers, ...(body && { body }) });
const deal = (botId: string, body: object) =>
  send('POST', `/api/bots/${botId}/manual-deals`, { symbol: 'ETHUSDT', direction: 'buy', ...body });
const preview = (botId: string, body: object) =>
  send('POST', `/api/bots/${botId}/preview-manual-deal`, { symbol: 'ETHUSDT', direction: 'buy', ...body });
const undo = (dealId: string) => send('DELETE', `/api/manual-deals/${dealId}`);
const listed = async (botId: string) => expectStatus(await send('GET', `/api/bots/${botId}/manual-deals`), 200).items;

async function atomOf(kind: string, botId: string) {
  const { items } = expectStatus(await send('GET', `/api/${kind}/get-atoms?bot_id=${botId}`), 200);
  return items[0];
}

/** A running bot that opens nothing by itself. */
async function newBot(kind: string, params: object): Promise<string> {
  const portfolio = expectStatus(await send('POST', `/api/${kind}/create-portfolio`, { name: `of ${kind}` }), 200);
  const { portfolio_id } = portfolio;
  const body = { name: 'one', portfolio_id, symbols: ['ETHUSDT'], params, is_enter_buy_enabled: false };
  return expectStatus(await send('POST', `/api/${kind}/create`, body), 200).bot_id;
}

describe.each([
  ['dca-bot', LADDER],
  ['custom-bot', RULES],
])('deals by hand in a %s', (kind, params) => {
  it('come out as their preview said, and are listed with what became of them', async () => {
    const botId = await newBot(kind, params);
    const wanted = { kind: 'open', notional: '300' };
    const told = expectStatus(await preview(botId, wanted), 200);
    expect(await listed(botId)).toEqual([]);
    const opened = expectStatus(await deal(botId, { ...wanted, comment: 'by hand' }), 200);
    expect(opened).toMatchObject({ state: 'OPEN', notional: '300', comment: 'by hand', can_undo: true });
    await server.step(1);
    const newest = async () => (await listed(botId))[0]; // Stored a moment after it is decided.
    await expect.poll(newest).toMatchObject({ state: 'FILLED', filled_qty: told.fill.qty, can_undo: false });
    const atom = await atomOf(kind, botId);
    expect(atom.quantity).toBe(told.after.quantity);
    expect(atom.take_profit_price).not.toBeNull();
    if (kind === 'custom-bot') expect(atom.stop_loss_price).not.toBeNull();
    expect((await undo(opened.manual_deal_id)).body.code).toBe('MANUAL_DEAL_DONE');
    const half = expectStatus(await deal(botId, { kind: 'reduce', percent: '50' }), 200);
    expect(expectStatus(await undo(half.manual_deal_id), 200).changed).toBe(true);
    expect(expectStatus(await undo(half.manual_deal_id), 200).changed).toBe(false);
    expectStatus(await deal(botId, { kind: 'close' }), 200);
    await server.step(1);
    await expect.poll(newest).toMatchObject({ kind: 'close', state: 'FILLED' });
    expect((await atomOf(kind, botId)).quantity).toMatch(/^0\.0+$/);
    const rows: readonly { kind: string; state: string }[] = await listed(botId);
    expect(rows.map((row) => [row.kind, row.state])).toEqual([
      ['close', 'FILLED'],
      ['reduce', 'CANCELED'],
      ['open', 'FILLED'],
    ]);
    const cycles = expectStatus(await send('GET', `/api/${kind}/get-cycles?bot_id=${botId}`), 200).items;
    expect(cycles[0]).toMatchObject({ state: 'CLOSED', close_reason: 'manual' });
  });
});

/** The ladder of the story above, which has closed its position. */
async function anyBot(): Promise<string> {
  return expectStatus(await send('GET', '/api/dca-bot/get-bots'), 200).items[0].bot_id;
}

describe('a deal by hand over the wire', () => {
  it('is refused with the field and the figures when it gives two sizes, or more than the wallet holds', async () => {
    const id = await anyBot();
    const two = await deal(id, { kind: 'open', qty: '1', percent: '50' });
    expect([two.status, two.body.errors[0].code, two.body.errors[0].path]).toEqual([422, 'SIZE_AMBIGUOUS', 'percent']);
    const dear = await preview(id, { kind: 'open', notional: '9000000' });
    expect([dear.status, dear.body.code]).toEqual([422, 'MANUAL_DEAL_REFUSED']);
    expect(dear.body.errors.map((entry: { code: string }) => entry.code)).toEqual(['DEAL_ABOVE_MAX_QTY']);
  });

  it('is listed a page at a time, newest first, also where all were ordered at one instant', async () => {
    const id = await anyBot();
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      const one = expectStatus(await deal(id, { kind: 'open', percent: '100', order_type: 'market' }), 200);
      ids.unshift(one.manual_deal_id);
      expectStatus(await undo(one.manual_deal_id), 200);
    }
    const first = expectStatus(await send('GET', `/api/bots/${id}/manual-deals?limit=2`), 200);
    const path = `/api/bots/${id}/manual-deals?limit=1&cursor=${first.cursor}`;
    const next = expectStatus(await send('GET', path), 200);
    const shown = [...first.items, ...next.items].map((row: { manual_deal_id: string }) => row.manual_deal_id);
    expect(shown).toEqual(ids);
    const { cycle_id: cycleId } = first.items[0];
    const own = expectStatus(await send('GET', `/api/bots/${id}/manual-deals?cycle_id=${cycleId}`), 200).items;
    const cycleIds = new Set(own.map((row: { cycle_id: string }) => row.cycle_id));
    expect([...cycleIds, own.length < (await listed(id)).length]).toEqual([cycleId, true]);
  });
});
