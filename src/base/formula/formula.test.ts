import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { fractionOf, roundedText } from './big-fraction.ts';
import { FORMULA_LENGTH_MAX, parseFormula } from './formula.ts';

const NAME = 'take_profit_percent';

function result(text: string, value: string, decimals = 6): string | null | 'by zero' {
  const { formula, problem } = parseFormula(text, NAME);
  if (formula === null) throw new Error(`${text}: ${problem.mistake} at ${problem.column}`);
  const exact = formula(fractionOf(value));
  return exact === null ? 'by zero' : roundedText(exact, decimals);
}

describe('a formula', () => {
  it.each([
    [NAME, '1.5', '1.5'],
    ['take_profit_percent * 0.9', '1.5', '1.35'],
    ['take_profit_percent*0.1+0.2', '1', '0.3'],
    ['1 + 2 * 3', '9', '7'],
    ['(1 + 2) * 3', '9', '9'],
    ['10 - 4 - 3', '9', '3'],
    ['12 / 3 / 2', '9', '2'],
    ['1 ÷ 3 × 3', '9', '1'],
    ['-take_profit_percent + 2', '1.5', '0.5'],
    ['2 − −1', '9', '3'],
    ['  ( ( take_profit_percent ) )  ', '0.01', '0.01'],
    ['1 / 3', '9', '0.333333'],
    ['2 / 3', '9', '0.666667'],
    ['0.0000005', '9', '0.000001'],
    ['-0.0000005', '9', '-0.000001'],
    ['0.00000049', '9', '0'],
    ['take_profit_percent / (take_profit_percent - 1.5)', '1.5', 'by zero'],
    ['99999999999999999999', '9', null],
  ])('%s of %s is %s', (text, value, expected) => {
    expect(result(text, value)).toBe(expected);
  });

  it('rounds to the decimals of its field', () => {
    expect(result('take_profit_percent / 7', '1', 8)).toBe('0.14285714');
    expect(result('take_profit_percent / 8', '1', 2)).toBe('0.13');
  });

  it('agrees with decimal.js on sums, products and quotients of decimals', () => {
    const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
    const values = ['0.01', '0.3', '1', '1.234567', '7.7', '999.999999'];
    for (const value of values)
      for (const other of values) {
        const [a, b] = [new Exact(value), new Exact(other)];
        const expected = a.times(b).plus(a.div(b)).minus(b.div('3')).toDecimalPlaces(6).toFixed();
        expect(result(`${NAME} * ${other} + ${NAME} / ${other} - ${other} / 3`, value)).toBe(expected);
      }
  });
});

describe('a text that is no formula', () => {
  it.each([
    ['', 'EMPTY', 1, ''],
    ['   ', 'EMPTY', 1, ''],
    ['1'.repeat(FORMULA_LENGTH_MAX + 1), 'TOO_LONG', FORMULA_LENGTH_MAX + 1, ''],
    ['take_profit * 2', 'UNKNOWN_NAME', 1, 'take_profit'],
    ['2 * цена', 'UNKNOWN_NAME', 5, 'цена'],
    ['take_profit_percent * 0,9', 'UNEXPECTED', 24, ','],
    ['1.2.3', 'UNEXPECTED', 1, '1.2.3'],
    ['.5', 'UNEXPECTED', 1, '.5'],
    ['2 +', 'ENDS_EARLY', 4, ''],
    ['2 + ', 'ENDS_EARLY', 4, ''],
    ['2 + * 3', 'UNEXPECTED', 5, '*'],
    ['2 3', 'UNEXPECTED', 3, '3'],
    ['take_profit_percent(2)', 'UNEXPECTED', 20, '('],
    ['3 * (1 + 2', 'UNCLOSED', 5, '('],
    ['(1 + 2))', 'UNEXPECTED', 8, ')'],
    ['()', 'UNEXPECTED', 2, ')'],
    ['2 ** 3', 'UNEXPECTED', 4, '*'],
    ['1e3', 'UNEXPECTED', 2, 'e3'],
    ['constructor', 'UNKNOWN_NAME', 1, 'constructor'],
  ])('"%s" is refused as %s at column %i', (text, mistake, column, found) => {
    expect(parseFormula(text, NAME).problem).toEqual({ mistake, column, found });
  });
});
