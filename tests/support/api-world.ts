import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { paperLadder } from '#engine/bots/registry.ts';
import { onceARun } from './once-a-run.ts';
import { type Answer, startTestServer, type TestServer, type TestServerOptions } from './server.ts';

export const ANN = 'ann';
export const BOB = 'bob';
/** The shortest ladder that trades on ETHUSDT, in API format. */
export const LADDER = { base_order_size: '100', safety_orders_count: 2, step_percent: '1', take_profit_percent: '1' };

const DEMO_WITHIN_MS = 240_000;
const ASK_EVERY_MS = 250;

/**
 * A server where Ann has loaded the demo, so every resource exists with real history; Bob has nothing. What is named here is
 * of one kind of bots.
 */
export interface World {
  readonly server: TestServer;
  readonly kind: string;
  /** Right parameters of the kind, in API format. */
  readonly params: object;
  readonly portfolioId: string;
  readonly portfolioName: string;
  readonly botId: string;
  readonly botName: string;
  readonly executorId: string;
  readonly strategyId: string;
  readonly cycleId: string;
  readonly orderId: string;
  /** An empty portfolio of Ann, for new bots. */
  readonly emptyId: string;
}

export async function startWorld(options: TestServerOptions = {}): Promise<World> {
  const original = await onceARun(inject('databaseShelf'), 'world', makeWorld);
  const server = await startTestServer({ ...options, original });
  const get = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
  const bots: { bot_id: string; cycles_closed: number }[] = (await get('/api/dca-bot/get-bots')).items;
  const bot = bots.toSorted((a, b) => b.cycles_closed - a.cycles_closed)[0] as never as Record<string, string>;
  const { portfolio_id: portfolioId, bot_id: botId, strategy_executor_id: executorId } = bot as Record<string, string>;
  const cycles = await get(`/api/dca-bot/get-cycles?bot_id=${botId}`);
  const cycleId: string = cycles.items.at(-1).cycle_id;
  const orders = await get(`/api/dca-bot/get-orders?cycle_id=${cycleId}`);
  const strategy = await newStrategy(server);
  const empty = await newPortfolio(server);
  return {
    server,
    kind: paperLadder.kind,
    params: LADDER,
    portfolioId: String(portfolioId),
    portfolioName: String(bot['portfolio_name']),
    botId: String(botId),
    botName: String(bot['name']),
    executorId: String(executorId),
    strategyId: strategy.strategy_id,
    cycleId,
    orderId: orders.items[0].order_id,
    emptyId: empty.portfolio_id,
  };
}

/** @returns the URL of a database in which Ann has loaded the demo, which stays until the server of the run ends */
async function makeWorld(): Promise<string> {
  const server = await startTestServer();
  try {
    expectStatus(await server.send('POST', '/api/load-demo', { as: ANN, body: {} }), 202);
    await demoLoaded(server);
  } finally {
    await server.leaveDatabase();
  }
  return server.ownerUrl;
}

async function demoLoaded(server: TestServer): Promise<void> {
  const until = Date.now() + DEMO_WITHIN_MS;
  while (Date.now() < until) {
    const { body } = await server.send('GET', '/api/demo', { as: ANN });
    if (body.state === 'loaded') return;
    await sleep(ASK_EVERY_MS);
  }
  throw new Error('the demo was not loaded in time');
}

type OfKind = Pick<World, 'kind' | 'params'>;
const A_LADDER: OfKind = { kind: paperLadder.kind, params: LADDER };

let made = 0;

/** A name that no test has used yet. */
export function newName(): string {
  made += 1;
  return `test ${made}`;
}

export async function newPortfolio(server: TestServer, kind = paperLadder.kind) {
  const body = { name: newName() };
  return expectStatus(await server.send('POST', `/api/${kind}/create-portfolio`, { as: ANN, body }), 200);
}

export async function newStrategy(server: TestServer, { kind, params }: OfKind = A_LADDER) {
  const body = { name: newName(), symbol: 'ETHUSDT', params };
  return expectStatus(await server.send('POST', `/api/${kind}/save-strategy`, { as: ANN, body }), 200);
}

/** Creates a bot for Ann; it stays in CREATED unless the body says otherwise. */
export async function newBot(
  world: Pick<World, 'server' | 'emptyId'> & Partial<OfKind>,
  body: Record<string, unknown> = {},
) {
  const { kind, params } = { ...A_LADDER, ...world };
  const usual = { name: newName(), portfolio_id: world.emptyId, symbols: ['ETHUSDT'], autostart: false };
  const sent = { as: ANN, body: { ...usual, ...('strategy_id' in body ? {} : { params }), ...body } };
  return expectStatus(await world.server.send('POST', `/api/${kind}/create`, sent), 200);
}

/** The body of a response, which must have this status. */
export function expectStatus(answer: Answer, status: number) {
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
