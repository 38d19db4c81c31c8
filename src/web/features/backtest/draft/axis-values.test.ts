import { describe, expect, it } from 'vitest';
import { axisBody, emptyAxis, listedValues } from './axis-values.ts';

describe('the values that a grid tries for a parameter', () => {
  it.each([
    ['en', '0.8, 1, 1.5', ['0.8', '1', '1.5']],
    ['en', '0.8,1,1.5', ['0.8', '1', '1.5']],
    ['en', ' 1 2  3 ', ['1', '2', '3']],
    ['en', '1; 2; 2', ['1', '2']],
    ['ru', '0,8; 1; 1,5', ['0.8', '1', '1.5']],
    ['ru', '0,8 1 1,5', ['0.8', '1', '1.5']],
    ['ru', '0.8, 1, 1.5', ['0.8', '1', '1.5']],
    ['ru', '0.8,1.5', ['0.8', '1.5']],
    ['en', '', []],
    ['en', '10,20,30', ['10', '20', '30']],
    ['en', 'off, 4', ['off', '4']],
    ['en', '1,5', null],
    ['en', '1,234', null],
    ['en', '1,234.5', null],
    ['en', '2; 1e5', null],
    ['ru', '1,2,3', null],
  ] as const)('typed in %s as "%s" are %j; null: refused as doubtful', (language, list, expected) => {
    expect(listedValues(list, language)).toEqual(expected);
  });

  it('are sent as a list, with null for a parameter that is switched off', () => {
    const axis = { ...emptyAxis('stop_loss_percent'), mode: 'values', list: 'off, 4' } as const;
    expect(axisBody(axis, { language: 'en', off: 'off' })).toEqual({ path: 'stop_loss_percent', values: [null, '4'] });
    const russian = { ...axis, list: 'выкл 4' };
    expect(axisBody(russian, { language: 'ru', off: 'выкл' })).toEqual({ path: axis.path, values: [null, '4'] });
  });

  it('are sent as a range with its step, once all three are there', () => {
    const axis = { ...emptyAxis('leverage'), from: '1', to: '5' };
    expect(axisBody(axis, { language: 'en', off: 'off' })).toBeNull();
    expect(axisBody({ ...axis, step: '2' }, { language: 'en', off: 'off' })).toEqual({
      path: 'leverage',
      range: { from: '1', to: '5', step: '2' },
    });
  });
});
