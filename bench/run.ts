import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { buildProgramWhenChanged } from '../scripts/build-program.ts';
import { backFillBench } from './back-fill.ts';
import { candlesBench } from './candles.ts';
import { exchangeBench } from './exchange.ts';
import { indicatorsBench } from './indicators.ts';
import { labBench } from './lab.ts';
import { ladderBench } from './ladder.ts';
import { liveBench } from './live.ts';
import { loadBench } from './load.ts';
import { machinesBench } from './machines.ts';
import { marketBench } from './market.ts';
import { paperBench } from './paper.ts';
import { pricesBench } from './prices.ts';
import { screenerBench } from './screener.ts';
import { sessionsBench } from './sessions.ts';
import { statisticsBench } from './statistics.ts';
import { streamsBench } from './streams.ts';
import { webBench } from './web.ts';

/** The result of a bench: figures by name, some grouped, null for those that could not be measured. */
type Figure = number | string | boolean | null | readonly Figure[] | { readonly [name: string]: Figure };
type Figures = Readonly<Record<string, Figure>>;

/** A bench. It starts what it needs on free ports in temporary folders, and reports progress line by line. */
type Bench = (tell: (line: string) => void) => Promise<{ readonly figures: Figures; readonly hasPassed: boolean }>;

const BENCHES: Readonly<Record<string, Bench>> = {
  backfill: backFillBench,
  candles: candlesBench,
  exchange: exchangeBench,
  indicators: indicatorsBench,
  lab: labBench,
  ladder: ladderBench,
  live: liveBench,
  load: loadBench,
  machines: machinesBench,
  market: marketBench,
  paper: paperBench,
  prices: pricesBench,
  screener: screenerBench,
  sessions: sessionsBench,
  statistics: statisticsBench,
  streams: streamsBench,
  web: webBench,
};

/** The program's own work is measured with the Node options that the program uses. */
const AS_THE_PROGRAM = ['live', 'load', 'market', 'paper', 'sessions', 'statistics', 'streams', 'web'];

const words = process.argv.slice(2);
const name = words.find((word) => !word.startsWith('--')) ?? '';
const bench = BENCHES[name];
if (bench === undefined) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')} [--json]\n`);
  process.exit(2);
}
const settings = AS_THE_PROGRAM.includes(name) ? settingsOfStart() : [];
if (settings.some((setting) => !process.execArgv.includes(setting))) {
  const again = spawnSync(process.execPath, [...settings, ...process.argv.slice(1)], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}
await buildProgramWhenChanged(); // What is measured is what `npm start` runs.
const { figures, hasPassed } = await bench((line) => process.stderr.write(`${line}\n`));
if (words.includes('--json')) {
  process.stdout.write(`${JSON.stringify({ bench: name, ...figures, hasPassed })}\n`);
} else {
  for (const [figure, value] of leavesOf(figures)) process.stdout.write(`${figure.padEnd(28)} ${value}\n`);
}
process.exitCode = hasPassed ? 0 : 1;

/** The options of `npm start`, from the only place that defines them. */
function settingsOfStart(): readonly string[] {
  const scripts = z.object({ scripts: z.object({ start: z.string() }) });
  const { start } = scripts.parse(
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  ).scripts;
  return start.split(' ').filter((word) => word.startsWith('--'));
}

/** Nested figures, one per line, under their full names: `ratio.cpp`. */
function leavesOf(figures: Figure, path: readonly string[] = []): [name: string, value: string][] {
  if (figures === null || typeof figures !== 'object') return [[path.join('.'), String(figures)]];
  return Object.entries(figures).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}
