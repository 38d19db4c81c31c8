import { describe, expect, it } from 'vitest';
import { gridSets, parseGrid } from './parameter-grid.ts';

const base = { baseOrderSize: '100' };

describe('a grid of parameters', () => {
  it('tries every combination, the last parameter changing fastest', () => {
    const sets = gridSets(base, parseGrid('takeProfitPercent=0.8, 1;stepPercent=1,2,3'));
    expect(sets.map((set) => `${set.takeProfitPercent}/${set.stepPercent}`)).toEqual([
      '0.8/1',
      '0.8/2',
      '0.8/3',
      '1/1',
      '1/2',
      '1/3',
    ]);
  });

  it('reads whole numbers, switches, words and what is left out as the parameter takes them', () => {
    const grid = 'leverage=5,20;tpNetOfFees=true,false;direction=sell;stopLossPercent=none,9';
    expect(parseGrid(grid)).toEqual([
      { name: 'leverage', values: [5, 20] },
      { name: 'tpNetOfFees', values: [true, false] },
      { name: 'direction', values: ['sell'] },
      { name: 'stopLossPercent', values: [null, '9'] },
    ]);
  });

  it('keeps the set that it changes where it does not change it', () => {
    const [set] = gridSets({ ...base, leverage: 7, stepPercent: '4' }, parseGrid('stepPercent=2'));
    expect(set).toMatchObject({ leverage: 7, stepPercent: '2', baseOrderSize: '100' });
  });

  it.each([
    ['takeProfit=1', 'there is no parameter "takeProfit"'],
    ['constructor=1', 'there is no parameter "constructor"'],
    ['leverage=0', 'leverage cannot be "0"'],
    ['leverage=', 'leverage cannot be ""'],
    ['stepPercent=1,1e1', 'stepPercent cannot be "1e1"'],
    ['baseOrderSize=none', 'baseOrderSize cannot be "none"'],
    ['stepPercent=1;stepPercent=2', 'stepPercent is named twice'],
    ['stepPercent', '"stepPercent" should be a parameter, "=" and its values'],
    ['', '"" should be a parameter, "=" and its values'],
  ])('refuses %j and says why', (text, why) => {
    expect(() => parseGrid(text)).toThrow(`The grid cannot be read: ${why}.`);
  });

  it('refuses more than 100,000 sets', () => {
    const many = Array.from({ length: 317 }, (_, index) => `${index + 1}`).join(',');
    const axes = parseGrid(`takeProfitPercent=${many};stopLossPercent=${many}`);
    expect(() => gridSets(base, axes)).toThrow('100489 parameter sets are more than 100000');
  });
});
