import { backFillBench } from './back-fill.ts';
import { candlesBench } from './candles.ts';
import { exchangeBench } from './exchange.ts';
import { ladderBench } from './ladder.ts';
import { liveBench } from './live.ts';
import { marketBench } from './market.ts';
import { paperBench } from './paper.ts';
import { pricesBench } from './prices.ts';
import { streamsBench } from './streams.ts';

/** What a bench says of itself: figures by name, some gathered under a common name, null where one could not be taken. */
type Figure = number | string | boolean | null | readonly Figure[] | { readonly [name: string]: Figure };
type Figures = Readonly<Record<string, Figure>>;

/** One measured program. It starts what it needs on free ports in temporary folders, and tells its progress line by line. */
type Bench = (tell: (line: string) => void) => Promise<{ readonly figures: Figures; readonly hasPassed: boolean }>;

const BENCHES: Readonly<Record<string, Bench>> = {
  backfill: backFillBench,
  candles: candlesBench,
  exchange: exchangeBench,
  ladder: ladderBench,
  live: liveBench,
  market: marketBench,
  paper: paperBench,
  prices: pricesBench,
  streams: streamsBench,
};

const words = process.argv.slice(2);
const name = words.find((word) => !word.startsWith('--')) ?? '';
const bench = BENCHES[name];
if (bench === undefined) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')} [--json]\n`);
  process.exit(2);
}
const { figures, hasPassed } = await bench((line) => process.stderr.write(`${line}\n`));
if (words.includes('--json')) {
  process.stdout.write(`${JSON.stringify({ bench: name, ...figures, hasPassed })}\n`);
} else {
  for (const [figure, value] of leavesOf(figures)) process.stdout.write(`${figure.padEnd(28)} ${value}\n`);
}
process.exitCode = hasPassed ? 0 : 1;

/** Nested figures one a line, under their whole names: `ratio.cpp`. */
function leavesOf(figures: Figure, path: readonly string[] = []): [name: string, value: string][] {
  if (figures === null || typeof figures !== 'object') return [[path.join('.'), String(figures)]];
  return Object.entries(figures).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}
