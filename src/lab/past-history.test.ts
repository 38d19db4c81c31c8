import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { randomHistory } from '../../tests/support/random-history.ts';
import { historyOfPast } from './past-history.ts';

it('a history made of stored minutes still says which of them are missing, and has the usual funding where none is known', () => {
  const { symbols } = randomHistory(chance(5), [{ symbol: 'ETHUSDT', start: 200_000 }], 600);
  const { columns } = at([...symbols.values()], 0);
  const missing = { frozen: [{ from: 40, to: 60 }], filled: [{ from: 9, to: 11 }], unstored: [{ from: -30, to: 0 }] };
  const funding = { minute: Int32Array.of(), rate: Int32Array.of() };
  const unsettled = [{ from: 0, to: 600, due: [480], hours: 8 }];
  const history = historyOfPast({ columns, ...missing, funding, unsettled });
  expect(history).toMatchObject({ columns, ...missing });
  expect([[...history.funding.minute], [...history.funding.rate]]).toEqual([[480], [10_000]]);
});
