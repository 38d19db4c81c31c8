import { paperBench } from './paper.ts';

/** One measured program: figures by name. It starts what it needs on free ports in temporary folders. */
type Bench = (
  tell: (line: string) => void,
) => Promise<{ readonly figures: Readonly<Record<string, number>>; readonly hasPassed: boolean }>;

const BENCHES: Readonly<Record<string, Bench>> = { paper: paperBench };

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
  for (const [figure, value] of Object.entries(figures)) process.stdout.write(`${figure.padEnd(28)} ${value}\n`);
}
process.exitCode = hasPassed ? 0 : 1;
