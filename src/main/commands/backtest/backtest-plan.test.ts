import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { symbolFolder } from '#market/candle-files/folder.ts';
import { candleGrids } from '../candles/candle-grids.ts';
import { readBacktestPlan } from './backtest-plan.ts';

const place = mkdtempSync(path.join(tmpdir(), 'botyard-plan-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const strategy = path.join(place, 'ladder.json');
writeFileSync(strategy, '{ "base_order_size": "500", "step_percent": "0.5", "take_profit_percent": "0.6" }');

const planOf = (...words: string[]) =>
  readBacktestPlan(place, ['--symbol', 'BTCUSDT', '--strategy', strategy, ...words]);

describe('the options of a backtest', () => {
  it('take a number as programs print it', () => {
    expect(planOf('--funding-rate', '1e-05').fundingRate).toBe(rateFrom('0.00001'));
    expect(planOf('--wallet', '1E3').wallet).toBe(cashFrom('1000'));
    expect(candleGrids(place, 'OWNUSDT', { tick: '1e-1', step: '1E-3' })).toEqual({ tick: '0.1', step: '0.001' });
    const sets = planOf('--grid', 'step_percent=5e-1,0.50,1e0').grid?.sets ?? [];
    expect(sets.map((set) => 'stepPercent' in set && set.stepPercent)).toEqual(['0.5', '1']);
  });

  it('name a stored contract by its own name, although normalisation changes it, and others in the normal spelling', () => {
    const name = '\uff21\uff22\uff11USDT';
    const folder = path.join(place, 'candles');
    mkdirSync(symbolFolder(folder, name), { recursive: true });
    const words = ['--symbol', `${name}, \uff22\uff34\uff23USDT`, '--strategy', strategy];
    expect(readBacktestPlan(folder, words).symbols).toEqual([name, 'BTCUSDT']);
  });

  it.each([
    ['1746373020', 'seconds'],
    ['1746373020000', 'milliseconds'],
    ['1746373020000000', 'microseconds'],
    ['2025-05-04T17:37+02:00', 'a time with its offset'],
  ])('take the instant %s, in %s', (text) => {
    expect(planOf('--from', text).from).toBe(Date.UTC(2025, 4, 4, 15, 37));
  });

  it.each([
    ['--from', '04/05/2025'],
    ['--from', '2025050415'],
    ['--to', '20250504'],
    ['--to', '2025-05-04T15:37+25:00'],
    ['--funding-rate', '1e-09'],
    ['--funding-rate', '0,0001'],
    ['--wallet', '1 000'],
  ])('%s %s is refused, because it may mean something else', (option, text) => {
    expect(() => planOf(option, text)).toThrow(`${option} cannot be "${text}"`);
  });
});
