import { buildProgramWhenChanged } from './build-program.ts';
import { paperTorture } from './paper-torture.ts';

/** `npm run torture -- --paper-kills N [--seed S] [--json]`. */
async function main(words: readonly string[]): Promise<void> {
  const kills = numberAfter(words, '--paper-kills');
  if (kills === null) {
    process.stderr.write('Usage: npm run torture -- --paper-kills N [--seed S] [--json]\n');
    process.exitCode = 2;
    return;
  }
  const seed = numberAfter(words, '--seed') ?? Date.now() % 1_000_000;
  process.stderr.write(`seed ${seed}\n`);
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  await buildProgramWhenChanged(); // What is killed is what `npm start` runs.
  const { violations, trades, commands } = await paperTorture({ kills, seed, tell });
  const line = words.includes('--json')
    ? JSON.stringify({ kills, violations: violations.length, seed, trades, commands })
    : `kills ${kills}, violations ${violations.length}`;
  process.stdout.write(`${line}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

function numberAfter(words: readonly string[], name: string): number | null {
  const text = words[words.indexOf(name) + 1];
  return words.includes(name) && text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

await main(process.argv.slice(2));
