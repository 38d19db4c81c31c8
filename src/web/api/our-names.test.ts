import { objectToCamel } from 'ts-case-convert';
import { expect, it } from 'vitest';
import { withOurNames } from './our-names.ts';

it('an answer gets the same names as from the library, at every depth and also the second time', () => {
  const answer = {
    items: [
      { bot_id: 'a', pnl_24h: '1', params: { step_percent: null, take_profit_1: [1, [2], { last_price: '3' }] } },
      { bot_id: 'b', pnl_24h: '2', params: { step_percent: 0, take_profit_1: [] } },
    ],
    next_cursor: null,
    is_complete: true,
    '100': 'x',
  };
  expect(withOurNames(answer)).toEqual(objectToCamel(answer));
  expect(withOurNames(answer)).toEqual(objectToCamel(answer));
});

it('values that are no objects stay as they are', () => {
  expect([null, 7, 'bot_id', true].map(withOurNames)).toEqual([null, 7, 'bot_id', true]);
});
