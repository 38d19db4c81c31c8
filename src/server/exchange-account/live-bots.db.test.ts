import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { liveLadder, paperLadder } from '#engine/bots/registry.ts';
import { ANN, BOB, expectStatus, LADDER, newBot, newName, newPortfolio } from '../../../tests/support/api-world.ts';
import { readEvents } from '../../../tests/support/audit-rows.ts';
import { CAPS, confirmed, setCaps } from '../../../tests/support/exchange-account-call-rows.ts';
import { type Answer, startTestServer, type TestServer } from '../../../tests/support/server.ts';

const LIVE = `/api/${liveLadder.kind}`;
const ACCOUNT = '/api/exchange-account';

let server: TestServer;
let trail: Client;
/** How far the wall clock of the server is ahead of that of the tokens. */
let aheadMs = 0;
let portfolioId: string;

beforeAll(async () => {
  server = await startTestServer({ now: () => instantOf(Date.now() + aheadMs) });
  trail = new Client(server.ownerUrl);
  await trail.connect();
  portfolioId = (await newPortfolio(server, liveLadder.kind)).portfolio_id;
});
afterAll(async () => {
  await trail.end();
  await server.close();
});
const post = (path: string, body: unknown = {}, as = ANN, headers: Record<string, string> = {}) =>
  server.send('POST', path, { as, body, headers });
const told = ({ status, body }: Answer) => [status, body.code ?? 'done'];
const account = async () => (await server.send('GET', ACCOUNT, { as: ANN })).body.account;

/** A live bot that buys, or sells; each side of a symbol has room for one. */
function liveBot(body: object = {}, direction = 'buy'): Record<string, unknown> {
  const params = { ...LADDER, direction };
  return { name: newName(), portfolio_id: portfolioId, symbols: ['ETHUSDT'], params, autostart: false, ...body };
}

afterEach(async () => {
  aheadMs = 0;
  const { items } = (await server.send('GET', `${LIVE}/get-bots`, { as: ANN })).body;
  for (const { bot_id, strategy_executor_id } of items) {
    await post(`${LIVE}/stop`, { strategy_executor_id });
    expect(told(await post(`${LIVE}/delete/${bot_id}`))).toEqual([200, 'done']);
  }
});

async function madeBot(direction = 'buy') {
  await setCaps({ server });
  const body = await confirmed({ server }, `${LIVE}/create`, liveBot({}, direction));
  return expectStatus(await post(`${LIVE}/create`, body), 200);
}

describe('the exchange account', () => {
  it('no live bot is created before the caps of the account are set', async () => {
    expect((await account()).caps.bot_notional).toBe(null);
    const body = await confirmed({ server }, `${LIVE}/create`, liveBot());
    expect(told(await post(`${LIVE}/create`, body))).toEqual([409, 'CAPS_NOT_SET']);
  });

  it('its caps are read as they were set', async () => {
    await setCaps({ server });
    expect((await account()).caps).toEqual({
      bot_notional: '1000.00000000',
      account_notional: '5000.00000000',
      orders_per_minute: 60,
      daily_loss: '500.00000000',
      price_band_percent: '5',
    });
  });

  it.each(Object.keys(CAPS) as (keyof typeof CAPS)[])(
    'raising the cap %s needs a confirmation, and lowering it needs none',
    async (name) => {
      await setCaps({ server });
      const raised = { ...CAPS, [name]: name === 'orders_per_minute' ? 61 : '5001' };
      if (name === 'price_band_percent') raised.price_band_percent = '6';
      expect(told(await post(`${ACCOUNT}/caps`, raised))).toEqual([422, 'CONFIRMATION_REQUIRED']);
      const lowered = { ...CAPS, [name]: name === 'orders_per_minute' ? 59 : '1' };
      expect(told(await post(`${ACCOUNT}/caps`, lowered))).toEqual([200, 'done']);
      await post(`${ACCOUNT}/caps`, await confirmed({ server }, `${ACCOUNT}/caps`, CAPS));
    },
  );

  it('a halt needs neither confirmation nor recent sign-in, and its release needs both', async () => {
    await setCaps({ server });
    aheadMs = 6 * MINUTE_MS;
    expect(told(await post(`${ACCOUNT}/halt`, { reason: 'news' }))).toEqual([200, 'done']);
    expect((await account()).halt.reason).toBe('news');
    expect(told(await post(`${ACCOUNT}/release`))).toEqual([403, 'STEP_UP_REQUIRED']);
    aheadMs = 0;
    const release = await confirmed({ server }, `${ACCOUNT}/release`);
    expect((await account()).halt.reason).toBe('news');
    expect(told(await post(`${ACCOUNT}/release`, release))).toEqual([200, 'done']);
    expect((await account()).halt).toBe(null);
  });

  it('one bot is halted and released, and nobody else can halt it', async () => {
    const { bot_id } = await madeBot();
    expect(told(await post(`${ACCOUNT}/halt`, { bot_id }, BOB))).toEqual([404, 'BOT_NOT_FOUND']);
    expect(told(await post(`${ACCOUNT}/release`, { bot_id }, BOB))).toEqual([404, 'BOT_NOT_FOUND']);
    expect(told(await post(`${ACCOUNT}/halt`, { bot_id }))).toEqual([200, 'done']);
    expect((await account()).bot_halts).toMatchObject([{ bot_id, reason: 'Halted by the user.' }]);
    await post(`${ACCOUNT}/release`, await confirmed({ server }, `${ACCOUNT}/release`, { bot_id }));
    expect((await account()).bot_halts).toEqual([]);
  });

  it('its halt is stored while it cannot be opened', async () => {
    expect(told(await post(`${ACCOUNT}/halt`, {}, 'cal'))).toEqual([409, 'LIVE_REFUSED']); // It was never opened.
    const values = "('account of dan', 'dan', 'sim', 1)";
    await trail.query(`insert into exchange_accounts (account_id, owner_id, environment, fence) values ${values}`);
    expect(told(await post(`${ACCOUNT}/halt`, { reason: 'no key' }, 'dan'))).toEqual([200, 'done']);
    const { rows } = await trail.query("select halt_reason from exchange_accounts where owner_id = 'dan'");
    expect(rows).toEqual([{ halt_reason: 'no key' }]);
  });

  it('leaves its margin to a portfolio that was created after it was opened', async () => {
    await setCaps({ server });
    const { portfolio_id } = await newPortfolio(server, liveLadder.kind);
    const body = await confirmed({ server }, `${LIVE}/create`, liveBot({ portfolio_id }));
    expect(told(await post(`${LIVE}/create`, body))).toEqual([200, 'done']);
  });

  it('a paper bot cannot be halted', async () => {
    const { portfolio_id: emptyId } = await newPortfolio(server);
    const { bot_id } = await newBot({ server, emptyId });
    expect(told(await post(`${ACCOUNT}/halt`, { bot_id }))).toEqual([404, 'BOT_NOT_FOUND']);
  });

  it('caps, halts and releases are in the audit trail', async () => {
    await setCaps({ server });
    const before = (await readEvents(trail, ANN)).length;
    await post(`${ACCOUNT}/caps`, CAPS);
    await post(`${ACCOUNT}/halt`);
    await post(`${ACCOUNT}/release`, await confirmed({ server }, `${ACCOUNT}/release`));
    const events = (await readEvents(trail, ANN)).slice(before);
    expect(events).toEqual(['exchange-caps-set', 'exchange-halted', 'exchange-released']);
  });

  it('without an exchange key each reason of the refusal is listed', async () => {
    const { portfolio_id } = expectStatus(await post(`${LIVE}/create-portfolio`, { name: newName() }, BOB), 200);
    const body = liveBot({ portfolio_id });
    for (const [path, sent] of [
      [`${LIVE}/create`, body],
      [`${ACCOUNT}/caps`, CAPS],
    ] as const) {
      const { confirm } = (await post(path, sent, BOB)).body;
      const refusal = await post(path, { ...sent, confirm }, BOB);
      expect(told(refusal)).toEqual([409, 'LIVE_REFUSED']);
      expect(refusal.body.errors.map(({ code }: { code: string }) => code)).toEqual(['EXCHANGE_KEY_MISSING']);
    }
  });
});

describe('the confirmation of a live bot', () => {
  it('creates the bot once: without it nothing is made, and it cannot be used again', async () => {
    await setCaps({ server });
    const body = liveBot();
    const first = await post(`${LIVE}/create`, body);
    expect(told(first)).toEqual([422, 'CONFIRMATION_REQUIRED']);
    const count = async () => (await server.send('GET', `${LIVE}/get-bots`, { as: ANN })).body.items.length;
    const before = await count();
    const { confirm } = first.body;
    expect(told(await post(`${LIVE}/create`, { ...body, confirm }))).toEqual([200, 'done']);
    expect(await count()).toBe(before + 1);
    expect(told(await post(`${LIVE}/create`, { ...body, confirm }))).toEqual([422, 'CONFIRMATION_UNKNOWN']);
  });

  it('is good for its body, its call and its user alone', async () => {
    const bot = await madeBot();
    const body = { strategy_executor_id: bot.strategy_executor_id };
    const { confirm } = await confirmed({ server }, `${LIVE}/restart`, body);
    const other = await madeBot('sell');
    const foreign = { strategy_executor_id: other.strategy_executor_id, confirm };
    expect(told(await post(`${LIVE}/restart`, foreign))).toEqual([422, 'CONFIRMATION_UNKNOWN']);
    expect(told(await post(`${LIVE}/finish`, { ...body, confirm }))).toEqual([400, 'REQUEST_INVALID']);
    expect(told(await post(`${LIVE}/stop`, { ...body, confirm }))).toEqual([422, 'CONFIRMATION_UNKNOWN']);
    expect(told(await post(`${LIVE}/restart`, { ...body, confirm }, BOB))).toEqual([422, 'CONFIRMATION_UNKNOWN']);
    expect(told(await post(`${LIVE}/restart`, { ...body, confirm }))).toEqual([202, 'done']);
  });

  it('expires after five minutes', async () => {
    const bot = await madeBot();
    const body = { strategy_executor_id: bot.strategy_executor_id };
    const sent = await confirmed({ server }, `${LIVE}/restart`, body);
    aheadMs = 5 * MINUTE_MS + 1;
    expect(told(await post(`${LIVE}/restart`, sent))).toEqual([422, 'CONFIRMATION_UNKNOWN']);
  });

  it('is asked for again under the same idempotency key, and a repeat with it gets the first answer', async () => {
    const bot = await madeBot();
    const body = { strategy_executor_id: bot.strategy_executor_id };
    const key = { 'idempotency-key': 'asked twice' };
    const first = await post(`${LIVE}/restart`, body, ANN, key);
    const second = await post(`${LIVE}/restart`, body, ANN, key);
    expect(first.body.confirm).not.toBe(second.body.confirm);
    const sent = { ...body, confirm: second.body.confirm };
    const done = { 'idempotency-key': 'confirmed twice' };
    const answers = [await post(`${LIVE}/restart`, sent, ANN, done), await post(`${LIVE}/restart`, sent, ANN, done)];
    expect(answers.map(told)).toEqual([
      [202, 'done'],
      [202, 'done'],
    ]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  it('is given only after a sign-in of the last five minutes, and stopping needs neither', async () => {
    const bot = await madeBot();
    const run = { strategy_executor_id: bot.strategy_executor_id };
    const other = { strategy_executor_id: (await madeBot('sell')).strategy_executor_id };
    for (const one of [run, other]) await post(`${LIVE}/restart`, await confirmed({ server }, `${LIVE}/restart`, one));
    aheadMs = 6 * MINUTE_MS;
    const old = [
      await post(`${LIVE}/create`, liveBot()),
      await post(`${LIVE}/restart`, run),
      await post(`${ACCOUNT}/caps`, { ...CAPS, daily_loss: '501' }),
    ];
    expect(old.map(told)).toEqual(old.map(() => [403, 'STEP_UP_REQUIRED']));
    expect(told(await post(`${LIVE}/finish`, other))).toEqual([202, 'done']);
    expect(told(await post(`${LIVE}/stop`, { ...run, position: 'close' }))).toEqual([202, 'done']);
  });

  it('is needed to apply another version, whose preview needs none', async () => {
    const strategy = { name: newName(), symbol: 'ETHUSDT', params: { ...LADDER, direction: 'buy' } };
    const { strategy_id } = expectStatus(await post(`${LIVE}/save-strategy`, strategy), 200);
    const next = { ...strategy, strategy_id, base_version: 1, params: { ...strategy.params, step_percent: '2' } };
    expectStatus(await post(`${LIVE}/save-strategy`, next), 200);
    const body = liveBot({ strategy_id, strategy_version: 1, params: undefined });
    await setCaps({ server });
    const bot = expectStatus(await post(`${LIVE}/create`, await confirmed({ server }, `${LIVE}/create`, body)), 200);
    const change = { strategy_executor_id: bot.strategy_executor_id, strategy_version: 2, when: 'now' };
    expect(told(await post(`${LIVE}/apply-strategy`, { ...change, preview: true }))).toEqual([200, 'done']);
    expect(told(await post(`${LIVE}/apply-strategy`, change))).toEqual([422, 'CONFIRMATION_REQUIRED']);
    const applied = await post(`${LIVE}/apply-strategy`, await confirmed({ server }, `${LIVE}/apply-strategy`, change));
    expect([applied.status, applied.body.bot.strategy_version]).toEqual([200, 2]);
  });
});

describe('a live bot', () => {
  it('is refused bulk commands, moves and deals by hand, without effect', async () => {
    const bot = await madeBot();
    const run = { strategy_executor_id: bot.strategy_executor_id };
    const exits = { stop_loss_percent: null, take_profit_percent: null };
    const other = await newPortfolio(server, liveLadder.kind);
    const move = { bot_id: bot.bot_id, from_portfolio_id: portfolioId, to_portfolio_id: other.portfolio_id };
    const deal = { symbol: bot.symbols[0], direction: 'buy', kind: 'open', notional: '100', order_type: 'market' };
    const answers = [
      await post(`${LIVE}/set-conditions`, { changes: [{ ...run, from: exits, to: exits }] }),
      await post(`${LIVE}/apply-versions`, {
        when: 'now',
        new_versions: [],
        changes: [{ ...run, from_version: 1, to_version: 1 }],
      }),
      await post(`${LIVE}/move-bots`, { moves: [move] }),
      await post(`/api/bots/${bot.bot_id}/manual-deals`, deal),
      await post(`/api/bots/${bot.bot_id}/preview-manual-deal`, deal),
    ];
    expect(answers.map(told)).toEqual(answers.map(() => [409, 'LIVE_ONE_BY_ONE']));
  });

  it('is in a portfolio whose money is on the exchange account: it has no balance to set', async () => {
    const balance = '500';
    const created = await post(`${LIVE}/create-portfolio`, { name: newName(), balance });
    expect(told(created)).toEqual([422, 'WALLET_AT_EXCHANGE']);
    const changed = await post('/api/set-paper-wallet', { portfolio_id: portfolioId, balance });
    expect(told(changed)).toEqual([422, 'WALLET_AT_EXCHANGE']);
  });

  it('is in a portfolio that counts as live before its first bot, and in no stress test of paper money', async () => {
    const { portfolio_id: paperId } = await newPortfolio(server);
    const live = await newPortfolio(server, liveLadder.kind);
    expect(live.execution).toBe('live');
    const answer = await server.send('GET', '/api/get-stress-test?market_percent=10', { as: ANN });
    const ids = answer.body.portfolios.map(({ portfolio_id }: { portfolio_id: string }) => portfolio_id);
    expect(ids).toContain(paperId);
    expect(ids).not.toContain(live.portfolio_id);
  });

  it('trades as its kind does unless the request says so, and never on paper', async () => {
    expect((await madeBot()).execution).toBe('live');
    const paper = await post(`${LIVE}/create`, liveBot({ execution: 'paper' }));
    expect(told(paper)).toEqual([409, 'EXECUTION_MISMATCH']);
    const { portfolio_id } = await newPortfolio(server);
    const body = { name: newName(), portfolio_id, symbols: ['ETHUSDT'], params: LADDER, execution: 'live' };
    expect(told(await post(`/api/${paperLadder.kind}/create`, body))).toEqual([409, 'EXECUTION_MISMATCH']);
  });

  it('is refused on a side of a symbol that another live bot has', async () => {
    await madeBot();
    const body = liveBot();
    const refusal = await post(`${LIVE}/create`, await confirmed({ server }, `${LIVE}/create`, body));
    expect(told(refusal)).toEqual([409, 'LIVE_REFUSED']);
    expect(refusal.body.errors).toMatchObject([
      { code: 'SIDE_TAKEN', figures: [{ value: 'ETHUSDT' }, { value: 'buy' }] },
    ]);
  });
});
