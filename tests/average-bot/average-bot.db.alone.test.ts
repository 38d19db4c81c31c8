// Registers the kind for this process; the program that is tested loads the same file before anything of its own.
import './register-average.ts';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { checkPaper } from '../../scripts/torture-check.ts';
import { signedIn } from '../support/caller.ts';
import { freePort } from '../support/free-port.ts';
import { type HeldMarket, holdMarket } from '../support/held-market.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { openReplayFeed } from '../support/replay-feed.ts';
import { STORY_MS } from '../support/story-limit.ts';

const PASSABLE = 0o711; // As root PostgreSQL runs as another user, who has to reach its folder.
const REGISTER = pathToFileURL(path.resolve(import.meta.dirname, 'register-average.ts')).href;
const SOURCE = path.resolve(import.meta.dirname, '../../src/main/main.ts');
const STEP_MINUTES = 60;
const PARAMS = { direction: 'buy', size: '200', bars: 3, take_profit_percent: '0.15' };

let dataDir = '';
let program: RunningProgram;
let market: HeldMarket;
let token = '';

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'botyard-average-'));
  await chmod(dataDir, PASSABLE);
  const port = String(await freePort());
  const settings = { DATA_DIR: dataDir, SIMULATOR_PORT: port, NODE_OPTIONS: `--import=${REGISTER}` };
  program = await startProgram(settings, { file: SOURCE }); // Which the registration changes; a bundle has its own.
  market = await holdMarket(program, port);
  token = await signIn();
}, STORY_MS);
afterAll(async () => {
  await program.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function signIn(): Promise<string> {
  const url = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';
  const response = await fetch(new URL(url, program.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...program.owner, returnSecureToken: true }),
  });
  return (await response.json()).idToken;
}

async function send(method: 'GET' | 'POST', url: string, body?: object) {
  const response = await fetch(new URL(url, program.address), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const portfolioOf = async (kind: string, name: string) =>
  (await send('POST', `/api/${kind}/create-portfolio`, { name })).body.portfolio_id;
const closedCycles = async (botId: string): Promise<{ end_date: string | null }[]> =>
  (await send('GET', `/api/average-bot/get-cycles?bot_id=${botId}`)).body.items.filter(
    (cycle: { end_date: string | null }) => cycle.end_date !== null,
  );

it('a bot of a kind that is only registered can be created, run, stored, listed and resumed after a kill', {
  timeout: STORY_MS,
}, async () => {
  const portfolioId = await portfolioOf('average-bot', 'Averages');
  const bot = { name: 'Crosser', portfolio_id: portfolioId, symbols: ['ETHUSDT'], params: PARAMS };
  const made = await send('POST', '/api/average-bot/create', bot);
  expect([made.status, made.body.kind, made.body.params]).toEqual([
    200,
    'average-bot',
    { ...PARAMS, leverage: 5 }, // Its own schema fills in the default.
  ]);

  const closed = async () => (await closedCycles(made.body.bot_id)).length;
  const owner = await signedIn(program);
  while ((await closed()) < 2) await market.step(STEP_MINUTES, owner);
  await program.kill();
  await program.restart();
  const before = await closed();
  while ((await closed()) < before + 2) await market.step(STEP_MINUTES, owner);

  const { body } = await send('GET', `/api/average-bot/get-bots?portfolio_id=${portfolioId}`);
  expect(body.items).toMatchObject([{ bot_id: made.body.bot_id, kind: 'average-bot', state: 'RUNNING' }]);
  expect((await send('GET', '/api/dca-bot/get-bots')).body.items).toEqual([]);
  expect(body.items[0].atoms[0].levels_total).toBe(0);
});

it('parameters are validated by the schema and the rules of their kind', async () => {
  const portfolioId = await portfolioOf('average-bot', 'Judged');
  const create = (params: object) =>
    send('POST', '/api/average-bot/create', {
      name: 'Judged',
      portfolio_id: portfolioId,
      symbols: ['ETHUSDT'],
      params,
    });
  const ladder = await create({ base_order_size: '100' });
  expect([ladder.status, ladder.body.code]).toEqual([400, 'REQUEST_INVALID']);
  expect(ladder.body.errors.map(({ path: field }: { path: string }) => field)).toEqual(
    expect.arrayContaining(['params.size', 'params.bars', 'params.base_order_size']),
  );
  const tooSmall = await create({ ...PARAMS, size: '2' });
  expect([tooSmall.status, tooSmall.body.code]).toEqual([422, 'LADDER_REFUSED']);
});

it('a portfolio holds bots of its own kind, and its name is taken for every kind', async () => {
  const portfolioId = await portfolioOf('dca-bot', 'Ladders');
  const bot = { name: 'Stranger', portfolio_id: portfolioId, symbols: ['ETHUSDT'], params: PARAMS };
  const mismatch = await send('POST', '/api/average-bot/create', bot);
  expect([mismatch.status, mismatch.body.code]).toEqual([409, 'KIND_MISMATCH']);
  const twin = await send('POST', '/api/average-bot/create-portfolio', { name: 'Ladders' });
  expect([twin.status, twin.body.code]).toEqual([409, 'NAME_TAKEN']);
});

it('the first bot fixes how a portfolio of a kind with two executions trades', async () => {
  const portfolioId = await portfolioOf('average-bot', 'Real');
  const create = async (name: string, execution?: string) => {
    const bot = { name, portfolio_id: portfolioId, symbols: ['ETHUSDT'], params: PARAMS, autostart: false };
    const { status, body } = await send('POST', '/api/average-bot/create', execution ? { ...bot, execution } : bot);
    return [status, body.code ?? body.execution];
  };
  expect(await create('First', 'live')).toEqual([200, 'live']);
  expect(await create('Simulated', 'paper')).toEqual([409, 'EXECUTION_MISMATCH']);
  expect(await create('Second')).toEqual([200, 'live']);
});

it('the stored rows of a killed bot are those of one uninterrupted run over the recording', {
  timeout: STORY_MS,
}, async () => {
  await program.stop(); // Stores what was decided last.
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    const { violations, trades } = await checkPaper(postgres.url, await openReplayFeed());
    expect(violations).toEqual([]);
    expect(trades).toBeGreaterThanOrEqual(8); // Four cycles at the least, each with an entry and an exit.
  } finally {
    await postgres.stop();
  }
});
