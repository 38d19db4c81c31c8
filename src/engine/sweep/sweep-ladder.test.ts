import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { randomSweep, swept, walked } from '../../../tests/support/sweep-cases.ts';

const CASES = Number(process.env['CASES'] ?? '300');
const SEED = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

describe('the sweep kernel', () => {
  it('does what the account does', () => {
    process.stdout.write(`property seed ${SEED}\n`);
    const counts = new Map<string, number>();
    for (let index = 0; index < CASES; index += 1) {
      const input = randomSweep(chance(SEED + index));
      const truth = walked(input);
      const told = swept(input);
      expect(told.events, `seed ${SEED + index} ${JSON.stringify(input.params)}`).toEqual(truth.events);
      expect(told.figures, `seed ${SEED + index} ${JSON.stringify(input.params)}`).toEqual(truth.figures);
      for (const event of truth.events) {
        const key = `${event.type} ${'role' in event ? event.role : ''}${'reason' in event ? event.reason : ''}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    process.stdout.write(`${JSON.stringify([...counts])}\n`);
  }, 600_000);
});
