import { readFileSync } from 'node:fs';
import { objectToCamel } from 'ts-case-convert';
import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { cyclesOf, weekOf } from '../support/custom-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live } from '../support/walk-history.ts';

const DAYS = 600; // The average of 200 bars of four hours has settled after 350 of them.

it(`the strategy that the guide to rules shows is accepted and trades, seed ${SEED_OF_RUN}`, () => {
  const [shown] = /```json\n(\{ "version"[^`]*)```/.exec(readFileSync('docs/rules.md', 'utf8'))?.slice(1) ?? [];
  const params = objectToCamel(JSON.parse(shown ?? '{}')) as object;
  expect(familyOf(ruleStrategy.kind).params.safeParse(params).error).toBeUndefined();
  const cycles = cyclesOf(live(weekOf(chance(SEED_OF_RUN), params, DAYS * 1_440), jump).records);
  const ended = cycles.filter(({ beginAt, endAt }) => beginAt !== null && endAt !== null);
  expect(ended.length).toBeGreaterThan(3);
  expect(ended.map(({ closeReason }) => closeReason)).toContain('exit_signal');
});
