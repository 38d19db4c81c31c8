import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import { startProgram, TORTURE_OWNER, type TorturedProgram } from '../scripts/tortured-program.ts';
import { STORY_MS } from './support/story-limit.ts';

const PASSABLE = 0o711; // As root PostgreSQL runs as another user, who has to reach its folder.
const SPEED = 300;
/** Fills every few minutes of the market. */
const BUSY_LADDER = { base_order_size: '150', step_percent: '0.05', take_profit_percent: '0.12' };

type Change = (database: Client) => Promise<void>;

let folder: string;
let program: TorturedProgram;
let portfolioId: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'botyard-belief-'));
  await chmod(folder, PASSABLE);
  program = start();
  const send = await signIn(program);
  ({ portfolio_id: portfolioId } = await send('POST', '/api/dca-bot/create-portfolio', { name: 'Beliefs' }));
  const bot = { name: 'Busy', portfolio_id: portfolioId, symbols: ['ETHUSDT'], params: BUSY_LADDER };
  await send('POST', '/api/dca-bot/create', bot);
  await vi.waitFor(async () => expect(await cyclesOf(send)).toBeGreaterThan(0), { timeout: STORY_MS / 3 });
  await program.stop();
}, STORY_MS);

afterAll(async () => {
  await program.kill('group');
  await rm(folder, { recursive: true, force: true });
});

function start(): TorturedProgram {
  return startProgram({ dataDir: path.join(folder, 'data'), speed: SPEED });
}

type Send = (method: 'GET' | 'POST', url: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>;

/** Waits until the program is ready, and signs its owner in. */
async function signIn({ ready, output }: TorturedProgram): Promise<Send> {
  const address = await ready;
  if (address === null) throw new Error(`the program ended instead of starting:\n${output()}`);
  let token = '';
  const send: Send = async (method, url, body) => {
    const response = await fetch(new URL(url, address), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const url = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';
  ({ idToken: token } = await send('POST', url, { ...TORTURE_OWNER, returnSecureToken: true }));
  return send;
}

async function cyclesOf(send: Send): Promise<number> {
  return (await send('GET', `/api/dca-bot/get-cycles?portfolio_id=${portfolioId}`)).items.length;
}

/** Changes the database of a program that has ended and left no PostgreSQL behind. */
async function changeStored(changes: readonly Change[]): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), log: () => {} });
  const database = new Client(postgres.url);
  await database.connect();
  for (const change of changes) await change(database);
  await database.end();
  await postgres.stop();
  expect(postgres.wasAdopted).toBe(false);
}

/** Moves the minute up to which the portfolio has been run. */
function moveMinute(interval: string): Change {
  return async (database) => {
    const { rowCount } = await database.query('update portfolios set minute_at = minute_at + $1::interval', [interval]);
    expect(rowCount).toBe(1);
  };
}

/** Rewrites the quantities of the orders that rest for the bot. */
function changeQuantities(changed: (quantity: number) => number): Change {
  return async (database) => {
    const { rows } = await database.query<{ bot_id: string; snapshot: BotSnapshot }>(
      'select bot_id, snapshot from bots',
    );
    for (const { bot_id: botId, snapshot } of rows) {
      const text = JSON.stringify(snapshot, (key, value) => (key === 'orders' ? value.map(rewritten) : value));
      await database.query('update bots set snapshot = $2 where bot_id = $1', [botId, text]);
    }
    expect(rows).toHaveLength(1);
  };
  function rewritten(order: { readonly quantity: number | null }) {
    return order.quantity === null ? order : { ...order, quantity: changed(order.quantity) };
  }
}

/** One after another on one data folder: what the second case changes cures the first one too. */
describe('an assertion that fails in the engine', () => {
  it.each([
    {
      when: 'while it loads a portfolio that is ahead of the market',
      belief: 'an account is never ahead of the market',
      changes: [moveMinute('1 day')],
    },
    {
      when: 'while it runs again, at the fill of an order for a part of a step',
      belief: 'is a whole number below 2^53',
      changes: [moveMinute('-1 day'), changeQuantities((quantity) => quantity + 0.1)],
    },
  ])('$when ends the program with 1 and its cause', { timeout: STORY_MS }, async ({ belief, changes }) => {
    await changeStored(changes);
    program = start();
    expect(await program.ended).toBe(1);
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.includes(belief));
    expect(lines, program.output()).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'fatal', msg: 'the engine stopped' });
  });

  it('does not come back after a cure: the bot trades on', { timeout: STORY_MS }, async () => {
    await changeStored([changeQuantities(Math.floor)]);
    program = start();
    const send = await signIn(program);
    const before = await cyclesOf(send);
    await expect.poll(() => cyclesOf(send), { timeout: STORY_MS / 3 }).toBeGreaterThan(before);
    await program.stop();
  });
});
