import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CandleFolder, candleFolder } from '../../../../tests/support/candle-folder.ts';
import { exportFunding, importFunding } from './funding-csv.ts';

const RECORDED = fileURLToPath(new URL('../../../../data/funding.csv', import.meta.url));

let stored: CandleFolder;
beforeEach(() => {
  stored = candleFolder();
});
afterEach(() => stored.remove());

describe('settled funding', () => {
  it('the funding of the bundled recording is exported exactly as it was imported', async () => {
    const lines = readFileSync(RECORDED, 'utf8').split('\n');
    for (const symbol of ['BTCUSDT', 'LINKUSDT']) {
      const own = lines.filter((line) => line.startsWith(`${symbol},`));
      expect(await fill(RECORDED, symbol)).toBe(own.length);
      const written = await exportFunding(stored.folder, symbol);
      expect(written).toBe(`symbol,funding_time,funding_rate\n${own.join('\n')}\n`);
    }
  });

  it.each([
    ['an invalid time', 'BTCUSDT,yesterday,0.0001', 'column 2 (funding_time): "yesterday" is not a time'],
    ['an invalid rate', 'BTCUSDT,1746374400002,1e', 'column 3 (funding_rate): "1e" is not a fraction from -1 to 1'],
    ['a rate of nine decimals', 'BTCUSDT,1746374400002,0.000000001', 'column 3 (funding_rate): "0.000000001" is not a'],
    ['a rate above one', 'BTCUSDT,1746374400002,1.1', 'column 3 (funding_rate): "1.1" is not a fraction'],
    ['a line without a symbol', ',1746374400002,0.1', 'column 1 (symbol): it is missing.'],
    [
      'a settlement twice',
      'BTCUSDT,1746373020000,0.1',
      'column 2 (funding_time): 2025-05-04 15:37 does not come after 2025-05-04 15:37.',
    ],
  ])('a file with %s is refused, naming line and column', async (_, line, where) => {
    const file = stored.file('funding.csv', `BTCUSDT,1746373020000,0.1\nETHUSDT,nonsense is not ours\n${line}\n`);
    const refusal = await fill(file).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'CSV_INVALID' });
    expect(String(refusal)).toContain(`${file}, line 3, ${where}`);
  });

  it('a CSV of funding is read with times in seconds or zones, exponents and trailing empty lines', async () => {
    const lines = ['BTCUSDT,1746374400,1e-04', 'BTCUSDT,2025-05-05T02:00:00+02:00,-2.5E-5', '', ''];
    expect(await fill(stored.file('funding.csv', lines.join('\r\n')))).toBe(2);
    expect((await exportFunding(stored.folder, 'BTCUSDT')).split('\n').slice(1, 3)).toEqual([
      `BTCUSDT,${Date.UTC(2025, 4, 4, 16)},0.0001`,
      `BTCUSDT,${Date.UTC(2025, 4, 5)},-0.000025`,
    ]);
  });

  it('an import is refused when the file has no line of the symbol, or funding is already stored', async () => {
    const file = stored.file('funding.csv', 'BTCUSDT,1746373020000,0.1');
    await expect(fill(file, 'ETHUSDT')).rejects.toThrow(`There is no funding of ETHUSDT in ${file}.`);
    await fill(file);
    await expect(fill(file)).rejects.toMatchObject({ code: 'CANDLES_EXIST' });
  });

  it('a damaged funding file is not read', async () => {
    await fill(stored.file('funding.csv', 'BTCUSDT,1746373020000,0.1'));
    const place = `${stored.folder}/BTCUSDT/funding`;
    const bytes = readFileSync(place);
    bytes[bytes.length - 1] = 1;
    writeFileSync(place, bytes);
    await expect(exportFunding(stored.folder, 'BTCUSDT')).rejects.toThrow(/checksum of its column "rate"/);
  });
});

function fill(file: string, symbol = 'BTCUSDT'): Promise<number> {
  return importFunding({ folder: stored.folder, symbol, files: [file], existing: 'refuse' });
}
