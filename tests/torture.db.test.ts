import { expect, it } from 'vitest';
import { paperTorture } from '../scripts/paper-torture.ts';
import { SEED_OF_RUN } from './support/seed.ts';
import { STORY_MS } from './support/story-limit.ts';

/** Two during a start and four later, half of each with the database; `npm run torture -- --paper-kills 200` makes more. */
const KILLS = 6;

it('a program killed six times at random moments makes the trades of one uninterrupted run, by ladders and by rules', {
  timeout: STORY_MS,
}, async () => {
  const seed = SEED_OF_RUN;
  process.stderr.write(`torture seed ${seed}\n`);
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  const outcome = await paperTorture({ kills: KILLS, seed, tell });
  expect(outcome.violations).toEqual([]);
  expect(outcome.trades).toBeGreaterThan(40);
  expect(outcome.tradesByRule).toBeGreaterThan(0);
  expect(outcome.commands).toBeGreaterThan(10);
});
