import { objectToSnake } from 'ts-case-convert';
import { describe, expect, it } from 'vitest';
import { ladderParams } from '#engine/model/ladder-params.ts';
import '#web/kinds/kind-views.ts';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { rulePresets } from '#web/kinds/rule-presets.ts';
import { gridPaths, gridValueText, pathTitle, pointText } from './path-words.ts';

const ladder = { kind: 'dca-bot', params: ladderParams.parse({ baseOrderSize: '100' }) };
const [reversal] = rulePresets();
const rules = { kind: 'custom-bot', params: reversal?.params ?? {} };

const english = await textWith('backtest', 'en');

describe('the parameters of a grid', () => {
  it.each([
    ['step_percent', 'First step, %'],
    ['leverage', 'Leverage, ×'],
    ['base_order_size', 'Base order, USDT'],
    ['direction', 'Direction'],
    ['nobody_knows', 'nobodyKnows'],
  ])('"%s" of a ladder is called "%s"', (path, title) => {
    expect(pathTitle(path, ladder, english)).toBe(title);
  });

  it('a number inside a rule is told by the condition that it is in', () => {
    expect(pathTitle('buy.enter.b.const', rules, english)).toMatch(/^Long: RSI\(14\) .*30.*, b\.const$/);
  });

  it('of a ladder are its settings, without those that a list of values cannot describe', () => {
    const paths = gridPaths(objectToSnake(ladder.params)).map(({ path }) => path);
    expect(paths).toContain('take_profit_percent');
    expect(paths).toContain('stop_loss_percent');
    expect(paths.filter((path) => /custom_levels|conditions/.test(path))).toEqual([]);
  });

  it('of rules are the numbers in them, never the words that say what they are', () => {
    const paths = gridPaths(objectToSnake(rules.params)).map(({ path }) => path);
    expect(paths).toContain('buy.enter.b.const');
    expect(paths).toContain('buy.stop.mult');
    expect(paths.filter((path) => /\.(?:op|ind|type)$/.test(path))).toEqual([]);
  });
});

it('the values of a point are written as the language writes numbers, and null as switched off', async () => {
  const russian: Text = await textWith('backtest', 'ru');
  const point = [{ value: '1.80' }, { value: null }, { value: 'true' }];
  expect(pointText(point, 'dca-bot', english)).toBe('1.8 / off / yes');
  expect(pointText(point, 'dca-bot', russian)).toBe('1,8 / выкл / да');
  expect(gridValueText('sell', 'dca-bot', english)).toBe('Short');
});
