import { afterAll, describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import type { Attack } from '../oracle/attack.ts';
import { ATTACKS } from '../oracle/boundary-attacks.ts';
import { roundings } from '../oracle/exact.ts';
import { watchExactPath } from '../oracle/exact-path.ts';
import { SEED_OF_RUN } from '../support/seed.ts';

const ROUNDS = Number(process.env['CASES'] ?? 1_200);
const SEED = SEED_OF_RUN;
const exactPath = watchExactPath();

interface Tally {
  asked: number;
  onBoundary: number;
  exact: number;
}

describe(`values on a rounding boundary and one smallest unit beside it, seed ${SEED}`, () => {
  const tallies = new Map<string, Tally>();

  it.each(ATTACKS)('$name is rounded as decimal.js rounds it', ({ name, attack, isFiltered }) => {
    const tally = besiege(name, attack);
    tallies.set(name, tally);
    // An attack that meets no boundary, or no doubt of the float, shows nothing.
    expect(tally.onBoundary).toBeGreaterThan(0);
    expect(tally.asked - tally.onBoundary).toBeGreaterThan(0);
    if (isFiltered) expect(tally.exact).toBeGreaterThan(0);
  });

  afterAll(() => {
    exactPath.restore();
    const lines = [...tallies].map(([name, tally]) => `${name} ${tally.asked}/${tally.onBoundary}/${tally.exact}`);
    process.stdout.write(`boundary seed ${SEED}; asked/on the boundary/by the exact path: ${lines.join(', ')}\n`);
  });
});

function besiege(name: string, attack: Attack): Tally {
  const dice = chance(SEED);
  const tally: Tally = { asked: 0, onBoundary: 0, exact: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const probe = attack(dice);
    if (probe === null) continue;
    const before = roundings.onBoundary;
    const wanted = probe.oracle();
    if (wanted !== null && !Number.isSafeInteger(wanted)) continue; // Beyond what the engine can hold.
    tally.onBoundary += (probe.isOn?.() ?? roundings.onBoundary > before) ? 1 : 0;
    const { answer, wasExact } = exactPath.ask(probe.engine);
    tally.exact += wasExact ? 1 : 0;
    tally.asked += 1;
    if (Object.is(answer, wanted)) continue;
    expect(answer, `${name}: repeat with PROPERTY_SEED=${SEED}, round ${round}`).toBe(wanted);
  }
  return tally;
}
