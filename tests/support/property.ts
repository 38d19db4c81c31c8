import fc from 'fast-check';

/** Runs a property under a fresh seed and prints it, so that a failure can be repeated: `PROPERTY_SEED=… npm run unit`. */
export function checkProperty(property: fc.IRawProperty<unknown>, runs = 500): void {
  const given = process.env['PROPERTY_SEED'];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  process.stdout.write(`property seed ${seed}\n`);
  fc.assert(property, { seed, numRuns: runs });
}
