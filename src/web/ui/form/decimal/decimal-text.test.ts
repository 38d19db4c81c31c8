import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { separatorsOf } from '#web/i18n/number-text.ts';
import { checkProperty } from '../../../../../tests/support/property.ts';
import { caretIn, decimalOf, type Entry, entryAfter, shownDecimal, shownEntry } from './decimal-text.ts';

const [english, russian] = [separatorsOf('en'), separatorsOf('ru')];

describe('a typed or pasted number', () => {
  it.each([
    ['1,234.5', english, '1234.5'],
    ['1,234', english, '1234'],
    ['1,234,567', english, '1234567'],
    ['12 345', english, '12345'],
    ['1 234,5', russian, '1234.5'],
    ['1\u202f234\u00a0567,5', russian, '1234567.5'],
    ['0,001', russian, '0.001'],
    ['1,234', russian, '1.234'],
    ['1234.5', russian, '1234.5'],
    ['1,234.5', russian, '1234.5'],
    ['1.234,5', russian, '1234.5'],
    ['-7', english, '-7'],
    ['\u22127.5', english, '-7.5'],
    ['+7', english, '7'],
    [' 12. ', english, '12.'],
    ['.5', english, '.5'],
    ['', english, ''],
  ])('%j is understood as one decimal string', (typed, separators, expected) => {
    expect(decimalOf(typed, separators)).toBe(expected);
  });

  it.each([
    ['1,5', english],
    ['9,99', english],
    ['0,5', english],
    ['0,001', english],
    ['12,34', english],
    ['1234,567', english],
    ['1,234,56', english],
    ['1,2345', english],
    ['01,234', english],
    [',123', english],
    ['1.234,5', english],
    ['1.234.567', english],
    ['1.2.3', english],
    ['1,5', { group: '\u2019', decimal: '.' }],
    ['12 34', english],
    ['1 2', russian],
    ['0 123', russian],
    ['1,2,3', russian],
    ['1 234.5,6', russian],
    ['1e5', english],
    ['1.5k', english],
    ['5\u00b2', english],
    ['1-2', english],
    ['12 USDT', english],
  ])('%j is refused, because it is not clearly one number', (typed, separators) => {
    expect(decimalOf(typed, separators)).toBeNull();
  });

  it('may end with the unit of its field and with no other', () => {
    const typed = ['12 USDT', '12usdt', '12 %', '12k'];
    expect(typed.map((text) => decimalOf(text, english, 'USDT'))).toEqual(['12', '12', null, null]);
  });

  it('is either refused or keeps its digits, with no separator taken for nothing before other than three digits', () => {
    const digits = fc.stringMatching(/^\d{0,4}$/);
    const separator = fc.constantFrom(',', '.', ' ', '\u00a0');
    const text = fc.array(fc.tuple(digits, separator), { maxLength: 3 });
    checkProperty(
      fc.property(text, digits, fc.constantFrom(english, russian), (parts, last, separators) => {
        const typed = parts.flat().join('') + last;
        const read = decimalOf(typed, separators);
        if (read === null) return;
        expect(read.replace('.', '')).toBe(typed.replaceAll(/\D/g, ''));
        const groups = read.split('.')[0] ?? '';
        const swallowed = typed.trim().length - read.length;
        if (swallowed === 0) return;
        expect(groups.length).toBeGreaterThan(swallowed * 3);
        expect(groups).not.toMatch(/^0/);
      }),
    );
  });

  it('is shown with its thousands apart and means the same number again, in both languages', () => {
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

describe('an edit of a formatted number', () => {
  it('drops the separators that the field wrote, and none that the edit brought', () => {
    const edits = [
      { shown: '1,234', typed: '1,2345', inserted: '5', caret: 6 },
      { shown: '1,234', typed: '1,23', inserted: '', caret: 4 },
      { shown: '1,234', typed: '1,5', inserted: '1,5', caret: 3 },
      { shown: '1,234', typed: '1,234,5', inserted: ',5', caret: 7 },
    ];
    const values = edits.map((edit) => entryAfter(edit, null, { separators: english }).value);
    expect(values).toEqual(['12345', '123', '1,5', '1234,5']);
  });
});

describe('a number that is typed character by character', () => {
  /** Each character behind the others, as a field without any formatting of its own would not need to read it. */
  function typedInto(text: string, separators: typeof english): { readonly entry: Entry; readonly shown: string } {
    let [entry, shown]: [Entry, string] = [{ text: '', value: '' }, ''];
    for (const letter of text) {
      const edit = { shown, typed: shown + letter, inserted: letter, caret: shown.length + 1 };
      entry = entryAfter(edit, entry, { separators });
      shown = shownEntry(entry, separators);
    }
    return { entry, shown };
  }

  it.each([
    ['12.345.678', russian, '12345678', '12.345.678'],
    ['1.500.2', russian, '1.500.2', '1.500.2'],
    ['1.5.2', russian, '1.5.2', '1.5.2'],
    ['1.5', russian, '1.5', '1.5'],
    ['1,234.5', russian, '1234.5', '1,234.5'],
    ['1234,5', russian, '1234.5', '1\u00a0234,5'],
    ['1,2345', english, '1,2345', '1,2345'],
    ['1234567', english, '1234567', '1,234,567'],
    ['1234,5', english, '1234,5', '1234,5'],
  ])('%j is read as it was typed and not as the field shows it', (text, separators, value, shown) => {
    expect(typedInto(text, separators)).toEqual({ entry: { text, value }, shown });
  });

  it('means the same as when it is pasted', () => {
    const letters = fc.constantFrom(...'0123456789', ',', '.', ',', '.', ' ', '-');
    const texts = fc.string({ unit: letters, maxLength: 12 });
    checkProperty(
      fc.property(texts, fc.constantFrom(english, russian), (text, separators) => {
        expect(typedInto(text, separators).entry.value).toBe(decimalOf(text, separators) ?? text);
      }),
    );
  });
});
