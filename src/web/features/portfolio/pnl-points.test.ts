import { expect, it, vi } from 'vitest';
import { readOn } from './pnl-points.ts';
import type { Pnl } from './portfolio-queries.ts';

const HOUR_MS = 3_600_000;
const hour = (count: number) => new Date(Date.UTC(2025, 4, 5) + count * HOUR_MS).toISOString();
const point = (at: number, equity: string) => ({ ts: hour(at), equity });

/** An answer as of an hour and a half; no other field of it is read. */
const answer = (hours: number, from: number, change: Partial<Pnl> = {}) =>
  ({
    ...{ paidIn: '1000', isHourly: true, dateFrom: hour(0), settledTo: hour(hours), result: `after ${hours} h` },
    points: [...Array.from({ length: hours + 1 }, (_, at) => point(at, `${at}`)), point(hours + 0.5, 'now')].filter(
      ({ ts }) => ts >= hour(from),
    ),
    ...change,
  }) as unknown as Pnl;

it('a curve is read on from its last settled point, and becomes what a whole reading would give', async () => {
  const read = vi.fn(async (from: string | undefined) => answer(5, from === undefined ? 0 : 3));
  expect(await readOn(answer(3, 0), read)).toEqual(answer(5, 0));
  expect(read.mock.calls).toEqual([[hour(3)]]);
});

it.each<[string, Partial<Pnl>]>([
  ['a transfer', { paidIn: '2000' }],
  ['points of days instead of hours', { isHourly: false }],
  ['another first day', { dateFrom: hour(24) }],
])('after %s the whole curve is read', async (_name, change) => {
  const read = vi.fn(async (from: string | undefined) => answer(5, from === undefined ? 0 : 3, change));
  expect(await readOn(answer(3, 0), read)).toEqual(answer(5, 0, change));
  expect(read).toHaveBeenCalledTimes(2);
});

it('the first reading is a whole one', async () => {
  const read = vi.fn(async () => answer(5, 0));
  expect(await readOn(undefined, read)).toEqual(answer(5, 0));
  expect(read.mock.calls).toEqual([[undefined]]);
});
