import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { openClockFile } from './clock-file.ts';

describe('the clock file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'botyard-clock-'));
    file = path.join(folder, 'clock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = () => {
    const clock = openClockFile(file);
    const market = clock.read();
    clock.close();
    return market;
  };

  it('returns the last written instant even if it was neither closed nor synced', () => {
    const clock = openClockFile(file);
    expect(clock.read()).toBeNull();
    for (let ms = 1_746_373_020_000; ms < 1_746_373_030_000; ms += 500) clock.write(instantOf(ms));
    expect(read()).toBe(1_746_373_029_500);
    clock.close();
  });

  it('resolves a sync only after everything written before it is on disk', async () => {
    const clock = openClockFile(file);
    clock.write(instantOf(1));
    const first = clock.synced();
    clock.write(instantOf(2));
    await Promise.all([first, clock.synced()]);
    expect(read()).toBe(2);
    clock.close();
  });

  it('ignores a torn or altered line', () => {
    const clock = openClockFile(file);
    clock.write(instantOf(1_746_373_020_000));
    clock.close();
    truncateSync(file, 20);
    expect(read()).toBeNull();
    writeFileSync(file, '0001746373020001 00000000\n');
    expect(read()).toBeNull();
  });
});
