import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { ZERO_CASH } from '#base/exact.ts';
import { HOUR_MS, type Instant, instantOf } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { PaperAccount } from './paper-account.ts';
import { readsNow } from './reads-now.ts';

const SLICE_MS = 2;
const READS = 100;

afterEach(() => vi.restoreAllMocks());

/** An account whose valuation takes a millisecond of a clock that stands still otherwise. */
function slowAccount(looked: () => void): PaperAccount {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const wallet = () => {
    now += 1;
    looked();
    return ZERO_CASH;
  };
  return { account: { wallet, committed: () => ZERO_CASH }, openCycles: new Map() } as unknown as PaperAccount;
}

it('all reads together take one slice of a turn of the thread, so that commands get in between', async () => {
  let inThisTurn = 0;
  let mostInATurn = 0;
  const paper = slowAccount(() => {
    inThisTurn += 1;
    mostInATurn = Math.max(mostInATurn, inThisTurn);
  });
  const { fundsNow } = readsNow({ accounts: new Map([['p', paper]]), viewsOf: () => [], bar: () => null });
  let answered = 0;
  const reads = Array.from({ length: READS }, () => fundsNow(['p']).then(() => (answered += 1)));
  while (answered < READS) {
    inThisTurn = 0;
    await nextTurn();
  }
  await Promise.all(reads);
  expect(mostInATurn).toBe(SLICE_MS);
});

it('reads are answered in the order in which they were asked', async () => {
  const { fundsNow } = readsNow({
    accounts: new Map([['p', slowAccount(() => {})]]),
    viewsOf: () => [],
    bar: () => null,
  });
  const order: number[] = [];
  await Promise.all(Array.from({ length: 10 }, (_, place) => fundsNow(['p', 'p', 'p']).then(() => order.push(place))));
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('the price of a symbol at an instant is the close of its last minute in the hour before, and none without one', async () => {
  const asked: string[] = [];
  const bar = (symbol: string, from: Instant, to: Instant): Candle | null => {
    asked.push(`${symbol} ${from} ${to}`);
    if (symbol === 'GONEUSDT') return null;
    return { time: from, open: 1, high: 9, low: 1, close: to / HOUR_MS, volume: 0 };
  };
  const { closesAt } = readsNow({ accounts: new Map(), viewsOf: () => [], bar });
  const times = [instantOf(2 * HOUR_MS), instantOf(5 * HOUR_MS)];
  const closes = await closesAt([
    { symbol: 'ETHUSDT', times },
    { symbol: 'GONEUSDT', times },
  ]);
  expect(Object.fromEntries(closes)).toEqual({ ETHUSDT: [2, 5], GONEUSDT: [null, null] });
  expect(asked[0]).toBe(`ETHUSDT ${HOUR_MS} ${2 * HOUR_MS}`);
});
