import { describe, expect, it } from 'vitest';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { changedFields, changedSteps } from './version-changes.ts';

const paramsOf = (change: Partial<LadderParamsInput> = {}) =>
  ladderParams.parse({ baseOrderSize: '100', safetyOrdersCount: 3, ...change });

describe('what two versions of a ladder set differently', () => {
  it('only parameters that differ are named, each with both its values', () => {
    const after = paramsOf({ stepPercent: '1.5', takeProfitPercent: null, leverage: 10, tpNetOfFees: false });
    expect(changedFields(paramsOf(), after)).toEqual([
      { field: 'stepPercent', before: '1', after: '1.5' },
      { field: 'takeProfitPercent', before: '1', after: null },
      { field: 'tpNetOfFees', before: true, after: false },
      { field: 'leverage', before: 5, after: 10 },
    ]);
  });

  it('a number that is only written otherwise is no difference', () => {
    expect(changedFields(paramsOf({ stepPercent: '1.50' }), paramsOf({ stepPercent: '1.5' }))).toEqual([]);
  });

  it('steps are compared by distance and size, and unchanged ones are counted', () => {
    const after = paramsOf({ volumeScale: '2', safetyOrdersCount: 4 });
    expect(changedSteps(paramsOf(), after)).toEqual({
      changed: [
        { level: 2, before: { deviation: '2', size: '100' }, after: { deviation: '2', size: '200' } },
        { level: 3, before: { deviation: '3', size: '100' }, after: { deviation: '3', size: '400' } },
        { level: 4, before: null, after: { deviation: '4', size: '800' } },
      ],
      unchanged: 2,
    });
  });

  it('own steps that repeat what the scales gave change a parameter and no order', () => {
    const customLevels = [1, 2, 3].map((percent) => ({ deviationPercent: `${percent}`, size: '100' }));
    const after = paramsOf({ customLevels });
    expect(changedFields(paramsOf(), after)).toEqual([{ field: 'customLevels', before: null, after: true }]);
    expect(changedSteps(paramsOf(), after)).toEqual({ changed: [], unchanged: 4 });
  });
});
