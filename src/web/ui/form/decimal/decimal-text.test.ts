import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { separatorsOf } from '#web/i18n/number-text.ts';
import { checkProperty } from '../../../../../tests/support/property.ts';
import { caretIn, decimalOf, shownDecimal } from './decimal-text.ts';

const [english, russian] = [separatorsOf('en'), separatorsOf('ru')];

describe('a number as it is typed', () => {
  it.each([
    ['1,234.5', english, '1234.5'],
    ['1 234,5', russian, '1234.5'],
    ['1234.5', russian, '1234.5'],
    ['1,234.5', russian, '1234.5'],
    ['1.234,5', russian, '1234.5'],
    ['-7', english, '-7'],
    ['12.', english, '12.'],
    ['.5', english, '.5'],
    ['1.2.3', english, '12.3'],
    ['12 USDT', english, '12'],
    ['', english, ''],
  ])('%j is understood as one decimal string', (typed, separators, expected) => {
    expect(decimalOf(typed, separators)).toBe(expected);
  });

  it('has no more decimals than its field', () => {
    expect([decimalOf('1.239', english, 2), decimalOf('1.9', english, 0)]).toEqual(['1.23', '1']);
  });

  it('what is shown of it means the same number again, in both languages', () => {
    const digits = fc.stringMatching(/^-?\d{0,14}(\.\d{0,9})?$/);
    checkProperty(
      fc.property(digits, fc.constantFrom(english, russian), (value, separators) => {
        expect(decimalOf(shownDecimal(value, separators), separators)).toBe(value);
      }),
    );
  });

  it('keeps its caret behind the same digit when thousands are set apart', () => {
    expect(caretIn('12,345', '12345', 3, english)).toBe(4);
    expect(caretIn('1,234', '1,2a34', 4, english)).toBe(3);
  });
});
