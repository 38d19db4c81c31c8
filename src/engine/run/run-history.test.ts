import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { chance } from '#base/prng.ts';
import { randomWeek } from '../../../tests/support/random-week.ts';
import { jump, type Lived, live, walk } from '../../../tests/support/walk-history.ts';

const CASES = Number(process.env['CASES'] ?? 30);
const SEED = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const HOUR = 3_600_000;

test(`${CASES} random weeks leave the same records jumped through as walked through`, { timeout: HOUR }, () => {
  process.stdout.write(`scanner seed ${SEED}, ${CASES} cases\n`);
  let [minutes, visited, said] = [0, 0, 0];
  let [tw, tj] = [0, 0];
  for (let number = 0; number < CASES; number += 1) {
    const week = randomWeek(chance(SEED + number));
    const a = performance.now();
    const walked = live(week, walk);
    const b = performance.now();
    const jumped = live(week, jump);
    tw += b - a;
    tj += performance.now() - b;
    if (!isSame(walked, jumped)) fail(SEED + number, walked, jumped);
    minutes += walked.visited;
    visited += jumped.visited;
    said += walked.records.length;
  }
  process.stdout.write(`scanner visited ${visited} of ${minutes} minutes, ${said} records, walk ${tw} jump ${tj}\n`);
});

const isSame = (walked: Lived, jumped: Lived): boolean =>
  isDeepStrictEqual({ ...walked, visited: 0 }, { ...jumped, visited: 0 });

function fail(seed: number, walked: Lived, jumped: Lived): void {
  const first = walked.records.findIndex((record, index) => !isDeepStrictEqual(record, jumped.records[index]));
  const place = first === -1 ? walked.records.length : first;
  const hint = `repeat with PROPERTY_SEED=${seed} CASES=1; first difference at record ${place}`;
  expect(jumped.records[place], hint).toEqual(walked.records[place]);
  expect({ ...jumped, visited: 0 }, hint).toEqual({ ...walked, visited: 0 });
}
