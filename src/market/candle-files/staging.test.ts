import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { candleFolder } from '../../../tests/support/candle-folder.ts';
import { stage } from './staging.ts';

it('a file that came into being while an import ran is left alone, and so is everything else', async () => {
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
