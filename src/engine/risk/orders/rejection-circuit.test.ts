import { expect, it } from 'vitest';
import { instantOf, later } from '#base/time.ts';
import {
  afterRejection,
  afterSuccess,
  CIRCUIT_REST_MS,
  CLOSED_CIRCUIT,
  isOpenFor,
  type RejectionCircuit,
} from './rejection-circuit.ts';

const NOW = instantOf(Date.UTC(2026, 0, 5));
const OPENING = { intent: 'open', now: NOW } as const;

/** The circuit after the request was rejected for these reasons, one after the other. */
function rejected(request: string, reasons: readonly string[]): RejectionCircuit {
  return reasons.reduce((circuit, why) => afterRejection(circuit, request, { why, at: NOW }), CLOSED_CIRCUIT);
}

it('fault 43: the rejection circuit opens after the same request was rejected three times for the same reason', () => {
  expect(isOpenFor(rejected('buy 1', ['-4014', '-4014']), 'buy 1', OPENING)).toBe(false);
  const circuit = rejected('buy 1', ['-4014', '-4014', '-4014']);
  expect(isOpenFor(circuit, 'buy 1', OPENING)).toBe(true);
  expect(isOpenFor(circuit, 'buy 2', OPENING)).toBe(false);
  expect(isOpenFor(afterSuccess(circuit, 'buy 1'), 'buy 1', OPENING)).toBe(false);
});

it('the rejection circuit counts from one again when a request is rejected for another reason', () => {
  const circuit = rejected('buy 1', ['-4014', '-4014', '-2019', '-4014', '-4014']);
  expect(isOpenFor(circuit, 'buy 1', OPENING)).toBe(false);
});

it.each(['open', 'close'] as const)(
  'the rejection circuit lets an order to %s through again after its pause, and holds it when it fails the same way',
  (intent) => {
    const circuit = rejected('order', ['-2019', '-2019', '-2019']);
    const then = later(NOW, CIRCUIT_REST_MS[intent]);
    expect(isOpenFor(circuit, 'order', { intent, now: later(then, -1) })).toBe(true);
    expect(isOpenFor(circuit, 'order', { intent, now: then })).toBe(false);
    const again = afterRejection(circuit, 'order', { why: '-2019', at: then });
    expect(isOpenFor(again, 'order', { intent, now: then })).toBe(true);
  },
);

it('the rejection circuit holds orders that close a position for seconds only', () => {
  expect(CIRCUIT_REST_MS.close).toBeLessThanOrEqual(5_000);
});

it('the rejection circuit forgets the oldest requests, so its size is bounded', () => {
  let circuit = CLOSED_CIRCUIT;
  for (let count = 0; count < 1_100; count += 1) {
    circuit = afterRejection(circuit, `buy ${count}`, { why: '-1', at: NOW });
  }
  expect(circuit.requests.size).toBe(1_000);
  expect(circuit.requests.has('buy 1099')).toBe(true);
});
