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

it('a refusal by the operating system is put into words', () => {
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
])('the system error %s is explained as: %s', (code, words) => {
  expect(systemReason(Object.assign(new Error('as node tells it'), { code }))).toBe(words);
});

it('an error of the program is not explained as a system error', () => {
  expect(systemReason(new TypeError('x is not a function'))).toBeNull();
  expect(systemReason(Object.assign(new Error(''), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeNull();
});
