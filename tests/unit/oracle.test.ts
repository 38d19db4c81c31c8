import { expect, test } from 'vitest';
import { roundings } from '../oracle/exact.ts';
import { byEngine, byOracle, rolesOf } from '../oracle/outcome.ts';
import { randomCase } from '../oracle/random-case.ts';
import { sharing } from '../oracle/shared-wallet.ts';
import { SEED_OF_RUN } from '../support/seed.ts';

const CASES = Number(process.env['CASES'] ?? 300);
const SEED = SEED_OF_RUN;
const HOUR = 3_600_000;

test(`${CASES} random accounts have the same fills, costs and results in the engine as in the decimal oracle`, {
  timeout: HOUR,
}, () => {
  process.stdout.write(`oracle seed ${SEED}, ${CASES} cases\n`);
  const roles = new Map<string, number>();
  for (let number = 0; number < CASES; number += 1) {
    const input = randomCase(SEED + number);
    const oracle = byOracle(input);
    expect(byEngine(input), `repeat with PROPERTY_SEED=${SEED + number} CASES=1`).toEqual(oracle);
    for (const role of rolesOf(oracle)) roles.set(role, (roles.get(role) ?? 0) + 1);
  }
  process.stdout.write(`oracle agrees on ${JSON.stringify({ ...Object.fromEntries(roles), sharing, roundings })}\n`);
  if (CASES < 100) return; // One repeated case shows itself, not the spread.
  const wanted = ['base', 'safety', 'take_profit', 'stop_loss', 'trailing', 'exit', 'liquidation'];
  expect([...roles.keys()].toSorted()).toEqual(wanted.toSorted());
  for (const [kind, count] of Object.entries(sharing)) expect(count, kind).toBeGreaterThan(0);
  expect(roundings.onBoundary / roundings.all).toBeGreaterThan(0.03);
});
