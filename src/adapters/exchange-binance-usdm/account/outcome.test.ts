import { describe, expect, it } from 'vitest';
import { failureOf } from '../transport/error-kinds.ts';
import { unavailableError } from '../transport/exchange-error.ts';
import { outcomeOf } from './outcome.ts';

const answer = (status: number, data: unknown, headers: Record<string, string> = {}) =>
  outcomeOf(failureOf({ status, data, headers }));
const coded = (status: number, code: number, msg = 'words that change from year to year') =>
  answer(status, { code, msg });

describe('the outcome of a failed send', () => {
  it.each([
    [400, -1111, 'filter'],
    [400, -4014, 'filter'],
    [400, -4164, 'filter'],
    [400, -2019, 'margin'],
    [400, -2028, 'margin'],
    [400, -2027, 'position-limit'],
    [400, -2022, 'closes-too-much'],
    [400, -4118, 'closes-too-much'],
    [400, -4130, 'duplicate-close'],
    [400, -2025, 'order-count'],
    [400, -4045, 'order-count'],
    [400, -4061, 'position-mode'],
    [400, -4131, 'price-band'],
    [400, -5022, 'would-take'],
    [400, -4140, 'not-trading'],
    [400, -4141, 'not-trading'],
    [400, -4120, 'order-type'],
    [400, -2011, 'absent'],
    [400, -4116, 'duplicate'],
    [400, -2021, 'trigger'],
    [400, -4046, 'unchanged'],
    [400, -1021, 'clock'],
    [401, -2015, 'key'],
    [400, -1022, 'key'],
    [400, -1121, 'symbol'],
    [503, -1008, 'overload'],
    [400, -9999, 'other'],
  ])('HTTP %i with code %i is a definite rejection: %s', (status, code, cause) => {
    expect(coded(status, code)).toMatchObject({ kind: 'rejected', cause, venueCode: code });
  });

  it.each([
    [400, -1000],
    [400, -1006],
    [503, -1006],
    [408, -1007],
    [504, -1007],
    [400, -1001],
    [500, -9999],
  ])('HTTP %i with code %i leaves it unknown whether the order was accepted', (status, code) => {
    expect(coded(status, code)).toEqual({ kind: 'unknown', reason: 'exchange-unsure' });
  });

  it.each([
    [503, { msg: 'Unknown error, please check your request or try again later.' }],
    [502, '<html>bad gateway</html>'],
    [408, ''],
  ])('HTTP %i without a code leaves it unknown too', (status, data) => {
    expect(answer(status, data)).toEqual({ kind: 'unknown', reason: 'no-answer' });
  });

  it('the one 503 that states that nothing was executed is a rejection', () => {
    expect(answer(503, { code: 0, msg: 'Service Unavailable.' })).toMatchObject({
      kind: 'rejected',
      cause: 'overload',
    });
  });

  it.each([
    [429, { code: -1003 }, { 'retry-after': '7' }, 7_000],
    [418, { code: -1003 }, { 'retry-after': '120' }, 120_000],
    [418, { code: -1003 }, { 'retry-after': '259200' }, 259_200_000],
    [429, { code: -1015 }, {}, 60_000],
    [403, '<html>blocked</html>', {}, 120_000],
    [429, '<html>', {}, 60_000],
  ])('fault 29: HTTP %i %o with %o is a wait', (status, data, headers, pauseMs) => {
    expect(answer(status, data, headers as Record<string, string>)).toEqual({ kind: 'throttled', pauseMs });
  });

  it('no answer is unknown, and records whether anything can have left this machine', () => {
    expect(outcomeOf(unavailableError('x', true))).toEqual({ kind: 'unknown', reason: 'no-answer' });
    expect(outcomeOf(unavailableError('x', false))).toEqual({ kind: 'unknown', reason: 'not-connected' });
  });

  it('a programming error is rethrown, not turned into an outcome', () => {
    expect(() => outcomeOf(new TypeError('ours'))).toThrow('ours');
  });
});
