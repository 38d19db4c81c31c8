import fc from 'fast-check';
import { type Chance, chance } from '#base/prng.ts';
import { SEED_OF_RUN } from './seed.ts';

/** Runs a property under the seed of the run and prints it, so that a failure can be repeated with PROPERTY_SEED. */
export function checkProperty(property: fc.IRawProperty<unknown>, runs = 500): void {
  fc.assert(property, { seed: propertySeed(), numRuns: runs });
}

/** The same for an asynchronous property. */
export async function checkAsyncProperty(property: fc.IAsyncProperty<unknown>, runs = 500): Promise<void> {
  await fc.assert(property, { seed: propertySeed(), numRuns: runs });
}

function propertySeed(): number {
  process.stdout.write(`property seed ${SEED_OF_RUN}\n`);
  return SEED_OF_RUN;
}

/** Runs asynchronous cases from the seed of the run on, each with its own dice; a failure names the seed that repeats it. */
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
