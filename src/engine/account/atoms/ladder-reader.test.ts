import { describe, expect, it } from 'vitest';
import { ladderFamily } from '../../bots/ladder/ladder-family.ts';
import { ladderParams } from '../../model/ladder-params.ts';
import { ladderOf } from '../../risk/ladder/ladder.ts';
import { ladderReader } from './context-of.ts';

const paramsOf = (baseOrderSize: string) =>
  ladderParams.parse({ direction: 'buy', baseOrderSize, stepPercent: '1', takeProfitPercent: '1' });
const [own, next, later] = [paramsOf('100'), paramsOf('200'), paramsOf('300')];

describe('the ladders an atom has read', () => {
  it('are read once for the cycle that is open and for the one that follows', () => {
    const read = ladderReader(ladderFamily);
    const [first, second] = [read(own), read(next)];
    for (const params of [own, next, next, own, own, next]) expect(read(params)).toBe(params === own ? first : second);
  });

  it('are those of the parameters, however many there were', () => {
    const read = ladderReader(ladderFamily);
    for (const params of [own, next, later, own, later, next]) expect(read(params)).toEqual(ladderOf(params));
  });
});
