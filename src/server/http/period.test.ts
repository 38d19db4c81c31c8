import { describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { readFrom, readPeriod, readTo } from './period.ts';
import { ProblemError } from './problem.ts';

const at = (text: string) => instantOf(Date.parse(text));
const usual = { first: at('2025-05-04T15:37:00Z'), now: at('2025-05-20T10:00:00Z') };

describe('a period in a query', () => {
  it.each([
    ['a day as a start begins at its midnight', readFrom, '2025-05-06', '2025-05-06T00:00:00Z'],
    ['a day as an end includes the whole day', readTo, '2025-05-06', '2025-05-07T00:00:00Z'],
    ['an instant as an end is itself excluded', readTo, '2025-05-06T12:00:00Z', '2025-05-06T12:00:00Z'],
    ['a time zone offset is applied', readFrom, '2025-05-06T02:00:00+02:00', '2025-05-06T00:00:00Z'],
    ['a leap day is accepted', readTo, '2024-02-29', '2024-03-01T00:00:00Z'],
    ['a time before 1970 becomes 1970', readFrom, '1816-01-01', '1970-01-01T00:00:00Z'],
    [
      'a time later than the database can store becomes the latest it can',
      readTo,
      '9999-12-31',
      '9000-01-01T00:00:00Z',
    ],
  ])('%s', (_sentence, read, text, expected) => {
    expect(read(text)).toBe(at(expected));
  });

  it('runs from the first hour to now by default', () => {
    expect(readPeriod({}, usual)).toEqual({ from: usual.first, to: usual.now });
  });

  it('with only an end, before the first hour, is empty and not reversed', () => {
    const to = at('2025-05-01T00:00:00Z');
    expect(readPeriod({ dateTo: '2025-04-30' }, usual)).toEqual({ from: to, to });
  });

  it('from a day to the same day covers that day', () => {
    const period = readPeriod({ dateFrom: '2025-05-06', dateTo: '2025-05-06' }, usual);
    expect(period.to - period.from).toBe(86_400_000);
  });

  it('is refused when it ends before it begins', () => {
    const reversed = { dateFrom: '2025-05-07', dateTo: '2025-05-05' };
    expect(() => readPeriod(reversed, usual)).toThrow(new ProblemError('PERIOD_REVERSED'));
    // Without an end it ends now, so a start in the future is reversed too.
    expect(() => readPeriod({ dateFrom: '2025-06-01' }, usual)).toThrow(new ProblemError('PERIOD_REVERSED'));
  });
});
