import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { readConfig } from '../../config.ts';
import { backtestCommand, sweepCommand } from './backtest-command.ts';

const START = Date.UTC(2025, 4, 5);
const DAY = 1_440;
const HOUR_MS = 3_600_000;

const place = mkdtempSync(path.join(tmpdir(), 'botyard-holes-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

let files = 0;
function file(content: string): string {
  files += 1;
  const name = path.join(place, `${files}.csv`);
  writeFileSync(name, content);
  return name;
}

/** Buys for 1,000 USDT at 100.00 with the first minute and holds: a rate of 0.001 costs 1 USDT. */
const HOLD = file('{"base_order_size":"1000","safety_orders_count":0,"take_profit_percent":"50","leverage":2}');
const minutes = (wanted: readonly number[], volume = '1000') =>
  file(wanted.map((minute) => `${START + minute * 60_000},100,100,100,100,${volume}\n`).join(''));
const days = (count: number) => Array.from({ length: count * DAY }, (_unused, minute) => minute);
const settlements = (hours: readonly number[]) =>
  file(hours.map((hour) => `OWNUSDT,${START + hour * HOUR_MS + 3},0.001\n`).join(''));
const every = (hours: number, end: number) => Array.from({ length: end / hours }, (_unused, index) => index * hours);

const report = z.object({
  flags: z.array(z.string()),
  totals: z.object({ funding: z.string() }),
  origin: z.object({ notes: z.array(z.string()) }),
});
const ranking = z.object({ sweeps: z.tuple([z.object({ flags: z.array(z.string()) })]) });

/** The document that a command prints. */
async function printed(command: typeof backtestCommand, words: readonly string[]): Promise<unknown> {
  const written: string[] = [];
  const [out, err] = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  out.mockImplementation((text, ...rest) => {
    written.push(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  err.mockReturnValue(true);
  try {
    const own = ['--symbol', 'OWNUSDT', '--strategy', HOLD, '--tick', '0.01', '--step', '0.001', '--json'];
    await command({ ...readConfig({}), candlesDir: path.join(place, 'none') }, [...own, ...words]);
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
  return JSON.parse(written.join(''));
}
const backtest = async (candles: string, ...words: string[]) =>
  report.parse(await printed(backtestCommand, ['--candles', candles, ...words]));

describe('a backtest with a missing settlement', () => {
  const three = minutes(days(3));

  it.each([
    [8, 24, '2025-05-05 16:00 to 2025-05-06 08:00 UTC. It is settled every 8 hours'],
    [4, 20, '2025-05-05 16:00 to 2025-05-06 00:00 UTC. It is settled every 4 hours'],
    [1, 20, '2025-05-05 19:00 to 2025-05-05 21:00 UTC. It is settled every hour'],
    [4, 68, '2025-05-07 16:00 to 2025-05-08 00:00 UTC. It is settled every 4 hours'],
  ])(
    'of a contract that settles every %i hours is refused, and assumed at a given rate',
    async (hours, gone, where) => {
      const whole = settlements(every(hours, 72));
      const holed = settlements(every(hours, 72).filter((hour) => hour !== gone));
      const cost = 72 / hours - 1; // The position begins after the first one.
      expect((await backtest(three, '--funding', whole)).totals.funding).toBe(`-${cost}.00000000`);
      await expect(backtest(three, '--funding', holed)).rejects.toThrow(`Funding of OWNUSDT is missing from ${where}`);
      const assumed = await backtest(three, '--funding', holed, '--funding-rate', '0.002');
      expect(assumed.totals.funding).toBe(`-${cost + 1}.00000000`);
      expect(assumed.flags).toContain('FUNDING_ASSUMED');
      expect(assumed.origin.notes[0]).toContain(
        `0.2 % ${hours === 1 ? 'every hour' : `every ${hours} hours`} is assumed`,
      );
    },
  );

  it('is refused as a sweep too', async () => {
    const words = ['--candles', three, '--funding', settlements(every(4, 72).filter((hour) => hour !== 20))];
    const grid = ['--grid', 'take_profit_percent=40,50'];
    await expect(printed(sweepCommand, [...words, ...grid])).rejects.toThrow('It is settled every 4 hours');
    expect(ranking.parse(await printed(sweepCommand, [...words, ...grid, '--funding-rate', '1e-3']))).toMatchObject({
      sweeps: [{ flags: expect.arrayContaining(['FUNDING_ASSUMED']) }],
    });
  });
});

it('a backtest over a file with a volume beyond 32 bits notes how many were capped', async () => {
  const { origin } = await backtest(minutes(days(1).slice(0, 60), '2.147483648e6'), '--funding-rate', '0');
  expect(origin.notes[0]).toBe('OWNUSDT: 60 volumes were capped at 2147483647 steps, the most that is stored.');
});

describe('a backtest over minutes of which some are missing', () => {
  const without = (every: number) => minutes(days(1).filter((minute) => minute % every !== 7));

  it('carries the flag GAPS when more than a hundredth is filled in, however short each hole is', async () => {
    const holed = await backtest(without(20), '--funding-rate', '0');
    expect(holed.flags.filter((flag) => flag === 'GAPS')).toHaveLength(1);
    expect(holed.origin.notes[0]).toBe(
      'OWNUSDT: 72 of 1,440 candles of 1 minute are missing; nothing is traded in these minutes.',
    );
    const nearlyWhole = await backtest(without(200), '--funding-rate', '0');
    expect(nearlyWhole.flags).not.toContain('GAPS');
  });

  it('carries it as a sweep too', async () => {
    const words = ['--candles', without(20), '--funding-rate', '0', '--grid', 'take_profit_percent=40,50'];
    expect(ranking.parse(await printed(sweepCommand, words)).sweeps[0].flags).toContain('GAPS');
  });

  it('is refused over candles of five minutes', async () => {
    const five = minutes(days(1).filter((minute) => minute % 5 === 0));
    await expect(backtest(five, '--funding-rate', '0')).rejects.toThrow(
      `${five}: these are candles of 5 minutes; import those of one`,
    );
  });
});
