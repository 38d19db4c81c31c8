import { execFileSync } from 'node:child_process';

const SEEDS = 2 ** 31;
const HEX = 16;
/** Seven hexadecimal digits stay below 2 ** 31. */
const DIGITS = 7;

/**
 * The seed of all random tests of a run, as text: the one given in PROPERTY_SEED, another one at every run with
 * `PROPERTY_SEED=fresh`, otherwise that of the commit, so that a commit that has passed passes again.
 * @param folder - of the repository
 */
export function seedOfRun(given = process.env['PROPERTY_SEED'], folder = process.cwd()): string {
  if (given === 'fresh') return String(Math.floor(Math.random() * SEEDS));
  if (given === undefined || given === '') return String(Number.parseInt(commitOf(folder).slice(0, DIGITS), HEX));
  if (!/^\d{1,10}$/.test(given) || Number(given) >= SEEDS) {
    throw new Error(`PROPERTY_SEED cannot be "${given}": it must be "fresh" or a whole number below ${SEEDS}.`);
  }
  return given;
}

/** Without a repository, as in an unpacked archive, every run has the same seed. */
function commitOf(folder: string): string {
  try {
    const words = ['rev-parse', 'HEAD'];
    return execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '1'.repeat(DIGITS);
  }
}
