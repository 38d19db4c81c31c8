import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { roundings } from '../oracle/exact.ts';
import { liveByEngine } from '../oracle/ladder-life.ts';
import { type Plan, planByEngine, planByOracle } from '../oracle/planned-ladder.ts';
import { type RandomLadder, randomLadder } from '../oracle/random-ladder.ts';
import { tellLife } from '../oracle/told-life.ts';
import { SEED_OF_RUN } from '../support/seed.ts';

const CASES = Number(process.env['CASES'] ?? 4_000);
const SEED = SEED_OF_RUN;

it(`${CASES} random ladders are planned, filled and closed as the decimal oracle computes them`, {
  timeout: 600_000,
}, () => {
  process.stdout.write(`ladder seed ${SEED}, ${CASES} cases\n`);
  let levels = 0;
  const happenings = new Map<string, number>();
  for (let number = 0; number < CASES; number += 1) {
    const random = randomLadder(chance(SEED + number));
    const plan = planByOracle(random);
    expect(planByEngine(random), `repeat with PROPERTY_SEED=${SEED + number} CASES=1`).toEqual(plan);
    levels += plan.levels.length;
    if (!isRoomy(random, plan)) continue;
    const { lines, happenings: lived } = liveByEngine(chance(SEED + number + 1), random);
    expect(lines, `repeat with PROPERTY_SEED=${SEED + number} CASES=1`).toEqual(tellLife(random, lived));
    for (const { type } of lived) happenings.set(type, (happenings.get(type) ?? 0) + 1);
  }
  process.stdout.write(
    `${CASES} ladders agree: ${JSON.stringify({ levels, ...Object.fromEntries(happenings), roundings })}\n`,
  );
  if (CASES < 100) return; // One repeated case shows itself, not the spread.
  expect(levels).toBeGreaterThan(2 * CASES);
  expect([...happenings.keys()].toSorted()).toEqual(['entry', 'funding', 'stop_loss', 'take_profit']);
});

/** Whether the ladder is complete and small enough that no random fill of it leaves what exact cash holds. */
function isRoomy({ params }: RandomLadder, { levels }: Plan): boolean {
  const count = params.customLevels?.length ?? params.safetyOrdersCount;
  return levels.length === count + 1 && (levels.at(-1)?.[COST] ?? 0) < 2 ** 48;
}

const COST = 5; // Where the line of a level has the cost of all so far.
