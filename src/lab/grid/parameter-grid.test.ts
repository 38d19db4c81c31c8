import { describe, expect, it } from 'vitest';
import { gridSets, parseGrid } from './parameter-grid.ts';

const base = { baseOrderSize: '100' };

describe('a grid of parameters', () => {
  it('gives every combination, the last parameter changing fastest', () => {
    const sets = gridSets(base, parseGrid('take_profit_percent=0.8, 1;step_percent=1,2,3'));
    expect(sets.map((set) => `${set.takeProfitPercent}/${set.stepPercent}`)).toEqual([
      '0.8/1',
      '0.8/2',
      '0.8/3',
      '1/1',
      '1/2',
      '1/3',
    ]);
  });

  it('reads whole numbers, switches, words and "off", which means null, as each parameter expects them', () => {
    const grid = 'leverage=5,20;tp_net_of_fees=true,false;direction=sell;stop_loss_percent=off,9';
    expect(parseGrid(grid)).toEqual([
      { name: 'leverage', values: [5, 20], repeated: [] },
      { name: 'tpNetOfFees', values: [true, false], repeated: [] },
      { name: 'direction', values: ['sell'], repeated: [] },
      { name: 'stopLossPercent', values: [null, '9'], repeated: [] },
    ]);
  });

  it('keeps the base parameters that it does not vary', () => {
    const [set] = gridSets({ ...base, leverage: 7, stepPercent: '4' }, parseGrid('step_percent=2'));
    expect(set).toMatchObject({ leverage: 7, stepPercent: '2', baseOrderSize: '100' });
  });

  it('counts a value that is written twice once, even with other zeros, and reports it', () => {
    const [axis] = parseGrid('step_percent=1,2,1.0,2');
    expect(axis).toEqual({ name: 'stepPercent', values: ['1', '2'], repeated: ['1.0', '2'] });
  });

  it.each([
    ['take_profit=1', 'there is no parameter "take_profit"'],
    ['constructor=1', 'there is no parameter "constructor"'],
    ['takeProfitPercent=1', 'write take_profit_percent instead of takeProfitPercent'],
    ['leverage=0', 'leverage cannot be "0"'],
    ['leverage=', 'leverage cannot be ""'],
    ['step_percent=1,1e3', 'step_percent cannot be "1000"'],
    ['step_percent=1,1 5', 'step_percent cannot be "1 5"'],
    ['step_percent=off', 'step_percent cannot be "off"'],
    ['stop_loss_percent=none', 'stop_loss_percent cannot be "none"'],
    ['step_percent=1;step_percent=2', 'step_percent is named twice'],
    ['step_percent', '"step_percent" should be a parameter, "=" and its values'],
    ['', '"" should be a parameter, "=" and its values'],
  ])('refuses the grid %j with a reason', (text, why) => {
    expect(() => parseGrid(text)).toThrow(`The grid cannot be read: ${why}.`);
  });

  it('refuses more than 100,000 parameter sets', () => {
    const many = Array.from({ length: 317 }, (_, index) => `${index + 1}`).join(',');
    const axes = parseGrid(`take_profit_percent=${many};stop_loss_percent=${many}`);
    expect(() => gridSets(base, axes)).toThrow('100489 parameter sets are more than 100000');
  });
});
