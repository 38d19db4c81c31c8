import { expect, it } from 'vitest';
import { afterRejection, afterSuccess, CLOSED_CIRCUIT, isOpenFor } from './rejection-circuit.ts';

it('fault 43: opens after three equal rejections of an equal request, and for no other', () => {
  let circuit = CLOSED_CIRCUIT;
  for (let count = 0; count < 3; count += 1) {
    expect(isOpenFor(circuit, 'buy 1')).toBe(false);
    circuit = afterRejection(circuit, 'buy 1', '-4014');
  }
  expect(isOpenFor(circuit, 'buy 1')).toBe(true);
  expect(isOpenFor(circuit, 'buy 2')).toBe(false);
  expect(isOpenFor(afterSuccess(circuit, 'buy 1'), 'buy 1')).toBe(false);
});

it('begins to count anew when the reason is another one', () => {
  let circuit = CLOSED_CIRCUIT;
  for (const why of ['-4014', '-4014', '-2019', '-4014', '-4014']) circuit = afterRejection(circuit, 'buy 1', why);
  expect(isOpenFor(circuit, 'buy 1')).toBe(false);
});

it('forgets the oldest requests, so that it stays small', () => {
  let circuit = CLOSED_CIRCUIT;
  for (let count = 0; count < 1_100; count += 1) circuit = afterRejection(circuit, `buy ${count}`, '-1');
  expect(circuit.counts.size).toBe(1_000);
  expect(circuit.counts.has('buy 1099')).toBe(true);
});
