import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { simulatorSetup } from '#main/simulator/simulator-setup.ts';
import { openSimulator } from '#simulator/open-simulator.ts';
import { binanceApiNode } from './binance-api-node.ts';
import { ccxt } from './ccxt.ts';
import type { Check, ClientSuite } from './check.ts';
import { official, siebly } from './installed.ts';

/**
 * Runs clients that others wrote against the simulated exchange on the machine's clock, on loopback alone, and says of each
 * call whether the client got what it asked for: `npm run clients`. Clients that are no dependency are taken from the
 * folder that CLIENTS_DIR names; where they are not installed, that is said. The exit code is 0 when nothing has failed.
 */
const SUITES: readonly ClientSuite[] = [official, siebly, ccxt, binanceApiNode];
/** Written in Python; they are run by hand where their packages are (docs/exchange-simulator.md). */
const NOT_RUN = ['python-binance', 'binance-futures-connector-python', 'freqtrade', 'hummingbot'];
const CHECK_MS_MAX = 30_000;

const folder = await mkdtemp(path.join(tmpdir(), 'botyard-clients-'));
const pace = { kind: 'run', speed: 1 } as const;
const simulator = await openSimulator({
  setup: await simulatorSetup({ folder, replay: 'bundled', pace, clock: 'wall' }),
  host: '127.0.0.1',
  port: 0,
  hosts: [],
  warn: (sentence) => say(`  warning  ${sentence}`),
  onFailure: (cause) => say(`  failure  ${String(cause)}`),
});
let failed = 0;
for (const suite of SUITES) failed += await runSuite(suite);
for (const client of NOT_RUN) say(`${client}: not run here`);
await simulator.close();
await rm(folder, { recursive: true });
process.exit(failed === 0 ? 0 : 1);

/** @returns how many checks failed */
async function runSuite({ client, checks }: ClientSuite): Promise<number> {
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
