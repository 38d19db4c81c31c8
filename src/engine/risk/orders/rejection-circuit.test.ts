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

it('fault 43: opens after three equal rejections of an equal request, and for no other', () => {
  expect(isOpenFor(rejected('buy 1', ['-4014', '-4014']), 'buy 1', OPENING)).toBe(false);
  const circuit = rejected('buy 1', ['-4014', '-4014', '-4014']);
  expect(isOpenFor(circuit, 'buy 1', OPENING)).toBe(true);
  expect(isOpenFor(circuit, 'buy 2', OPENING)).toBe(false);
  expect(isOpenFor(afterSuccess(circuit, 'buy 1'), 'buy 1', OPENING)).toBe(false);
});

it('begins to count anew when the reason is another one', () => {
  const circuit = rejected('buy 1', ['-4014', '-4014', '-2019', '-4014', '-4014']);
  expect(isOpenFor(circuit, 'buy 1', OPENING)).toBe(false);
});

it.each(['open', 'close'] as const)(
  'lets an order to %s through again after its rest, and no longer when it fails in the same way',
  (intent) => {
    const circuit = rejected('order', ['-2019', '-2019', '-2019']);
    const then = later(NOW, CIRCUIT_REST_MS[intent]);
    expect(isOpenFor(circuit, 'order', { intent, now: later(then, -1) })).toBe(true);
    expect(isOpenFor(circuit, 'order', { intent, now: then })).toBe(false);
    const again = afterRejection(circuit, 'order', { why: '-2019', at: then });
    expect(isOpenFor(again, 'order', { intent, now: then })).toBe(true);
  },
);

it('keeps what closes a position waiting for seconds only', () => {
  expect(CIRCUIT_REST_MS.close).toBeLessThanOrEqual(5_000);
});

it('forgets the oldest requests, so that it stays small', () => {
  let circuit = CLOSED_CIRCUIT;
  for (let count = 0; count < 1_100; count += 1) {
    circuit = afterRejection(circuit, `buy ${count}`, { why: '-1', at: NOW });
  }
  expect(circuit.requests.size).toBe(1_000);
  expect(circuit.requests.has('buy 1099')).toBe(true);
});
