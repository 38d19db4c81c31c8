import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitOf } from './commit-of.ts';

let folder: string;
let clone: string;
let commit: string;

function git(...words: string[]): string {
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  return execFileSync('git', [...author, ...words], { cwd: clone, encoding: 'utf8', stdio: 'pipe' }).trim();
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-commit-'));
  clone = path.join(folder, 'clone');
  execFileSync('git', ['init', '--quiet', clone]);
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  commit = git('rev-parse', 'HEAD');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the commit of a build', () => {
  it('is read from a clone', () => {
    expect(commitOf(clone)).toBe(commit);
  });

  it('is read from a worktree, where .git is a file', () => {
    const worktree = path.join(folder, 'worktree');
    git('worktree', 'add', '--quiet', '-b', 'feature/one', worktree);
    git('-C', worktree, 'commit', '--quiet', '--allow-empty', '--message', 'second');
    const second = git('-C', worktree, 'rev-parse', 'HEAD');
    expect(second).not.toBe(commit);
    expect(commitOf(worktree)).toBe(second);
    expect(commitOf(clone)).toBe(commit);
  });

  it('is read where git has packed its references', () => {
    git('pack-refs', '--all');
    expect(commitOf(clone)).toBe(commit);
  });

  it('is read where no branch is checked out', () => {
    git('checkout', '--quiet', '--detach');
    expect(commitOf(clone)).toBe(commit);
  });

  it('is unknown outside of a checkout', () => {
    expect(commitOf(folder)).toBeNull();
  });
});
