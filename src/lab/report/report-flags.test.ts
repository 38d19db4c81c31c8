import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { Stretch } from '#engine/model/history.ts';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { ETH, marketOf, START } from '../../../tests/support/market.ts';
import { storedReport } from '../../../tests/support/stored-bots.ts';

const DAY = 1_440;
const HOUR = 60;

/** Down and up by 10 % every hour: a take profit of 1 % or a stop of 4 % is reached within the hour. */
const sawTooth = (minute: number): number => 200_000 + (20_000 * Math.abs((minute % HOUR) - HOUR / 2)) / (HOUR / 2);
const EXITS = { stopLossPercent: '4', cooldownS: 6_000 };
const falling = (minute: number): number => 200_000 - 50 * minute;

function reportOf(
  price: (minute: number) => number,
  minutes: number,
  options: {
    frozen?: readonly Stretch[];
    filled?: readonly Stretch[];
    params?: Partial<LadderParamsInput>;
    wallet?: string;
  } = {},
) {
  const { frozen = [], filled = [], params = {}, wallet = '10000' } = options;
  const column = () => Int32Array.from({ length: minutes }, (_, minute) => Math.round(price(minute)));
  const volume = new Int32Array(minutes).fill(100_000_000);
  const columns = { start: START, open: column(), high: column(), low: column(), close: column(), volume };
  const funding = { minute: new Int32Array(0), rate: new Int32Array(0) };
  const stored = { columns, index: skipIndexOf(columns), funding, frozen, filled };
  return storedReport({
    history: { start: START, minutes, symbols: new Map([['ETHUSDT', stored]]) },
    market: marketOf([ETH]),
    symbols: ['ETHUSDT'],
    kind: paperLadder.kind,
    params: ladderParams.parse({ baseOrderSize: '100', safetyOrdersCount: 0, takeProfitPercent: '1', ...params }),
    wallet: cashFrom(wallet),
  });
}

const flagsOf = (...run: Parameters<typeof reportOf>) => reportOf(...run).flags;

describe('the flags of a report', () => {
  it('are empty for a month of many cycles that ends flat', () => {
    const quiet = (minute: number): number => (minute < 31 * DAY ? sawTooth(minute) : 300_000);
    expect(flagsOf(quiet, 31 * DAY + HOUR, { params: { ...EXITS } })).toEqual([]);
  });

  it('FEW_RETURNS: fewer than 30 daily returns', () => {
    const quiet = (minute: number): number => (minute < 29 * DAY ? sawTooth(minute) : 300_000);
    expect(flagsOf(quiet, 29 * DAY + HOUR, { params: { ...EXITS } })).toEqual(['FEW_RETURNS']);
  });

  it('FEW_CYCLES and OPEN_AT_END: fewer than 30 cycles ended, and one is open at the end', () => {
    expect(flagsOf(sawTooth, 29 * HOUR)).toEqual(['FEW_RETURNS', 'FEW_CYCLES', 'OPEN_AT_END']);
  });

  it('LIQUIDATED: a position was liquidated', () => {
    expect(flagsOf(falling, DAY, { params: { leverage: 20 } })).toEqual(['FEW_RETURNS', 'FEW_CYCLES', 'LIQUIDATED']);
  });

  it.each([
    [5, false],
    [6, true],
  ])('GAPS: candles are missing for %i minutes, flagged from six on', (length, isTold) => {
    const frozen = [{ from: 100, to: 100 + length }];
    const flat = (minute: number): number => (minute < 100 || minute >= 100 + length ? sawTooth(minute) : sawTooth(99));
    expect(flagsOf(flat, DAY, { frozen }).includes('GAPS')).toBe(isTold);
  });
});

describe('the flag GAPS', () => {
  const holes = (count: number) =>
    Array.from({ length: count }, (_unused, hole) => ({ from: 50 * hole + 20, to: 50 * hole + 22 }));

  it.each([
    [7, false],
    [8, true],
  ])(
    'with %i holes of two minutes in a day GAPS is set only above a hundredth of filled-in minutes',
    (count, isTold) => {
      expect(flagsOf(sawTooth, DAY, { filled: holes(count) }).includes('GAPS')).toBe(isTold);
    },
  );
});

const minuteOf = (at: number): number => (at - START + 1) / 60_000; // A close stands for the minute behind it.

describe('the halts of a report', () => {
  it('say since when and why a bot was blocked: a loss left a wallet too small for its ladder', () => {
    const { halts, flags, trades } = reportOf(falling, DAY, {
      params: { stopLossPercent: '4', leverage: 1 },
      wallet: '101',
    });
    const lastExit = trades.at(-1);
    expect(halts).toEqual([
      {
        reason: 'INSUFFICIENT_MARGIN',
        ...{ symbol: 'ETHUSDT', direction: 'buy', level: null, to: null },
        from: lastExit?.at,
      },
    ]);
    expect(flags).toContain('ENTRY_BLOCKED');
    expect(flags).not.toContain('NEVER_TRADED');
  });

  it('list every step too small for the exchange, until its cycle ends', () => {
    const params = { baseOrderSize: '200', safetyOrderSize: '10', safetyOrdersCount: 2, stopLossPercent: '4' };
    const { halts, flags, cycles } = reportOf(sawTooth, 3 * HOUR, { params });
    const begun = cycles.flatMap(({ cycle }) => (cycle.beginAt === null ? [] : [cycle.endAt]));
    expect(halts.filter(({ level }) => level === 1).map(({ to }) => to)).toEqual(begun);
    expect(new Set(halts.map(({ reason }) => reason))).toEqual(new Set(['STEP_SKIPPED']));
    expect(begun.length).toBeGreaterThan(1);
    expect(flags).toContain('STEP_SKIPPED');
  });

  it('list minutes without candles, from the first to the one after the last', () => {
    const flat = (minute: number): number => (minute < 100 || minute >= 140 ? sawTooth(minute) : sawTooth(99));
    const { halts } = reportOf(flat, DAY, { frozen: [{ from: 100, to: 140 }] });
    const gap = halts.find(({ reason }) => reason === 'CANDLES_MISSING');
    expect([gap?.symbol, gap?.direction, minuteOf((gap?.from ?? 0) - 1), minuteOf((gap?.to ?? 0) - 1)]).toEqual([
      'ETHUSDT',
      null,
      100,
      140,
    ]);
  });

  it('include a bot whose base order was never filled', () => {
    const params = { baseOrderType: 'limit', baseOrderOffsetPercent: '5' } as const;
    const { halts, flags } = reportOf(() => 200_000, DAY, { params });
    const never = { reason: 'NEVER_TRADED', symbol: 'ETHUSDT', direction: 'buy', from: START, to: null, level: null };
    expect(halts).toEqual([never]);
    expect(flags).toContain('NEVER_TRADED');
  });

  it('include a run that has used up its max_cycles, from the end of the last cycle on', () => {
    const { halts, results, cycles } = reportOf(sawTooth, DAY, { params: { ...EXITS, maxCycles: 2 } });
    expect(results.length).toBe(2);
    const finished = halts.filter(({ reason }) => reason === 'BOT_FINISHING');
    expect(finished).toMatchObject([{ symbol: null, direction: null, to: null }]);
    expect(finished[0]?.from).toBeLessThanOrEqual(cycles.at(-1)?.cycle.endAt ?? 0);
  });

  it('include a bot that a liquidation put into ERROR, to the end of the run', () => {
    const { halts, trades } = reportOf(falling, DAY, { params: { leverage: 20 } });
    const failed = { reason: 'BOT_ERROR', symbol: null, direction: null, to: null, level: null };
    expect(halts).toEqual([{ ...failed, from: trades.at(-1)?.at }]);
  });
});
