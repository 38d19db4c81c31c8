import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { DAY_MINUTES, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import { csvOf } from '../../../tests/support/candle-folder.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { checkCandles } from '../candle-files/check-candles.ts';
import { readFunding } from '../candle-files/funding/funding-file.ts';
import { loadHistory } from '../candle-files/history/load-history.ts';
import { readCoverage } from '../store/coverage-file.ts';
import { matchArchive } from './archive-path.ts';
import { type ArchiveImport, type ArchiveImported, importArchive } from './import-archive.ts';

const HEADER =
  'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore';
const MAY = instantOf(Date.UTC(2025, 4, 1));

let place = '';
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'botyard-archive-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function minutes(from: Instant, count: number, seed = 1): CandleColumns {
  return { ...randomColumns(chance(seed), count), start: from };
}

/** Rows as the archive has them: twelve columns. */
function rowsOf(columns: CandleColumns, timeUnit = 1): string[] {
  const lines = csvOf(columns).trim().split('\n').slice(1);
  return lines.map((line) => {
    const [time, ...rest] = line.split(',');
    return [Number(time) * timeUnit, ...rest, Number(time) + 59_999, '1234.5', 10, '1.5', '600.1', 0].join(',');
  });
}

const MONTHLY = 'data/futures/um/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2025-05.zip';
const daily = (day: string, symbol = 'BTCUSDT') => `data/futures/um/daily/klines/${symbol}/1m/${symbol}-1m-${day}.zip`;

/** Puts a file into the local archive, with its checksum or the one given; null omits the checksum. */
function put(name: string, lines: readonly string[], checksum?: string | null): void {
  const file = path.join(place, 'archive', name);
  const bytes = zipSync({ [path.basename(name).replace('.zip', '.csv')]: strToU8(`${lines.join('\n')}\n`) });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const sum = checksum === undefined ? createHash('sha256').update(bytes).digest('hex') : checksum;
  if (sum !== null) writeFileSync(`${file}.CHECKSUM`, `${sum}  ${path.basename(name)}\n`);
}

function run(options: Partial<ArchiveImport> = {}): Promise<ArchiveImported> {
  return importArchive({
    folder: path.join(place, 'candles'),
    archive: path.join(place, 'archive'),
    market: 'futures',
    symbols: null,
    gridsOf: () => ({ tick: '0.1', step: '0.001' }),
    offTick: 'refuse',
    offStep: 'refuse',
    checksums: 'required',
    tell: () => {},
    ...options,
  });
}

async function stored(symbol = 'BTCUSDT') {
  const folder = path.join(place, 'candles');
  expect((await checkCandles(folder)).complaints).toEqual([]);
  return loadHistory({ folder, symbol, from: null, to: null, grids: null });
}

describe("importing the exchange's archive", () => {
  it('imports monthly files with a header and daily files without one, wherever the layout begins below the folder', async () => {
    const all = minutes(MAY, 33 * DAY_MINUTES);
    const rows = rowsOf(all);
    put(MONTHLY, [HEADER, ...rows.slice(0, 31 * DAY_MINUTES)]);
    put(daily('2025-06-01'), rows.slice(31 * DAY_MINUTES, 32 * DAY_MINUTES));
    put(daily('2025-06-02'), rows.slice(32 * DAY_MINUTES));
    put(daily('2025-05-07'), rows.slice(6 * DAY_MINUTES, 7 * DAY_MINUTES)); // Also contained in its month.
    const { symbols, refused, passedOver } = await run();
    expect(refused).toEqual([]);
    expect(symbols).toMatchObject([{ symbol: 'BTCUSDT', files: 3, added: 33 * DAY_MINUTES, same: 0, changed: 0 }]);
    expect([...passedOver]).toEqual([['days of a month that was imported whole', 1]]);
    const history = await stored();
    for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
      expect(history.columns[name]).toEqual(all[name]);
    }
    expect(history.columns.start).toBe(MAY);
    expect(readCoverage(path.join(place, 'candles')).get('BTCUSDT')?.verified).toEqual([
      { from: MAY, to: later(MAY, 33 * DAY_MINUTES * MINUTE_MS) },
    ]);
  });

  it('imports a contract by the name that its folder has, although normalisation changes that name', async () => {
    const names = ['\uff21\uff22\uff11USDT', '\uf9f4USDT'];
    for (const name of names) put(daily('2025-05-01', name), rowsOf(minutes(MAY, 10)));
    put(daily('2025-05-01', 'AB1USDT'), rowsOf(minutes(MAY, 20)));
    const { symbols } = await run({ symbols: names.map((name) => ` ${name}`) });
    expect(symbols.map(({ symbol, added }) => [symbol, added])).toEqual(names.map((name) => [name, 10]).reverse());
  });

  it('imports spot candles with microsecond times and stores them under a separate name', async () => {
    const columns = minutes(MAY, 100);
    const spot = 'data/spot/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2025-05-01.zip';
    put(spot, rowsOf(columns, 1_000));
    put(daily('2025-05-01'), rowsOf(minutes(MAY, 100, 2)));
    await run({ market: 'spot' });
    expect((await stored('BTCUSDT_SPOT')).columns.close).toEqual(columns.close);
    await expect(stored()).rejects.toMatchObject({ code: 'CANDLES_MISSING' });
  });

  it('counts the minutes that a reissued file changes, and stores the new values', async () => {
    const columns = minutes(MAY, 200);
    put(daily('2025-05-01'), rowsOf(columns));
    await run();
    expect((await run()).symbols).toMatchObject([{ added: 0, same: 200, changed: 0 }]);
    columns.high.set([9_000_000, 9_000_000], 50);
    put(daily('2025-05-01'), rowsOf(columns));
    expect((await run()).symbols).toMatchObject([
      { added: 0, same: 198, changed: 2, firstChanged: later(MAY, 50 * MINUTE_MS) },
    ]);
    expect((await stored()).columns.high).toEqual(columns.high);
  });

  it.each([
    [
      'a price that is not a number',
      7,
      (row: string) => row.replace(/,[\d.]+/, ',abc'),
      /line 8, column 2 \(open\): "abc"/,
    ],
    [
      'a price off the tick',
      3,
      (row: string) => row.replace(/,([\d.]+)/, ',$15'),
      /line 4, column 2 \(open\).*tick 0.1/,
    ],
    [
      'another month',
      0,
      (row: string) => row.replace(/^\d+/, `${MAY - MINUTE_MS}`),
      /line 1, column 1 .*2025-04-30 23:59 lies outside/,
    ],
    ['a minute twice', 5, (row: string) => row.replace(/^\d+/, `${MAY}`), /line 6, column 1 .*minutes must ascend/],
    [
      'a time inside a minute',
      5,
      (row: string) => row.replace(/^\d+/, `${MAY + 1}`),
      /line 6, column 1 .*does not open a minute/,
    ],
    [
      'a low above its open',
      2,
      (row: string) => row.replace(/^(\d+,[\d.]+,[\d.]+),[\d.]+/, '$1,99999999.0'),
      /line 3, column 4 \(low\)/,
    ],
  ])('refuses all of a file with %s, and imports the other files', async (_, at, wreck, sentence) => {
    const rows = rowsOf(minutes(MAY, 10));
    put(
      daily('2025-05-01'),
      rows.map((row, index) => (index === at ? wreck(row) : row)),
    );
    put(daily('2025-05-02'), rowsOf(minutes(later(MAY, DAY_MINUTES * MINUTE_MS), 10)));
    const { refused, symbols } = await run();
    expect(refused).toEqual([expect.stringMatching(sentence)]);
    expect(refused[0]).toContain('BTCUSDT-1m-2025-05-01.zip');
    expect(symbols).toMatchObject([{ files: 1, added: 10 }]);
    expect((await stored()).columns.start).toBe(later(MAY, DAY_MINUTES * MINUTE_MS));
  });

  it('verifies the checksum beside each file', async () => {
    const rows = rowsOf(minutes(MAY, 10));
    put(daily('2025-05-01'), rows, 'a'.repeat(64));
    put(daily('2025-05-02'), rowsOf(minutes(later(MAY, DAY_MINUTES * MINUTE_MS), 10)), null);
    put(daily('2025-05-03'), [], 'not a checksum');
    const { refused, symbols } = await run();
    expect(refused).toEqual([
      expect.stringMatching(/05-01.zip has the SHA-256 [0-9a-f]{64}; a{64} is expected/),
      expect.stringMatching(/05-02.zip.CHECKSUM is missing.*--unchecked/),
      expect.stringMatching(/05-03.zip.CHECKSUM must hold one line/),
    ]);
    expect(symbols).toMatchObject([{ files: 0, added: 0 }]);
    expect((await run({ checksums: 'if-there' })).symbols).toMatchObject([{ files: 1, added: 10 }]);
  });

  it('refuses a file that is not a zip of exactly one CSV file', async () => {
    put(daily('2025-05-01'), rowsOf(minutes(MAY, 10)));
    const broken = path.join(place, 'archive', daily('2025-05-02'));
    writeFileSync(broken, 'not a zip');
    const two = path.join(place, 'archive', daily('2025-05-03'));
    writeFileSync(two, zipSync({ 'one.csv': strToU8('1'), 'two.csv': strToU8('2') }));
    const { refused } = await run({ checksums: 'if-there' });
    expect(refused).toEqual([
      expect.stringMatching(/05-02.zip is not a valid zip file/),
      expect.stringMatching(/05-03.zip must hold exactly one CSV file/),
    ]);
  });

  it('caps a volume of more steps than can be stored, counts it, and reads no empty line at the end', async () => {
    const rows = rowsOf(minutes(MAY, 3)).map((row) => row.replace(/^((?:[^,]+,){5})[^,]+/, '$12147483.648'));
    put(daily('2025-05-01'), [...rows, '', '\r', '']);
    const { refused, symbols } = await run();
    expect([refused, symbols[0]?.added, symbols[0]?.capped]).toEqual([[], 3, 3]);
    expect([...(await stored()).columns.volume]).toEqual([2_147_483_647, 2_147_483_647, 2_147_483_647]);
  });

  it('refuses a file of longer candles, and imports the others', async () => {
    put(
      daily('2025-05-01'),
      rowsOf(minutes(MAY, 100)).filter((_row, minute) => minute % 15 === 0),
    );
    put(daily('2025-05-02'), rowsOf(minutes(later(MAY, DAY_MINUTES * MINUTE_MS), 10)));
    const { refused, symbols } = await run();
    expect(refused).toEqual([expect.stringMatching(/05-01.zip: these are candles of 15 minutes; import those of one/)]);
    expect(symbols).toMatchObject([{ files: 1, added: 10 }]);
  });

  it('rounds the time of a funding settlement to its hour', async () => {
    const name = 'data/futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2025-05.zip';
    const at = (hours: number) => MAY + hours * 3_600_000;
    put(name, [
      'calc_time,funding_interval_hours,last_funding_rate',
      `${at(0) + 7},8,0.00010000`,
      `${at(8) - 3},8,-0.00002500`,
      `${at(12)},4,0.00000001`,
      `${later(MAY, 31 * DAY_MINUTES * MINUTE_MS) - 2},8,0.0003`,
    ]);
    put(name.replaceAll('2025-05', '2025-06'), [`${later(MAY, 31 * DAY_MINUTES * MINUTE_MS) + 1},8,0.0003`]);
    expect((await run()).symbols).toMatchObject([{ settlements: 5 }]);
    expect(await readFunding(path.join(place, 'candles'), 'BTCUSDT')).toEqual([
      { time: at(0), rate: 10_000, hours: 8 },
      { time: at(8), rate: -2_500, hours: 8 },
      { time: at(12), rate: 1, hours: 4 },
      { time: later(MAY, 31 * DAY_MINUTES * MINUTE_MS), rate: 30_000, hours: 8 },
    ]);
  });

  it('names settlements that are missing by the interval of the file, and leaves them to be back-filled', async () => {
    const name = 'data/futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2025-05.zip';
    const hours = [0, 4, 8, 16, 20, 24, 32, 40];
    put(
      name,
      hours.map((hour) => `${MAY + hour * 3_600_000},${hour > 24 ? 8 : 4},0.0001`),
    );
    const missing = instantOf(MAY + 12 * 3_600_000);
    expect((await run()).symbols).toMatchObject([{ settlements: 8, unsettled: [missing] }]);
    expect(readCoverage(path.join(place, 'candles')).get('BTCUSDT')?.funding).toEqual([
      { from: MAY, to: missing },
      { from: later(missing, MINUTE_MS), to: instantOf(Date.UTC(2025, 5, 1)) },
    ]);
    put(
      name.replaceAll('BTCUSDT', 'ETHUSDT'),
      [0, 8, 16].map((hour) => `${MAY + hour * 3_600_000},4,0.0001`),
    );
    const [, ether] = (await run()).symbols;
    expect(ether?.unsettled).toEqual([4, 12].map((hour) => MAY + hour * 3_600_000));
  });

  it('names line and column of an invalid funding rate', async () => {
    const name = 'futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2025-05.zip';
    put(name, [`${MAY},8,0.0001`, `${MAY + 28_800_000},8,much`]);
    expect((await run()).refused).toEqual([expect.stringMatching(/line 2, column 3 \(last_funding_rate\): "much"/)]);
  });

  it('derives the tick and step of an unknown contract from the decimals of its file', async () => {
    put(daily('2025-05-01', 'NEWUSDT'), rowsOf(minutes(MAY, 50)));
    await run({ gridsOf: () => null });
    const folder = path.join(place, 'candles');
    const grids = { tick: '0.1', step: '1' }; // The random volumes are whole coins.
    await expect(loadHistory({ folder, symbol: 'NEWUSDT', from: null, to: null, grids })).resolves.toBeDefined();
  });

  it.each([
    ['龙虾USDT', '龙虾USDT'],
    ['%E9%BE%99%E8%99%BEUSDT', '龙虾USDT'],
    ['1000X_260327', '1000X_260327'],
  ])('takes the files below %s for those of %s', (name, symbol) => {
    const file = `futures/um/monthly/klines/${name}/1m/${name}-1m-2025-05.zip`;
    expect(matchArchive(file)).toMatchObject({ symbol, file });
  });

  it.each(['..', '%2E%2E%2Fx', 'btc usdt', '%ZZ'])('skips files below %s, which names no contract', (name) => {
    expect(matchArchive(`futures/um/monthly/klines/${name}/1m/${name}-1m-2025-05.zip`)).toEqual({
      passedOver: 'its folder is not named after a contract',
    });
  });

  it('lists the files it skipped, and says when there is nothing to import', async () => {
    put('data/futures/um/monthly/klines/BTCUSDT/1h/BTCUSDT-1h-2025-05.zip', ['']);
    put('data/futures/um/monthly/klines/BTCUSDT/1mo/BTCUSDT-1mo-2025-05.zip', ['']);
    put('data/futures/um/daily/aggTrades/BTCUSDT/BTCUSDT-aggTrades-2025-05-01.zip', ['']);
    await expect(run()).rejects.toThrow(/nothing to import.*BTCUSDT-1m-2025-05.zip.*candles of 1h/);
    await expect(run({ archive: path.join(place, 'nowhere') })).rejects.toMatchObject({ code: 'ARCHIVE_NOT_FOUND' });
    put(daily('2025-05-01'), rowsOf(minutes(MAY, 10)));
    put(daily('2025-05-01', 'ETHUSDT'), rowsOf(minutes(MAY, 10)));
    const { passedOver, symbols } = await run({ symbols: ['BTCUSDT'] });
    expect(symbols.map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);
    expect(Object.fromEntries(passedOver)).toEqual({
      'candles of 1h; only those of one minute are stored': 1,
      'candles of 1mo; only those of one minute are stored': 1,
      'not one of klines or fundingRate in the layout of the archive': 1,
      'of other symbols': 1,
    });
  });
});
