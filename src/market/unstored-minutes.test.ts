import { expect, it } from 'vitest';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Stretch } from '#engine/model/history.ts';
import { unstoredMinutes } from './unstored-minutes.ts';

const START = instantOf(Date.UTC(2025, 5, 15, 15, 20));
const minuteAt = (index: number): Instant => later(START, index * MINUTE_MS);
const ALWAYS = Number.NEGATIVE_INFINITY;
const span = (from: number, to: number) => ({ from: minuteAt(from), to: minuteAt(to) });
const HOLE: Stretch = { from: 100, to: 120 };

it.each([
  ['before the first minute, where the listing is not known', [], null, [], [{ from: ALWAYS, to: 0 }]],
  ['between the listing and the first minute', [], -40, [], [{ from: -40, to: 0 }]],
  ['none, where the contract was listed with the first minute', [], 0, [], []],
  ['none, where at most five minutes lie between the listing and the first minute', [], -5, [], []],
  ['in a long hole', [HOLE], 0, [], [HOLE]],
  ['none in a hole that the exchange has confirmed', [HOLE], 0, [span(90, 130)], []],
  ['only what the exchange has not confirmed', [HOLE], 0, [span(100, 110)], [{ from: 110, to: 120 }]],
  ['none, where at most five minutes of a hole are not confirmed', [HOLE], 0, [span(103, 118)], []],
  ['none in minutes before the listing', [{ from: 0, to: 120 }], 118, [], []],
  [
    'from the listing on, where the history begins with a hole',
    [{ from: 0, to: 120 }],
    80,
    [],
    [{ from: 80, to: 120 }],
  ],
  ['at the end, after the last candle', [{ from: 900, to: 1_000 }], 0, [], [{ from: 900, to: 1_000 }]],
])('minutes that the market may have had are not stored %s', (_where, frozen, listed, absent, expected) => {
  const listedAt = listed === null ? null : minuteAt(listed);
  expect(unstoredMinutes({ start: START, frozen }, { listedAt, absent })).toEqual(expected);
});
