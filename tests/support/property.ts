import fc from 'fast-check';
import { type Chance, chance } from '#base/prng.ts';

/** Runs a property under a fresh seed and prints it, so that a failure can be repeated: `PROPERTY_SEED=… npm run unit`. */
export function checkProperty(property: fc.IRawProperty<unknown>, runs = 500): void {
  fc.assert(property, { seed: propertySeed(), numRuns: runs });
}

/** The same for an asynchronous property. */
export async function checkAsyncProperty(property: fc.IAsyncProperty<unknown>, runs = 500): Promise<void> {
  await fc.assert(property, { seed: propertySeed(), numRuns: runs });
}

function propertySeed(): number {
  const seed = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`property seed ${seed}\n`);
  return seed;
}

/** Runs asynchronous cases from a fresh seed on, each with its own dice; a failure names the seed that repeats it. */
export async function checkCases(runs: number, check: (dice: Chance) => Promise<void>): Promise<void> {
  const first = propertySeed();
  for (let seed = first; seed < first + runs; seed += 1) {
    try {
      await check(chance(seed));
    } catch (error) {
      throw new Error(`repeat with PROPERTY_SEED=${seed}: ${error}`, { cause: error });
    }
  }
}
