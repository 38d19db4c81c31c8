import { beforeAll, describe, expect, it } from 'vitest';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { rulePresets } from './rule-presets.ts';
import { ruleFieldName, rulesSetExit, ruleText, ruleValueText } from './rule-words.ts';

let t: Text;
let russian: Text;
beforeAll(async () => {
  [t, russian] = await Promise.all([textWith('botWork', 'en'), textWith('botWork', 'ru')]);
}, 60_000);

const presets = rulePresets();

describe('the presets of bots with rules', () => {
  it('are six, each with a name of its own in both languages', () => {
    for (const text of [t, russian]) expect(new Set(presets.map((preset) => preset.name(text))).size).toBe(6);
  });

  it.each(presets)('$id trades both directions by rules that may be saved', ({ params }) => {
    const family = familyOf(ruleStrategy.kind);
    expect(family.directionsOf(params)).toEqual(['buy', 'sell']);
    expect(family.inspect(params)).toEqual({ refusals: [], warnings: [] });
  });

  it.each(presets)('$id is told in words, without a field left as it is sent', ({ params }) => {
    for (const text of [t, russian]) {
      for (const field of ['version', 'symbols', 'timeframe', 'sizing', 'buy', 'sell', 'leverage', 'marginType'])
        expect(ruleFieldName(field, text), field).not.toBeNull();
      for (const field of ['sizing', 'buy', 'sell', 'marginType'])
        expect(ruleValueText(params[field], text), field).not.toMatch(/[{}"_]|undefined/);
    }
  });
});

it('a preset has a stop-loss by its rules, and no take profit', () => {
  const exits = presets.map(({ params }) => [rulesSetExit(params, 'stopLoss'), rulesSetExit(params, 'takeProfit')]);
  expect(exits).toEqual(presets.map(() => [true, false]));
});

it.each<[string, object | null, object | null, boolean]>([
  ['a percentage of its only direction', { stop: { type: 'percent', value: '2' } }, null, false],
  [
    'one percentage of both directions',
    { stop: { type: 'percent', value: '2' } },
    { stop: { type: 'percent', value: '2' } },
    false,
  ],
  ['two percentages', { stop: { type: 'percent', value: '2' } }, { stop: { type: 'percent', value: '3' } }, true],
  ['a stop of one direction only', { stop: { type: 'percent', value: '2' } }, { stop: null }, true],
  ['a range', { stop: { type: 'atr', n: 14, mult: '2' } }, null, true],
  ['no stop at all', { stop: null }, { stop: null }, false],
])('a stop-loss of %s is set by the rules, or by one percentage of the bot', (_what, buy, sell, isByRules) => {
  expect(rulesSetExit({ buy, sell }, 'stopLoss')).toBe(isByRules);
});

describe('a rule in words', () => {
  it('names what opens and what closes a position, and its stop', () => {
    const buy = presets.find(({ id }) => id === 'rsi')?.params['buy'];
    expect(ruleValueText(buy, t)).toBe(
      'enter: RSI(14) crosses above 30; exit: RSI(14) crosses above 60; stop-loss 3 × ATR(14)',
    );
    expect(ruleValueText(buy, russian)).toBe(
      'вход: RSI(14) пересекает снизу вверх 30; выход: RSI(14) пересекает снизу вверх 60; стоп-лосс 3 × ATR(14)',
    );
  });

  it.each<[object, string]>([
    [{ op: 'gt', a: { price: 'close' }, b: { ind: 'ema', n: 200, timeframe: '4h' } }, 'close above EMA(200) on 4h'],
    [{ op: 'rising', a: { ind: 'obv' }, n: 3 }, 'OBV rising for 3 bars'],
    [
      {
        any: [
          { op: 'gte', a: { pos: 'bars_in_position' }, b: { const: '96' } },
          { op: 'lt', a: { pos: 'unrealized_percent' }, b: { const: '-1.5' } },
        ],
      },
      'bars in the position at or above 96 or open result in percent below −1.5',
    ],
    [
      { op: 'between', a: { ind: 'rsi', n: 7 }, low: { const: '20' }, high: { const: '1000.5' } },
      'RSI(7) between 20 and 1,000.5',
    ],
    [
      { op: 'lt', a: { price: 'low', offset: 2 }, b: { percentOf: { ind: 'sma', n: 20 }, p: '98' } },
      'low 2 bars ago below 98 % of SMA(20)',
    ],
    [
      {
        all: [
          { op: 'within', n: 5, cond: { op: 'lt', a: { ind: 'rsi', n: 14 }, b: { const: '30' } } },
          {
            any: [
              { op: 'falling', a: { price: 'volume' }, n: 2 },
              { not: { op: 'gt', a: { price: 'hl2' }, b: { price: 'open' } } },
            ],
          },
        ],
      },
      '(RSI(14) below 30) within 5 bars and (volume falling for 2 bars or not (middle of high and low above open))',
    ],
  ])('%j', (rule, sentence) => {
    expect(ruleText(rule, t)).toBe(sentence);
  });
});
