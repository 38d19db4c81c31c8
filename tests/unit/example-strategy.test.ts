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
/** There are markets in which no cycle ends by the exit signal. */
const MARKETS = 4;

it(`the strategy that the guide to rules shows is accepted and trades, seed ${SEED_OF_RUN}`, () => {
  const [shown] = /```json\n(\{ "version"[^`]*)```/.exec(readFileSync('docs/rules.md', 'utf8'))?.slice(1) ?? [];
  const params = objectToCamel(JSON.parse(shown ?? '{}')) as object;
  expect(familyOf(ruleStrategy.kind).params.safeParse(params).error).toBeUndefined();
  const dice = chance(SEED_OF_RUN);
  const markets = Array.from({ length: MARKETS }, () => live(weekOf(dice, params, DAYS * 1_440), jump).records);
  const ended = markets.map((records) =>
    cyclesOf(records).filter(({ beginAt, endAt }) => beginAt !== null && endAt !== null),
  );
  for (const cycles of ended) expect(cycles.length).toBeGreaterThan(3);
  expect(ended.flat().map(({ closeReason }) => closeReason)).toContain('exit_signal');
});
