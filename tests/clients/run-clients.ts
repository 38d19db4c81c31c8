import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { simulatorSetup } from '#main/simulator/simulator-setup.ts';
import { openSimulator, type Simulator } from '#simulator/open-simulator.ts';
import { binanceApiNode } from './api-node/binance-api-node.ts';
import { ccxt } from './ccxt/ccxt.ts';
import { type Check, type ClientSuite, unasked } from './check.ts';
import { official } from './official.ts';
import { futuresConnector, pythonBinance } from './python/python-suites.ts';
import { siebly } from './siebly/siebly.ts';

/**
 * Runs clients that others wrote against the simulated exchange on the machine's clock, on loopback alone, and says of each
 * call whether the client got what it asked for: `npm run clients`, or of one client: `npm run clients -- ccxt`. Clients that
 * are no dependency are taken from the folder that CLIENTS_DIR names; where they are not installed, that is said. The exit code
 * is 0 when nothing has failed and no call of a client was left out without a reason.
 */
const SUITES: readonly ClientSuite[] = [official, siebly, ccxt, binanceApiNode, pythonBinance, futuresConnector];
const wanted = process.argv.slice(2);
/** Bots rather than clients; a bot is run by hand (docs/exchange-simulator.md). */
const NOT_RUN = ['freqtrade', 'hummingbot'];
const CHECK_MS_MAX = 30_000;

const folder = await mkdtemp(path.join(tmpdir(), 'botyard-clients-'));
let failed = 0;
for (const suite of SUITES) {
  if (wanted.length === 0 || wanted.includes(suite.client)) failed += await runSuite(suite);
}
for (const client of NOT_RUN) say(`${client}: not run here`);
await rm(folder, { recursive: true });
process.exit(failed === 0 ? 0 : 1);

/** Each client meets an exchange that has just been started, whose limits nobody has used yet. */
async function runSuite(suite: ClientSuite): Promise<number> {
  const pace = { kind: 'run', speed: 1 } as const;
  const simulator = await openSimulator({
    setup: await simulatorSetup({ folder, replay: 'bundled', pace, clock: 'wall' }),
    host: '127.0.0.1',
    port: 0,
    hosts: [],
    warn: (sentence) => say(`  warning  ${sentence}`),
    onFailure: (cause) => say(`  failure  ${String(cause)}`),
  });
  const count = await failures(simulator, suite);
  await simulator.close();
  return count;
}

/** @returns how many checks failed, and how many calls nobody asked for */
async function failures(simulator: Simulator, suite: ClientSuite): Promise<number> {
  const { client, notApplicable = [] } = suite;
  const key = await simulator.simulation.openAccount({ label: client, deposit: '100000', isDualSide: false });
  if (key === null) throw new Error(`there is an account called ${client} already`);
  const { accountId, apiKey, secret } = key;
  const liquidate = async (symbol: string): Promise<void> => {
    const command = { type: 'liquidate', symbol, positionSide: 'BOTH' } as const;
    const reply = await simulator.simulation.execute({ type: 'account', accountId, command });
    if (!reply.ok) throw new Error(`not liquidated: ${JSON.stringify(reply.error)}`);
  };
  const found = await suite.checks({ port: simulator.port, apiKey, secret, liquidate });
  if (found === null) {
    say(`${client}: skipped, because it is not installed in CLIENTS_DIR`);
    return 0;
  }
  const problems: string[] = [];
  for (const check of found) {
    const problem = await problemOf(check);
    if (problem !== null) problems.push(`  failed   ${check.name}: ${problem}`);
  }
  const left = unasked((await suite.calls?.()) ?? [], found, notApplicable);
  say(`${client}: ${found.length - problems.length} of ${found.length}`);
  for (const problem of problems) say(problem);
  for (const call of left) say(`  not asked for  ${call}`);
  for (const [calls, reason] of notApplicable) say(`  not applicable  ${calls}: ${reason}`);
  return problems.length + left.length;
}

async function problemOf({ run }: Check): Promise<string | null> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer within 30 seconds')), CHECK_MS_MAX).unref();
  });
  try {
    return (await Promise.race([run(), late])) === false ? 'another answer than expected' : null;
  } catch (cause) {
    return String(cause instanceof Error ? cause.message : JSON.stringify(cause)).slice(0, 300);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
