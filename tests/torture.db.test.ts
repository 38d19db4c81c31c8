import { expect, it } from 'vitest';
import { paperTorture } from '../scripts/paper-torture.ts';

const KILLS = 30;

it('a program killed 30 times at random moments makes the trades of one uninterrupted run', {
  timeout: 600_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  process.stderr.write(`torture seed ${seed}\n`);
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  const outcome = await paperTorture({ kills: KILLS, seed, tell });
  expect(outcome.violations).toEqual([]);
  expect(outcome.trades).toBeGreaterThan(100);
  expect(outcome.commands).toBeGreaterThan(10);
});
