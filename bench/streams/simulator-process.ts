import { assert } from '#base/assert.ts';
import { openSimulator } from '#simulator/open-simulator.ts';
import { manySymbols } from './many-symbols.ts';

/** Messages to and from the measured process. */
export type SimulatorNews =
  | { readonly type: 'listening'; readonly port: number; readonly symbols: readonly string[] }
  | { readonly type: 'used'; readonly processorMs: number; readonly wallMs: number; readonly residentMb: number };

const [folder = '', count = ''] = process.argv.slice(2);
assert(process.send !== undefined, 'the bench starts this program');
const tell = (news: SimulatorNews): void => void process.send?.(news);

const simulator = await openSimulator({
  setup: manySymbols(Number(count), folder),
  host: '127.0.0.1',
  port: 0,
  hosts: [],
  warn: (sentence) => process.stderr.write(`${sentence}\n`),
  onFailure: (cause) => process.stderr.write(`${String(cause)}\n`),
});
// The market generates its past once, here, before anything is measured.
const { market } = simulator.simulation;
while (market.prepare(simulator.simulation.now()));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const residentMb = process.memoryUsage.rss() / 1e6;
  tell({ type: 'used', processorMs: (user + system) / 1e3, wallMs: performance.now(), residentMb });
});
process.on('disconnect', () => process.exit(0));
tell({ type: 'listening', port: simulator.port, symbols: [...market.symbols.keys()] });
