import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { candleFolder } from '../../../tests/support/candle-folder.ts';
import { stage } from './staging.ts';

it('an import changes nothing when one of its files was created by others meanwhile', async () => {
  const { folder, remove } = candleFolder();
  const target = path.join(folder, 'BTCUSDT');
  const writing = stage({ folder, symbol: 'BTCUSDT', existing: 'refuse' }, async (staging) => {
    writeFileSync(staging.add('2025-04.candles'), 'ours');
    writeFileSync(staging.add('2025-05.candles'), 'ours');
    writeFileSync(path.join(target, '2025-05.candles'), 'theirs');
  });
  await expect(writing).rejects.toMatchObject({ code: 'CANDLES_EXIST' });
  expect(readdirSync(target)).toEqual(['2025-05.candles']);
  expect(readFileSync(path.join(target, '2025-05.candles'), 'utf8')).toBe('theirs');
  remove();
});

it('an import removes the leftovers of a killed import, but not those of a running one', async () => {
  const { folder, remove } = candleFolder();
  const target = path.join(folder, 'BTCUSDT');
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const [dead, old, running] = [`.import-${gone}-aaaaaa`, '.import-bbbbbb', `.import-${process.pid}-cccccc`];
  for (const name of [dead, old, running]) {
    mkdirSync(path.join(target, name), { recursive: true });
    writeFileSync(path.join(target, name, '2025-04.candles'), 'half');
  }
  await stage({ folder, symbol: 'BTCUSDT', existing: 'refuse' }, async (staging) => {
    writeFileSync(staging.add('2025-04.candles'), 'ours');
  });
  expect(readdirSync(target).sort()).toEqual([running, '2025-04.candles']);
  remove();
});

it.runIf(existsSync('/dev/full'))('an import onto a full disk says so and leaves nothing behind', async () => {
  const { folder, remove } = candleFolder();
  const writing = stage({ folder, symbol: 'BTCUSDT', existing: 'refuse' }, async (staging) => {
    const file = staging.add('2025-04.candles');
    symlinkSync('/dev/full', file); // This device answers every write like a full disk.
    writeFileSync(file, 'ours');
  });
  await expect(writing).rejects.toMatchObject({
    code: 'CANDLES_NOT_WRITABLE',
    message: `${path.join(folder, 'BTCUSDT')} cannot be written: the disk is full. Nothing was imported.`,
  });
  expect(existsSync(path.join(folder, 'BTCUSDT'))).toBe(false);
  remove();
});
