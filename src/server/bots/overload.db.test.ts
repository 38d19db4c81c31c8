import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANN, expectStatus, LADDER, newName, newPortfolio } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

/** Calls that may wait for the engine's thread; the next one is refused. */
const WAITING_MAX = 2_000;
/** The engine is kept busy: with others on the machine that takes a while. */
const BUSY_MS = 120_000;

let server: TestServer;
let portfolioId: string;

beforeAll(async () => {
  server = await startTestServer();
  portfolioId = (await newPortfolio(server)).portfolio_id;
});
afterAll(() => server.close());

const post = (path: string, body: Record<string, unknown>) => server.send('POST', path, { as: ANN, body });

function create(autostart = true) {
  const body = { name: newName(), portfolio_id: portfolioId, symbols: ['ETHUSDT'], params: LADDER, autostart };
  return post('/api/dca-bot/create', body);
}

async function newRun(): Promise<{ readonly strategy_executor_id: string }> {
  return expectStatus(await create(), 200);
}

/** Runs the work while reads take all the room there is: each that is answered is asked again at once. */
async function whileOverloaded(work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const ask = async (): Promise<void> => {
    while (!isOver) await server.runtime.fundsNow([]);
  };
  const asking = Array.from({ length: WAITING_MAX }, ask);
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(asking);
  }
}

it('an overloaded engine refuses reads and new risk with 503 and Retry-After', { timeout: BUSY_MS }, async () => {
  await newRun();
  await whileOverloaded(async () => {
    const read = await server.send('GET', '/api/dca-bot/get-bots', { as: ANN });
    for (const refused of [read, await create()]) {
      expect([refused.status, refused.body.code]).toEqual([503, 'OVERLOADED']);
      expect(refused.headers['retry-after']).toBe('2');
    }
  });
  expect((await create()).status).toBe(200);
});

it('an overloaded engine still carries out every command that shrinks risk, and answers with the bot', {
  timeout: BUSY_MS,
}, async () => {
  const [finished, stopped] = [await newRun(), await newRun()];
  const waiting = expectStatus(await create(false), 200);
  const run = ({ strategy_executor_id }: { strategy_executor_id: string }) => ({ strategy_executor_id });
  await whileOverloaded(async () => {
    const entriesOff = { is_enter_buy_enabled: false, is_enter_sell_enabled: false };
    const off = await post('/api/dca-bot/set-is-enter-enabled', { ...run(finished), ...entriesOff });
    expect([off.status, off.body.is_enter_buy_enabled]).toEqual([200, false]);
    const moved = await post('/api/dca-bot/set-condition', { ...run(finished), stop_loss_percent: '9' });
    expect([moved.status, moved.body.stop_loss_percent]).toEqual([200, '9']);
    const finish = await post('/api/dca-bot/finish', run(finished));
    expect([finish.status, finish.body.changed]).toEqual([202, true]);
    const stop = await post('/api/dca-bot/stop', { ...run(stopped), position: 'close' });
    expect([stop.status, stop.body.changed]).toEqual([202, true]);
    const removed = await post(`/api/dca-bot/delete/${waiting.bot_id}`, {});
    expect([removed.status, removed.body.state]).toEqual([200, 'DELETED']);
    const restarted = await post('/api/dca-bot/restart', run(finished));
    expect([restarted.status, restarted.body.code]).toEqual([503, 'OVERLOADED']);
  });
});
