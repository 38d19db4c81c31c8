import { engineDirections, simulatorDirections } from './directions.ts';
import type { SourceFacts } from './source-facts.ts';

/** Folders whose results follow from their inputs. */
const PURE = [...engineDirections, ...simulatorDirections].map(({ folder }) => `${folder}/`);

/** Clocks and chance in folders that may have neither, and weak tables in the engine, one line each. Tests may use them. */
export function purityComplaints({ file, isTest, globalUses }: SourceFacts): string[] {
  if (isTest || !PURE.some((folder) => file.startsWith(folder))) return [];
  return globalUses.flatMap(({ name, line }) => {
    const reason = reasonAgainst(name, file);
    return reason === null ? [] : [`${file}:${line}: ${name}: ${reason}`];
  });
}

function reasonAgainst(name: string, file: string): string | null {
  if (name === 'Date' || name.startsWith('performance.')) return 'time arrives in events; see base/time.ts';
  if (name.startsWith('Weak') && file.startsWith('src/engine/')) {
    return 'keep what is derived from a bot with the bot: docs/decisions/0027-short-pauses-of-the-collector.md';
  }
  return name === 'Math.random' || name.startsWith('crypto.') ? 'take chance from base/prng.ts' : null;
}
