import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { newFolder, type RunningProgram, startProgram } from './support/program.ts';
import { openRenamingProxy, type RenamingProxy } from './support/renaming-proxy.ts';
import { startSimulatorProcess } from './support/simulator-process.ts';

const PATIENCE = { timeout: 240_000 };
const NAME = '龙虾USDT';
const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';

let dataDir = '';
let stopSimulator = async (): Promise<void> => {};
let proxy: RenamingProxy;
let program: RunningProgram;
let token = '';

/** The simulated exchange lists a contract with a Chinese name, one on a share, and two that cannot be read. */
beforeAll(async () => {
  const [port, folder] = [await freePort(), await newFolder()];
  dataDir = folder;
  const settings = { DATA_DIR: dataDir, SIMULATOR_PORT: String(port), MARKET_SPEED: '300', SIMULATOR_CLOCK: 'own' };
  stopSimulator = await startSimulatorProcess(settings);
  proxy = await openRenamingProxy({
    ...{ targetPort: port, from: 'XRPUSDT', to: NAME },
    list: (rows) => [
      ...rows.map((row) => (row['symbol'] === 'BNBUSDT' ? { ...row, contractType: 'TRADIFI_PERPETUAL' } : row)),
      { ...rows[0], symbol: 'ODDUSDT', liquidationFee: undefined },
      { ...rows[0], symbol: 'NEWUSDT', contractType: 'OPTION' },
      { ...rows[0], symbol: 'SOONUSDT', status: 'PENDING_TRADING', filters: [] },
    ],
  });
  program = await startProgram({ ...settings, SIMULATOR_PORT: String(proxy.port), SIMULATOR_PROCESS: 'own' });
}, PATIENCE.timeout);
afterAll(async () => {
  await program?.stop();
  await proxy?.close();
  await stopSimulator();
  await rm(dataDir, { recursive: true, force: true });
});

async function signIn(): Promise<void> {
  const answer = await fetch(program.address + SIGN_IN, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: program.address },
    body: JSON.stringify({ ...program.owner, returnSecureToken: true }),
  });
  token = (await answer.json()).idToken;
}

async function ask(path: string, body?: object) {
  const answer = await fetch(program.address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = await answer.json();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(reply)}`);
  return reply;
}

const minutesOf = async (symbol: string): Promise<number> =>
  (await ask(`/api/get-market-history?symbol=${encodeURIComponent(symbol)}`)).minutes_stored;

/** Seldom enough for the number of requests that a user may send. */
const POLL_MS = 500;

/** The atoms of the bot, as soon as one has a cycle. */
async function cycleOf(symbol: string) {
  for (;;) {
    const { items } = await ask('/api/dca-bot/get-bots');
    const { atoms } = items.find(({ symbols }: { symbols: string[] }) => symbols.includes(symbol));
    if (atoms.some(({ current_cycle_id: id }: { current_cycle_id: string | null }) => id !== null)) return atoms;
    await sleep(POLL_MS);
  }
}

it(
  'a contract with a Chinese name is listed, traded on paper and stored, beside rows that cannot be read',
  PATIENCE,
  async () => {
    await signIn();
    const { items, left_out: leftOut } = await ask('/api/get-market');
    const listed = items.map(({ symbol }: { symbol: string }) => symbol);
    expect(listed).toEqual(expect.arrayContaining([NAME, 'BNBUSDT', 'BTCUSDT']));
    expect(leftOut).toEqual([
      { list: 'contracts', name: 'ODDUSDT', reason: 'field', detail: 'liquidationFee' },
      { list: 'contracts', name: 'NEWUSDT', reason: 'type', detail: 'OPTION' },
    ]);
    expect(program.output()).toContain('ODDUSDT of contracts (unreadable liquidationFee)');
    expect((await ask('/api/health')).left_out).toBe(2);

    const { portfolio_id: portfolioId } = await ask('/api/dca-bot/create-portfolio', { name: 'Names' });
    const params = { base_order_size: '100', safety_orders_count: 2, step_percent: '1', take_profit_percent: '1' };
    await ask('/api/dca-bot/create', { name: `Bot ${NAME}`, portfolio_id: portfolioId, symbols: [NAME], params });
    const [atom] = await cycleOf(NAME);
    expect(atom).toMatchObject({ symbol: NAME, position_side: 'LONG' });
    const candles = `/api/market/futures/candles?symbol=${encodeURIComponent(NAME)}&interval=1m&limit=20`;
    expect((await ask(candles)).items).toHaveLength(20);

    const before = await minutesOf(NAME);
    expect(before).toBeGreaterThan(0);
    await program.stop();
    await program.restart();
    await signIn();
    expect(await minutesOf(NAME)).toBeGreaterThanOrEqual(before);
    expect((await ask('/api/dca-bot/get-bots')).items).toMatchObject([{ symbols: [NAME], state: 'RUNNING' }]);
  },
);
