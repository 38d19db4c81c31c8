import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { type CandleFolder, candleFolder } from '../../../tests/support/candle-folder.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { checksum, sharedFiles } from './shared-files.ts';

let candles: CandleFolder;
beforeAll(async () => {
  candles = candleFolder();
  await candles.fill('OWNUSDT', randomColumns(chance(7), 1_000));
});
afterAll(() => candles.remove());

it('stored months are listed by folder, name and checksum, and given by their checksum', async () => {
  const files = sharedFiles([`${candles.folder}-none`, candles.folder]);
  const listed = await files.list('OWNUSDT');
  expect(listed.map(({ folder, name }) => [folder, name])).toEqual([[1, 'OWNUSDT/2025-01.candles']]);
  const [month] = listed;
  const content = readFileSync(path.join(candles.folder, 'OWNUSDT/2025-01.candles'));
  expect(month?.sha256).toBe(checksum(content));
  expect(await files.read('OWNUSDT', checksum(content))).toEqual(content);
  expect(await files.list('OTHERUSDT')).toEqual([]);
  expect(await files.read('OTHERUSDT', checksum(content))).toBeNull();
});

it('the listings and the confirmed holes of a market are shared with its months, because they say which bars are known', async () => {
  for (const name of ['listings.json', 'coverage.json']) writeFileSync(path.join(candles.folder, name), '{}');
  const listed = await sharedFiles([candles.folder]).list('OWNUSDT');
  expect(listed.map(({ name }) => name)).toEqual(['OWNUSDT/2025-01.candles', 'listings.json', 'coverage.json']);
});

it('a file that has been replaced is given under its new checksum alone', async () => {
  const files = sharedFiles([candles.folder]);
  const [before] = await files.list('OWNUSDT');
  const file = path.join(candles.folder, 'OWNUSDT/2025-01.candles');
  writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('x')]));
  expect(await files.read('OWNUSDT', before?.sha256 ?? '')).toBeNull();
  expect((await files.list('OWNUSDT'))[0]?.sha256).toBe(checksum(readFileSync(file)));
});

it('a name that leads out of the folder is no symbol', async () => {
  await expect(sharedFiles([candles.folder]).list('../secrets')).rejects.toMatchObject({ code: 'SYMBOL_NOT_ALLOWED' });
});
