import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import type { Stretch } from '../model/history.ts';
import { fundingHoles, type KnownSettlement, settlementTimes } from './funding-holes.ts';

const HOUR = 60;
/** 2025-05-04 03:00 UTC, two days of minutes. */
const START = instantOf(Date.UTC(2025, 4, 4, 3));
const MINUTES = 48 * HOUR;

const settled = (hours: readonly number[]): KnownSettlement[] =>
  hours.map((hour) => ({ time: instantOf(START + hour * HOUR_MS) }));
/** Holes of the two days, in hours from their start. */
function holes(
  known: readonly KnownSettlement[],
  { frozen = [], listed = null }: { readonly frozen?: readonly Stretch[]; readonly listed?: number | null } = {},
) {
  return fundingHoles({ start: START, minutes: MINUTES, frozen }, known, listed).map(({ from, to, due, hours }) => ({
    ...{ from: from / HOUR, to: to / HOUR, hours },
    due: due.map((minute) => minute / HOUR),
  }));
}
const every = (hours: number, from: number, to: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / hours) }, (_unused, index) => from + index * hours);
/** 08:00, 16:00, 00:00 … counted in hours from 03:00. */
const ALL = every(8, 5, 48);

describe('the settlements that a contract must have', () => {
  it.each([8, 4, 1])('no settlement is missing where one is known every %i hours', (hours) => {
    expect(holes(settled(every(hours, hours === 1 ? 0 : 5 % hours, 48)))).toEqual([]);
  });

  it('settlements stamped some milliseconds or seconds after the hour are not missing', () => {
    const late = ALL.map((hour, place) => ({ time: instantOf(START + hour * HOUR_MS + place * 13_000) }));
    expect(holes(late)).toEqual([]);
  });

  it.each([8, 4, 1])('a missing settlement between two others, %i hours apart, is found', (hours) => {
    const known = every(hours, 5 % hours, 48).filter((hour) => hour !== 29);
    expect(holes(settled(known))).toEqual([{ from: 29 - hours, to: 29 + hours, due: [29], hours }]);
  });

  it('missing settlements follow the interval of their time when a contract settles more and more often', () => {
    const known = [...every(8, -43, 5), ...every(4, 5, 29), ...every(1, 29, 48)];
    expect(holes(settled(known))).toEqual([]);
    expect(holes(settled(known.filter((hour) => hour !== 13 && hour !== 40))).map(({ due }) => due)).toEqual([
      [13],
      [40],
    ]);
  });

  it.each([
    ['more often soon after the first', [...every(8, 5, 21), ...every(4, 21, 33), ...every(1, 33, 48)]],
    ['less often shortly before the last', [...every(1, 0, 21), ...every(4, 21, 29), ...every(8, 29, 48)]],
  ])('no settlement is missing where a contract settles %s that is known', (_when, known) => {
    expect(holes(settled(known))).toEqual([]);
  });

  it('missing settlements beside the first and the last known one are found', () => {
    const known = every(4, 1, 48).filter((hour) => hour !== 5 && hour !== 37 && hour !== 45);
    expect(holes(settled(known)).flatMap(({ due }) => due)).toEqual([5, 37, 45]);
  });

  it('the interval named by the source is used although every other settlement is missing', () => {
    const known = settled(every(8, 5, 48)).map((one) => ({ ...one, hours: 4 }));
    expect(holes(known).flatMap(({ due }) => due)).toEqual([1, 9, 17, 25, 33, 41]);
  });

  it('the listed funding interval is used where too few settlements are known to show it', () => {
    expect(holes(settled([5]), { listed: 4 }).flatMap(({ due }) => due)).toEqual([1, ...every(4, 9, 48)]);
    expect(holes(settled([5])).flatMap(({ due }) => due)).toEqual(ALL.slice(1));
    expect(holes([], { listed: 1 }).flatMap(({ due }) => due)).toEqual(every(1, 0, 48));
  });

  it('the first and the last settlement of a stretch, whose neighbours lie outside, are found missing', () => {
    const around = every(4, -43, 90).filter((hour) => hour !== 1 && hour !== 45);
    expect(holes(settled(around)).map(({ from, to, due }) => [from, to, due])).toEqual([
      [0, 5, [1]],
      [41, 48, [45]],
    ]);
    expect(holes(settled(every(4, 5, 40))).map(({ due }) => due)).toEqual([[1], [41, 45]]);
  });

  it('without any known settlement the whole stretch is missing, unless it is no longer than one interval', () => {
    expect(holes([])).toEqual([{ from: 0, to: 48, due: ALL, hours: 8 }]);
    expect(holes([], { frozen: [{ from: 8 * HOUR, to: MINUTES }] })).toEqual([]);
  });

  it('no settlement is missing without a market, nor at its first minute', () => {
    const frozen = [{ from: 12 * HOUR, to: 29 * HOUR }];
    expect(holes(settled([5, 37, 45]), { frozen })).toEqual([]);
    expect(holes(settled([8, 16, 24, 32, 40]))).toEqual([]);
  });

  it('a settlement that is taken out anywhere is found again, whatever the distances were before and after', () => {
    const regime = fc.record({ hours: fc.constantFrom(1, 4, 8), count: fc.integer({ min: 8, max: 30 }) });
    checkProperty(
      fc.property(fc.array(regime, { minLength: 1, maxLength: 4 }), fc.nat(), (regimes, chosen) => {
        const times: Instant[] = [START];
        const inner: number[] = [];
        for (const { hours, count } of regimes) {
          // The neighbours of a change do not show which of the two distances is meant.
          for (let place = 1; place <= count; place += 1) {
            if (place > 4 && place < count - 4) inner.push(times.length);
            times.push(instantOf((times.at(-1) ?? START) + hours * HOUR_MS));
          }
        }
        if (inner.length === 0) return;
        const minutes = ((times.at(-1) ?? START) - START) / MINUTE_MS;
        const find = (known: readonly Instant[]) =>
          fundingHoles(
            { start: START, minutes, frozen: [] },
            known.map((time) => ({ time })),
            null,
          ).flatMap(({ due }) => due.map((minute) => START + minute * MINUTE_MS));
        expect(find(times)).toEqual([]);
        const out = inner[chosen % inner.length] ?? 0;
        expect(find(times.filter((_time, place) => place !== out))).toEqual([times[out]]);
      }),
    );
  });
});

it('a contract that settles every four hours does so at 00:00, 04:00 … UTC, the end of a span excluded', () => {
  const span = { from: START, to: instantOf(Date.UTC(2025, 4, 4, 12)) };
  expect(settlementTimes(span, 4)).toEqual([Date.UTC(2025, 4, 4, 4), Date.UTC(2025, 4, 4, 8)]);
});
