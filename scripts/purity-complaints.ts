import { engineDirections, simulatorDirections } from './directions.ts';
import type { SourceFacts } from './source-facts.ts';

/** Folders whose results follow from their inputs. Biome refuses them `Date` and Node's modules. */
const PURE = [...engineDirections, ...simulatorDirections].map(({ folder }) => `${folder}/`);

/** Clocks and chance in folders that may have neither, one line each. Tests may use them. */
export function purityComplaints({ file, isTest, globalUses }: SourceFacts): string[] {
  if (isTest || !PURE.some((folder) => file.startsWith(folder))) return [];
  return globalUses.flatMap(({ name, line }) => {
    const reason = reasonAgainst(name);
    return reason === null ? [] : [`${file}:${line}: ${name}: ${reason}`];
  });
}

function reasonAgainst(name: string): string | null {
  if (name.startsWith('performance.')) return 'time arrives in events';
  return name === 'Math.random' || name.startsWith('crypto.') ? 'take chance from base/prng.ts' : null;
}
