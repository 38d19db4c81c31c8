import { describe, expect, it } from 'vitest';
import { rate } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Stretch, SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { assumeFunding } from './assume-funding.ts';
import { missingFunding } from './missing-funding.ts';

const HOUR = 60;
/** 2025-05-04 03:00 UTC, two days of minutes. */
const START = instantOf(Date.UTC(2025, 4, 4, 3));
const MINUTES = 48 * HOUR;

function history(settledHours: readonly number[], frozen: readonly Stretch[] = []): SymbolHistory {
  const column = new Int32Array(MINUTES).fill(1_000);
  const columns = { start: START, open: column, high: column, low: column, close: column, volume: column };
  const funding = {
    minute: Int32Array.from(settledHours, (hour) => hour * HOUR),
    rate: Int32Array.from(settledHours, () => 777),
  };
  return { columns, index: skipIndexOf(columns), funding, frozen };
}
const timesOf = (hours: readonly number[]): Instant[] => hours.map((hour) => instantOf(START + hour * 3_600_000));
/** 08:00, 16:00, 00:00 … counted in hours from 03:00. */
const ALL = [5, 13, 21, 29, 37, 45];

describe('missing funding', () => {
  it('is empty where settlements are known every eight hours or more often', () => {
    expect(missingFunding(history(ALL), timesOf(ALL))).toEqual([]);
    const hourly = Array.from({ length: 48 }, (_, hour) => hour);
    expect(missingFunding(history(hourly), timesOf(hourly))).toEqual([]);
  });

  it('is empty where settlements are stamped some milliseconds after the hour', () => {
    const late = timesOf(ALL).map((time, latenessMs) => instantOf(time + latenessMs));
    expect(missingFunding(history(ALL), late)).toEqual([]);
  });

  it('is the whole history where no settlement is known, or the part after the last one', () => {
    expect(missingFunding(history([]), [])).toEqual([{ from: 0, to: MINUTES }]);
    expect(missingFunding(history([5, 13, 21]), timesOf([5, 13, 21]))).toEqual([{ from: 21 * HOUR, to: MINUTES }]);
  });

  it('includes a settlement that is missing between two others', () => {
    const hours = ALL.filter((hour) => hour !== 29);
    expect(missingFunding(history(hours), timesOf(hours))).toEqual([{ from: 21 * HOUR, to: 37 * HOUR }]);
  });

  it('is empty in a history of up to eight hours and while the market is closed', () => {
    const frozen = [{ from: 8 * HOUR, to: MINUTES }];
    expect(missingFunding(history([], frozen), [])).toEqual([]);
  });
});

describe('assumed funding', () => {
  it('is settled at 00:00, 08:00 and 16:00 UTC where no settlement is known', () => {
    const known = history([5, 13]);
    const { funding } = assumeFunding(known, missingFunding(known, timesOf([5, 13])), rate(10_000));
    expect([...funding.minute]).toEqual(ALL.map((hour) => hour * HOUR));
    expect([...funding.rate]).toEqual([777, 777, 10_000, 10_000, 10_000, 10_000]);
    expect(funding.rate.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('is not settled in a frozen minute', () => {
    const known = history([], [{ from: 5 * HOUR, to: 5 * HOUR + 1 }]);
    const { funding } = assumeFunding(known, missingFunding(known, []), rate(10_000));
    expect([...funding.minute]).toEqual(ALL.slice(1).map((hour) => hour * HOUR));
  });
});
