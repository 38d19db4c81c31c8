import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { faultsOfMutatedLists, mutationCount } from '../fuzz/mutated-lists.ts';
import { SEED_OF_RUN } from '../support/seed.ts';

it('every field of every list of the exchange, wrong in any way, costs at most its row, which is named', () => {
  process.stdout.write(`property seed ${SEED_OF_RUN}\n`);
  expect(mutationCount()).toBeGreaterThan(1_000);
  expect(faultsOfMutatedLists(chance(SEED_OF_RUN))).toEqual([]);
});
