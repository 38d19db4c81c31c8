import { describe, expect, it } from 'vitest';
import { INDICATORS } from '../indicators/registry.ts';
import { unknownValues, unsteadyValues } from './inspect-values.ts';
import { type OperandColumn, operandColumn } from './operand-column.ts';
import { ruleSchema } from './read-rule.ts';
import { barsIn } from './rule-bars.ts';

const close = { price: 'close' };
const rsi = { ind: 'rsi', n: 7, timeframe: '4h' };
const rule = ruleSchema.parse({
  timeframe: '15m',
  all: [
    { op: 'gt', a: close, b: { const: '1' } },
    {
      not: {
        op: 'within',
        n: 3,
        cond: { op: 'between', a: rsi, low: { const: '1' }, high: { percentOf: close, p: '2' } },
      },
    },
  ],
});

/** The values of every operand, but those of the index of strength are computed by something else. */
const planted = (change: (own: OperandColumn) => Partial<OperandColumn>) =>
  unsteadyValues(rule, (operand, base) => {
    const own = operandColumn(operand, base);
    return 'ind' in operand ? { ...own, ...change(own) } : own;
  });

describe('the values of a rule that is to be saved', () => {
  it('pass when they depend on no later bar and on no longer past', () => {
    expect(unsteadyValues(rule, operandColumn)).toEqual([]);
  });

  it('are refused where one looks ahead, with its path', () => {
    const ahead = planted((own) => ({
      valuesOf: (bars) => own.valuesOf(bars).map((_value, bar, all) => all[bar + 1] ?? all[bar] ?? Number.NaN),
    }));
    expect(ahead).toEqual([
      { path: ['all', 1, 'not', 'cond', 'a'], sentence: expect.stringMatching(/later bars/) as unknown },
    ]);
  });

  it('are refused where one remembers more bars than it declares, with its path', () => {
    const long = planted(() => ({
      settling: 10,
      valuesOf: (bars) => {
        let sum = 0;
        return (barsIn(bars, '4h').columns.close ?? new Float64Array(0)).map((price) => (sum += price));
      },
    }));
    expect(long).toEqual([
      { path: ['all', 1, 'not', 'cond', 'a'], sentence: expect.stringMatching(/before the last 11/) as unknown },
    ]);
  });

  it.each(INDICATORS.map(({ id, outputs }) => [id, Object.keys(outputs)] as const))(
    'pass with every output of %s at its defaults',
    (ind, outputs) => {
      const rules = outputs.map((out) =>
        ruleSchema.safeParse({ timeframe: '1h', op: 'rising', n: 2, a: { ind, out } }),
      );
      for (const { data } of rules) if (data !== undefined) expect(unsteadyValues(data, operandColumn)).toEqual([]);
    },
  );

  it('are named where the series behind them is not stored', () => {
    const told = ruleSchema.parse({
      timeframe: '1h',
      any: [
        { op: 'gt', a: { ind: 'oi_change_percent' }, b: { const: '2' } },
        { op: 'gt', a: close, b: { percentOf: { ind: 'predicted_funding_rate' }, p: '5' } },
        { op: 'gt', a: close, b: rsi },
      ],
    });
    expect(unknownValues(told).map(({ path }) => path.join('.'))).toEqual(['any.0.a', 'any.1.b']);
    expect(unknownValues(told)[0]?.sentence).toContain('open_interest is not stored');
    expect(unsteadyValues(told, operandColumn)).toEqual([]);
  });
});
