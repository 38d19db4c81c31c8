import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemReason } from './system-reason.ts';

/** What an act throws. */
function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

it('what the system refuses is said in words', () => {
  expect(systemReason(thrownBy(() => readFileSync('/nowhere/at/all')))).toBe('there is no such file or folder');
  expect(systemReason(thrownBy(() => readdirSync(import.meta.filename)))).toBe(
    'a part of the path is a file, not a folder',
  );
});

it.each([
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'permission is missing'],
  ['EPERM', 'permission is missing'],
  ['EROFS', 'the file system is read-only'],
])('%s means: %s', (code, words) => {
  expect(systemReason(Object.assign(new Error('as node tells it'), { code }))).toBe(words);
});

it('an error of the program is none of the system', () => {
  expect(systemReason(new TypeError('x is not a function'))).toBeNull();
  expect(systemReason(Object.assign(new Error(''), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeNull();
});
