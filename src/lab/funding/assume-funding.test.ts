import { expect, it } from 'vitest';
import { rate } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { fundingHoles } from '#engine/schedule/funding-holes.ts';
import { assumeFunding } from './assume-funding.ts';

const HOUR = 60;
const START = instantOf(Date.UTC(2025, 4, 4, 3));
const MINUTES = 24 * HOUR;

function history(settledHours: readonly number[]) {
  const column = new Int32Array(MINUTES).fill(1_000);
  const columns = { start: START, open: column, high: column, low: column, close: column, volume: column };
  const funding = {
    minute: Int32Array.from(settledHours, (hour) => hour * HOUR),
    rate: Int32Array.from(settledHours, () => 777),
  };
  return { columns, index: skipIndexOf(columns), funding, frozen: [] };
}

it('an assumed rate is settled as often as the contract settles, where a settlement is missing', () => {
  const hours = [1, 5, 9, 17, 21];
  const known = hours.map((hour) => ({ time: instantOf(START + hour * 3_600_000) }));
  const holes = fundingHoles({ start: START, minutes: MINUTES, frozen: [] }, known, null);
  const { funding } = assumeFunding(history(hours), holes, rate(10_000));
  expect([...funding.minute]).toEqual([1, 5, 9, 13, 17, 21].map((hour) => hour * HOUR));
  expect([...funding.rate]).toEqual([777, 777, 777, 10_000, 777, 777]);
  expect(funding.rate.buffer).toBeInstanceOf(SharedArrayBuffer);
});

it('an assumed rate is settled at 00:00, 08:00 and 16:00 UTC where nothing is known of a contract', () => {
  const holes = fundingHoles({ start: START, minutes: MINUTES, frozen: [] }, [], null);
  const { funding } = assumeFunding(history([]), holes, rate(10_000));
  expect([...funding.minute]).toEqual([5, 13, 21].map((hour) => hour * HOUR));
});
