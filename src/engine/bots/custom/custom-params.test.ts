import { describe, expect, it } from 'vitest';
import { customFamily } from './custom-family.ts';
import { customParams } from './custom-params.ts';

const OVERSOLD = { op: 'crosses_above', a: { ind: 'rsi', n: 14 }, b: { const: '30' } };
const STRATEGY = {
  timeframe: '15m',
  sizing: { type: 'fixed_notional', value: '200' },
  buy: { enter: { all: [OVERSOLD] }, takeProfitPercent: '2' },
};

/** The path of every field that is wrong. */
function pathsOf(given: object): readonly string[] {
  const { error } = customParams.safeParse(given);
  return (error?.issues ?? []).map(({ path }) => path.join('.')).toSorted();
}

describe('the parameters of a custom bot', () => {
  it('have a version, a leverage, a margin mode and no second direction unless they say so', () => {
    expect(customParams.parse(STRATEGY)).toEqual({
      ...STRATEGY,
      ...{ version: 1, leverage: 5, marginType: 'isolated', sell: null, cooldownS: 0, maxOpenCycles: null },
      buy: { ...STRATEGY.buy, exit: null, trailingPercent: null, stop: null },
    });
  });

  it('name every wrong field by its path, in rules and beside them, in one refusal', () => {
    const wrong = {
      ...STRATEGY,
      timeframe: '7m',
      sizing: { type: 'fixed_notional', value: '-1' },
      cooldown: 5,
      buy: {
        enter: { all: [OVERSOLD, { op: 'gt', a: { ind: 'rsi', n: 0 }, b: { const: 'x' } }] },
        stop: { type: 'atr', mult: '0' },
      },
    };
    expect(pathsOf(wrong)).toEqual(
      ['', 'buy.enter.all.1.a.n', 'buy.enter.all.1.b.const', 'buy.stop.mult', 'sizing.value', 'timeframe'].toSorted(),
    );
  });

  it.each<[string, object, string]>([
    ['no direction', { ...STRATEGY, buy: null }, ''],
    ['an unknown size', { ...STRATEGY, sizing: { type: 'martingale', value: '2' } }, 'sizing'],
    ['an unknown stop', { ...STRATEGY, buy: { ...STRATEGY.buy, stop: { type: 'time' } } }, 'buy.stop'],
    [
      'a rule with a timeframe of its own',
      { ...STRATEGY, buy: { enter: { ...OVERSOLD, timeframe: '1h' } } },
      'buy.enter.timeframe',
    ],
    [
      'a trailing exit that nothing arms',
      { ...STRATEGY, buy: { enter: OVERSOLD, trailingPercent: '1' } },
      'buy.trailingPercent',
    ],
    ['a size by the stop without a stop', { ...STRATEGY, sizing: { type: 'risk_percent', value: '1' } }, 'buy.stop'],
  ])('are refused for %s, at its field', (_name, given, path) => {
    expect(pathsOf(given)).toEqual([path]);
  });
});

describe('the rules of a custom bot, tried before they are saved', () => {
  const unstored = { op: 'gt', a: { ind: 'oi_change_percent', n: 3 }, b: { const: '1' } };

  it('are each tried, and a value that nobody stores is named by its path', () => {
    const params = customParams.parse({
      ...STRATEGY,
      buy: { enter: OVERSOLD, exit: { any: [OVERSOLD, unstored] } },
      sell: { enter: unstored },
    });
    const { refusals, warnings } = customFamily.inspect(params);
    expect(refusals).toEqual([]);
    expect(warnings.map(({ code, path }) => [code, path?.join('.')])).toEqual([
      ['SERIES_NOT_STORED', 'buy.exit.any.1.a'],
      ['SERIES_NOT_STORED', 'sell.enter.a'],
    ]);
  });
});
