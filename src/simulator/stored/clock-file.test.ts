import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { clockIn, openClockFile } from './clock-file.ts';

describe('the clock file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'botyard-clock-'));
    file = path.join(folder, 'clock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = () => {
    const clock = openClockFile(file, () => false);
    const market = clock.read();
    clock.close();
    return market;
  };

  it('returns the last written instant even if it was neither closed nor synced', () => {
    const clock = openClockFile(file, () => false);
    expect(clock.read()).toBeNull();
    for (let ms = 1_746_373_020_000; ms < 1_746_373_030_000; ms += 500) clock.write(instantOf(ms));
    expect(read()).toBe(1_746_373_029_500);
    clock.close();
  });

  it('resolves a sync only after everything written before it is on disk', async () => {
    const clock = openClockFile(file, () => false);
    clock.write(instantOf(1));
    const first = clock.synced();
    clock.write(instantOf(2));
    await Promise.all([first, clock.synced()]);
    expect(read()).toBe(2);
    clock.close();
  });

  it('ignores a torn or altered line', () => {
    const clock = openClockFile(file, () => false);
    clock.write(instantOf(1_746_373_020_000));
    clock.close();
    truncateSync(file, 20);
    expect(read()).toBeNull();
    writeFileSync(file, '0001746373020001 00000000\n');
    expect(read()).toBeNull();
  });

  it('keeps the head of the journals beside the instant, whichever of them is written', () => {
    const clock = openClockFile(file, () => false);
    clock.mark({ journal: 3, lines: 7, sum: 0xabc });
    expect(readFileSync(file, 'utf8')).toBe(''); // Without an instant there is nothing to keep.
    clock.write(instantOf(5));
    clock.mark({ journal: 3, lines: 8, sum: 0xdef });
    clock.close();
    expect(clockIn(readFileSync(file, 'utf8'))).toEqual({ market: 5, head: { journal: 3, lines: 8, sum: 0xdef } });
    const again = openClockFile(file, () => false);
    again.write(instantOf(6));
    again.close();
    expect(clockIn(readFileSync(file, 'utf8'))).toEqual({ market: 6, head: { journal: 3, lines: 8, sum: 0xdef } });
  });

  it('of an older version has no head', () => {
    const digits = '0001746373020001';
    expect(clockIn(`${digits} ${crc32(digits).toString(16).padStart(8, '0')}\n`)).toEqual({
      market: 1_746_373_020_001,
      head: null,
    });
  });
});
