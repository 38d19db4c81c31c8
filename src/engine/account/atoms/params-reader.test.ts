import { describe, expect, it } from 'vitest';
import { familyOf } from '../../bots/families.ts';
import { paperLadder } from '../../bots/registry.ts';
import { ladderParams } from '../../model/ladder-params.ts';
import { ladderOf } from '../../risk/ladder/ladder.ts';
import { paramsReader } from './context-of.ts';

const paramsOf = (baseOrderSize: string) =>
  ladderParams.parse({ direction: 'buy', baseOrderSize, stepPercent: '1', takeProfitPercent: '1' });
const [own, next, later] = [paramsOf('100'), paramsOf('200'), paramsOf('300')];

describe('the reader of the parameters of an atom', () => {
  it('reads parameters once for the open cycle and once for the next one', () => {
    const read = paramsReader(familyOf(paperLadder.kind).ladderOf);
    const [first, second] = [read(own), read(next)];
    for (const params of [own, next, next, own, own, next]) expect(read(params)).toBe(params === own ? first : second);
  });

  it('returns the ladder of the given parameters, however many it has read before', () => {
    const read = paramsReader(familyOf(paperLadder.kind).ladderOf);
    for (const params of [own, next, later, own, later, next]) expect(read(params)).toEqual(ladderOf(params));
  });
});
