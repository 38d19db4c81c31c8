import { describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal } from '#base/decimal.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { draftOf, emptyDraft, inputOf, readDraft, textFields } from './ladder-draft.ts';
import { fieldRanges } from './ladder-fields.ts';
import { presetOf, withPreset } from './ladder-presets.ts';

const draft = emptyDraft('ETHUSDT');

describe('a ladder draft', () => {
  it('the draft has a field for every parameter of the schema', () => {
    expect(Object.keys(inputOf(draft)).sort()).toEqual(Object.keys(ladderParams.shape).sort());
  });

  it('parameters are unchanged after conversion to texts and back', () => {
    const params = ladderParams.parse({
      baseOrderSize: '200.50',
      safetyOrdersCount: 4,
      stopLossPercent: '10',
      direction: 'both',
      timeLimitS: 86_400,
      entryConditions: { timeframe: '1h', op: 'rising', a: { price: 'close' }, n: 3 },
      safetyConditions: { timeframe: '5m', op: 'falling', a: { price: 'low' }, n: 2 },
    });
    expect(readDraft(draftOf({ name: 'x', comment: '', symbol: 'ETHUSDT', params })).params).toEqual(params);
  });

  it.each(textFields.map((field) => [field] as const))('the field %s has the range of the schema', (field) => {
    const { min, max, decimals } = fieldRanges[field];
    const read = (text: string) => readDraft({ ...draft, [field]: text }).badFields.includes(field);
    const next = (text: string, by: number) => formatDecimal((parseDecimal(text, decimals) ?? 0) + by, decimals);
    expect([read(min), read(max)]).toEqual([false, false]);
    expect([read(next(min, -1)), read(next(max, 1))]).toEqual([true, true]);
  });

  it.each(['', '1,5', '1e3', ' ', 'abc', '--1'])('a base order of "%s" marks its field', (text) => {
    expect(readDraft({ ...draft, baseOrderSize: text })).toEqual({ params: null, badFields: ['baseOrderSize'] });
  });

  it('the preset is recognised until a field differs', () => {
    const careful = withPreset(draft, 'careful');
    expect(presetOf(careful)).toBe('careful');
    expect(presetOf({ ...careful, stepPercent: '1.4' })).toBe('own');
    expect(presetOf({ ...careful, baseOrderSize: '75' })).toBe('careful');
  });
});
