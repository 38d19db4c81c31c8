import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { seedOfRun } from '../support/commit-seed.ts';
import { SEED_OF_RUN } from '../support/seed.ts';

const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

/** The least that git takes for a repository: its head is this commit, and nothing else is in it. */
function repositoryAt(commit: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-commit-'));
  made.push(folder);
  for (const part of ['objects', 'refs']) mkdirSync(path.join(folder, '.git', part), { recursive: true });
  writeFileSync(path.join(folder, '.git', 'HEAD'), `${commit}\n`);
  return folder;
}

const ONE = '0a1b2c3d'.repeat(5);
const OTHER = '0a1b2c4d'.repeat(5);

describe('the seed of random tests', () => {
  it('is the same for every run of a commit, and below 2 ** 31', () => {
    expect(seedOfRun('')).toBe(seedOfRun(''));
    expect(seedOfRun('')).toMatch(/^\d{1,9}$/);
    expect(Number.isInteger(SEED_OF_RUN)).toBe(true);
  });

  it('of two commits differs, and that of one commit is the same in each copy of it', () => {
    const [one, copy, other] = [ONE, ONE, OTHER].map((commit) => seedOfRun('', repositoryAt(commit)));
    expect([one, copy, other]).toEqual([String(0x0a1b2c3), String(0x0a1b2c3), String(0x0a1b2c4)]);
  });

  it('is the given one, or another at every run when asked for', () => {
    expect(seedOfRun('7300000', repositoryAt(ONE))).toBe('7300000');
    expect(new Set(Array.from({ length: 20 }, () => seedOfRun('fresh'))).size).toBeGreaterThan(15);
    expect(() => seedOfRun('2147483648')).toThrow('PROPERTY_SEED cannot be "2147483648"');
    expect(() => seedOfRun('x')).toThrow('PROPERTY_SEED cannot be "x"');
  });
});
