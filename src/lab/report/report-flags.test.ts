import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import type { Stretch } from '#engine/model/history.ts';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { ETH, marketOf, START } from '../../../tests/support/market.ts';
import { botReport } from './bot-report.ts';

const DAY = 1_440;
const HOUR = 60;

/** Down and up by 10 % every hour: a take profit of 1 % or a stop of 4 % is reached within the hour. */
const sawTooth = (minute: number): number => 200_000 + (20_000 * Math.abs((minute % HOUR) - HOUR / 2)) / (HOUR / 2);
const EXITS = { stopLossPercent: '4', cooldownS: 6_000 };
const falling = (minute: number): number => 200_000 - 50 * minute;

function flagsOf(
  price: (minute: number) => number,
  minutes: number,
  options: { frozen?: readonly Stretch[]; params?: Partial<LadderParamsInput> } = {},
) {
  const { frozen = [], params = {} } = options;
  const column = () => Int32Array.from({ length: minutes }, (_, minute) => Math.round(price(minute)));
  const volume = new Int32Array(minutes).fill(100_000_000);
  const columns = { start: START, open: column(), high: column(), low: column(), close: column(), volume };
  const funding = { minute: new Int32Array(0), rate: new Int32Array(0) };
  const stored = { columns, index: skipIndexOf(columns), funding, frozen };
  return botReport({
    history: { start: START, minutes, symbols: new Map([['ETHUSDT', stored]]) },
    market: marketOf([ETH]),
    symbols: ['ETHUSDT'],
    params: ladderParams.parse({ baseOrderSize: '100', safetyOrdersCount: 0, takeProfitPercent: '1', ...params }),
    wallet: cashFrom('10000'),
  }).flags;
}

describe('the flags of a report', () => {
  it('say nothing of a month of many cycles that ends flat', () => {
    const quiet = (minute: number): number => (minute < 31 * DAY ? sawTooth(minute) : 300_000);
    expect(flagsOf(quiet, 31 * DAY + HOUR, { params: { ...EXITS } })).toEqual([]);
  });

  it('tell of fewer than 30 daily returns', () => {
    const quiet = (minute: number): number => (minute < 29 * DAY ? sawTooth(minute) : 300_000);
    expect(flagsOf(quiet, 29 * DAY + HOUR, { params: { ...EXITS } })).toEqual(['FEW_RETURNS']);
  });

  it('tell of fewer than 30 cycles and of what is open at the end', () => {
    expect(flagsOf(sawTooth, 29 * HOUR)).toEqual(['FEW_RETURNS', 'FEW_CYCLES', 'OPEN_AT_END']);
  });

  it('tell of a liquidation', () => {
    expect(flagsOf(falling, DAY, { params: { leverage: 20 } })).toEqual(['FEW_RETURNS', 'FEW_CYCLES', 'LIQUIDATED']);
  });

  it.each([
    [5, false],
    [6, true],
  ])('tell of candles missing for more than five minutes: %i', (length, isTold) => {
    const frozen = [{ from: 100, to: 100 + length }];
    const flat = (minute: number): number => (minute < 100 || minute >= 100 + length ? sawTooth(minute) : sawTooth(99));
    expect(flagsOf(flat, DAY, { frozen }).includes('GAPS')).toBe(isTold);
  });
});
