import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { programFile } from '../../../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';

let [place, files] = ['', 0];
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'botyard-history-before-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function paramsFile(content: object): string {
  files += 1;
  const file = path.join(place, `params-${files}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** Runs the real program in its own process, and returns its JSON document. */
function run(...words: string[]): Promise<string> {
  const env = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', DATA_DIR: path.join(place, 'data') };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [programFile(), ...words], { env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      error === null ? resolve(out) : reject(new Error(err)),
    );
  });
}

const reportSchema = z.object({
  ...{ start: z.string(), end: z.string(), cycles: z.array(z.object({ begin_at: z.string() })) },
});
const rankingSchema = z.object({
  sweeps: z.tuple([z.object({ start: z.string(), end: z.string(), sets: z.array(z.object({ fills: z.number() })) })]),
});

describe('a backtest of rules', () => {
  it('a backtest and a sweep evaluate rules from the first minute of --from on, with the minutes before it in the file as history', async () => {
    const rising = Array.from({ length: 400 }, (_, index) => {
      const price = (30 + index * 0.01).toFixed(2);
      return `${1_746_316_800_000 + index * 60_000},${price},${price},${price},${price},1000`;
    });
    const file = path.join(place, 'WARMUSDT.csv');
    writeFileSync(file, rising.join('\n'));
    const above = (n: number) => ({ op: 'gt', trigger: 'level', a: { price: 'close' }, b: { ind: 'sma', n } });
    const rules = { timeframe: '1m', sizing: { type: 'fixed_notional', value: '100' }, buy: { enter: above(10) } };
    const given = ['--symbol', 'WARMUSDT', '--candles', file, '--tick', '0.01', '--step', '0.1', '--json'];
    const from = ['--params', paramsFile(rules), '--from', '2025-05-04T05:00:00Z'];
    const [one, swept] = await Promise.all([
      run('backtest', ...given, ...from),
      run('sweep', ...given, ...from, '--grid', 'buy.enter.b.n=10,200'),
    ]);
    const { start, end, cycles } = reportSchema.parse(JSON.parse(one));
    expect([start, end]).toEqual(['2025-05-04T05:00:00.000Z', '2025-05-04T06:40:00.000Z']);
    expect(cycles.map(({ begin_at: begin }) => begin)).toEqual(['2025-05-04T05:01:00.000Z']);
    const [{ sets, ...sweep }] = rankingSchema.parse(JSON.parse(swept)).sweeps;
    expect([sweep.start, sweep.end]).toEqual([start, end]);
    expect(sets.map(({ fills }) => fills)).toEqual([1, 1]);
  });

  it('a backtest over a file with too little history names the number of unknown bars, and a sweep that of its slowest set', async () => {
    const flat = Array.from({ length: 60 }, (_, index) => `${1_746_316_800_000 + index * 60_000},20,20,20,20,1000`);
    const file = path.join(place, 'SHORTUSDT.csv');
    writeFileSync(file, flat.join('\n'));
    const enter = { op: 'gt', a: { price: 'close' }, b: { ind: 'sma', n: 20 } };
    const rules = { timeframe: '1m', sizing: { type: 'fixed_notional', value: '100' }, buy: { enter } };
    const given = ['--symbol', 'SHORTUSDT', '--candles', file, '--tick', '0.01', '--step', '0.1'];
    const from = ['--params', paramsFile(rules), '--from', '2025-05-04T00:05:00Z'];
    const grid = ['--grid', 'buy.enter.b.n=3,30'];
    const [one, text, swept, ranked] = await Promise.all([
      run('backtest', ...given, ...from, '--json'),
      run('backtest', ...given, ...from),
      run('sweep', ...given, ...from, ...grid, '--json'),
      run('sweep', ...given, ...from, ...grid),
    ]);
    const unknown = {
      ...{ reason: 'RULES_UNKNOWN', symbol: 'SHORTUSDT', direction: 'buy', level: null },
      from: '2025-05-04T00:05:00.000Z',
    };
    // With the bar of 00:19 twenty have closed, and with that of 00:29 thirty.
    const report = JSON.parse(one);
    expect(report.halts).toContainEqual({ ...unknown, to: '2025-05-04T00:20:00.000Z', bars: 14 });
    expect(report.flags).toContain('RULES_UNKNOWN');
    const sentence = (bars: number, to: string) =>
      `SHORTUSDT long could not evaluate its rules at ${bars} bars from 2025-05-04 00:05 to 2025-05-04 ${to}: too little history is stored before.`;
    expect(text).toContain(`Note: ${sentence(14, '00:20')}\n`);
    const [sweep] = JSON.parse(swept).sweeps;
    expect(sweep.halts).toEqual([{ ...unknown, to: '2025-05-04T00:30:00.000Z', bars: 24 }]);
    expect(sweep.flags).toContain('RULES_UNKNOWN');
    expect(ranked).toContain(`Of the set that reads most history: ${sentence(24, '00:30')}\n`);
  });

  it('a first bar of which the file has only some minutes is unknown', async () => {
    // From five minutes into a bar of fifteen on; the minute before was the highest.
    const flat = Array.from({ length: 40 }, (_, index) => {
      return `${1_746_316_800_000 + (index + 5) * 60_000},20,20,20,20,1000`;
    });
    const file = path.join(place, 'PARTUSDT.csv');
    writeFileSync(file, flat.join('\n'));
    const enter = { op: 'lt', trigger: 'level', a: { price: 'high' }, b: { const: '25' } };
    const rules = { timeframe: '15m', sizing: { type: 'fixed_notional', value: '100' }, buy: { enter } };
    const given = ['--symbol', 'PARTUSDT', '--candles', file, '--tick', '0.01', '--step', '0.1', '--json'];
    const out = await run('backtest', ...given, '--params', paramsFile(rules));
    const { cycles } = reportSchema.parse(JSON.parse(out));
    expect(cycles.map(({ begin_at: begin }) => begin)).toEqual(['2025-05-04T00:30:00.000Z']);
  });
});
