import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { simulatorSetup } from '#main/simulator/simulator-setup.ts';
import { openSimulator, type Simulator } from '#simulator/open-simulator.ts';
import { binanceApiNode } from './binance-api-node.ts';
import { ccxt } from './ccxt.ts';
import type { Check, ClientSuite } from './check.ts';
import { official, siebly } from './installed.ts';
import { futuresConnector, pythonBinance } from './python-suites.ts';

/**
 * Runs clients that others wrote against the simulated exchange on the machine's clock, on loopback alone, and says of each
 * call whether the client got what it asked for: `npm run clients`. Clients that are no dependency are taken from the
 * folder that CLIENTS_DIR names; where they are not installed, that is said. The exit code is 0 when nothing has failed.
 */
const SUITES: readonly ClientSuite[] = [official, siebly, ccxt, binanceApiNode, pythonBinance, futuresConnector];
/** Bots rather than clients; a bot is run by hand (docs/exchange-simulator.md). */
const NOT_RUN = ['freqtrade', 'hummingbot'];
const CHECK_MS_MAX = 30_000;

const folder = await mkdtemp(path.join(tmpdir(), 'botyard-clients-'));
let failed = 0;
for (const suite of SUITES) failed += await runSuite(suite);
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

/** @returns how many checks failed */
async function failures(simulator: Simulator, { client, checks, notApplicable = [] }: ClientSuite): Promise<number> {
  const key = await simulator.simulation.openAccount({ label: client, deposit: '100000', isDualSide: false });
  if (key === null) throw new Error(`there is an account called ${client} already`);
  const found = await checks({ port: simulator.port, apiKey: key.apiKey, secret: key.secret });
  if (found === null) {
    say(`${client}: skipped, because it is not installed in CLIENTS_DIR`);
    return 0;
  }
  const problems: string[] = [];
  for (const check of found) {
    const problem = await problemOf(check);
    if (problem !== null) problems.push(`  failed   ${check.name}: ${problem}`);
  }
  say(`${client}: ${found.length - problems.length} of ${found.length}`);
  for (const problem of problems) say(problem);
  for (const [calls, reason] of notApplicable) say(`  not applicable  ${calls}: ${reason}`);
  return problems.length;
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
