import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { diskState, watchDisk } from './watch-disk.ts';

const MEGABYTE = 1_048_576;

it.each([
  [0, 'full'],
  [32 * MEGABYTE - 1, 'full'],
  [32 * MEGABYTE, 'low'],
  [512 * MEGABYTE - 1, 'low'],
  [512 * MEGABYTE, 'ok'],
])('a disk with %i free bytes is %s', (freeBytes, expected) => {
  expect(diskState(freeBytes)).toBe(expected);
});

it('a folder that cannot be reached counts as a full disk', async () => {
  const [present, absent] = [await watchDisk(tmpdir()), await watchDisk(`${tmpdir()}/no-such-folder-${process.pid}`)];
  expect(absent.state()).toBe('full');
  expect(present.state()).not.toBe('full');
  for (const watch of [present, absent]) watch.stop();
});
