import { expect, it } from 'vitest';
import type { NodeReading, RuleTruth } from '../../model/atom.ts';
import { ruleDistance } from './rule-distance.ts';

const node = (path: NodeReading['path'], truth: RuleTruth, ...values: (number | null)[]): NodeReading => ({
  path,
  truth,
  isOfPrices: true,
  values: values.map((value, index) => ({ name: index === 0 ? 'a' : 'b', value })),
});
const group = (path: NodeReading['path'], truth: RuleTruth = 'false') => node(path, truth);

it.each<[string, NodeReading[], number | null]>([
  ['a comparison is as far as its values are apart', [node([], 'false', 45, 30)], 0.5],
  ['a true one is there', [node([], 'true', 45, 30)], 0],
  ['against zero no share can be told', [node([], 'false', 45, 0)], null],
  ['an unknown value tells none either', [node([], 'unknown', null, 30)], null],
  [
    'all parts are as far as the farthest',
    [group([]), node(['all', 0], 'false', 33, 30), node(['all', 1], 'false', 60, 30), node(['all', 2], 'true', 1, 2)],
    1,
  ],
  [
    'any of the parts is as far as the nearest, and an unknown one does not matter',
    [group([]), node(['any', 0], 'false', 33, 30), node(['any', 1], 'unknown', null, 30)],
    0.1,
  ],
  [
    'groups in groups are told as well',
    [
      group([]),
      node(['all', 0], 'false', 36, 30),
      group(['all', 1]),
      node(['all', 1, 'any', 0], 'false', 90, 30),
      node(['all', 1, 'any', 1], 'false', 33, 30),
    ],
    0.2,
  ],
  ['a time that has not passed tells none', [group([]), node(['cond'], 'false', 33, 30)], null],
  ['a rule without conditions tells none', [], null],
])('the distance of a rule: %s', (_what, nodes, distance) => {
  const found = ruleDistance(nodes);
  if (distance === null) expect(found).toBeNull();
  else expect(found?.share).toBeCloseTo(distance, 12);
});

it('the distance of an oscillator is a difference in its own unit, that of prices a share', () => {
  const oscillator = { ...node(['all', 0], 'false', 81.5, 30), isOfPrices: false };
  const prices = node(['all', 1], 'false', 2000, 2500);
  expect(ruleDistance([group([]), oscillator, prices])).toEqual({ share: 51.5 / 30, difference: 51.5 });
  expect(ruleDistance([group([]), { ...oscillator, path: ['any', 0] }, { ...prices, path: ['any', 1] }])).toEqual({
    share: 0.2,
    difference: null,
  });
});
