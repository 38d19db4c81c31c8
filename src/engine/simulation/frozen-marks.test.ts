import { expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { DOGE, ETH, marketOf, START } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { jump, walk } from '../../../tests/support/walk-history.ts';
import type { MarketHistory, SymbolHistory } from '../model/history.ts';
import type { AccountRecord } from '../model/record.ts';
import { skipIndexOf } from '../scan/skip-index.ts';
import { simulateAccount } from './simulate-account.ts';

const FIRST = 60;
const THEN = 1_000;
const NO_FUNDING = { minute: new Int32Array(0), rate: new Int32Array(0) };

/** Minutes that move evenly from one price to another. */
function between(start: Instant, minutes: number, [first, last]: readonly [number, number]): SymbolHistory {
  const price = (index: number): number => Math.round(first + ((last - first) * index) / minutes);
  const [open, close] = [Int32Array.from({ length: minutes }, (_, index) => price(index)), new Int32Array(minutes)];
  for (let index = 0; index < minutes; index += 1) close[index] = price(index + 1);
  const pair = (pick: (one: number, other: number) => number) =>
    open.map((value, index) => pick(value, close[index] ?? value));
  const columns = { start, open, close, high: pair(Math.max), low: pair(Math.min), volume: open.map(() => 10_000_000) };
  return { columns, index: skipIndexOf(columns), funding: NO_FUNDING, frozen: [] };
}

/** ETH falls by a tenth while DOGE stands. */
const before: MarketHistory = {
  start: START,
  minutes: FIRST,
  symbols: new Map([
    ['ETHUSDT', between(START, FIRST, [200_000, 180_000])],
    ['DOGEUSDT', between(START, FIRST, [20_000, 20_000])],
  ]),
};
/** ETH has no market, and its file knows of no price before; DOGE falls by eight percent. */
const after: MarketHistory = {
  start: later(START, FIRST * MINUTE_MS),
  minutes: THEN,
  symbols: new Map([
    [
      'ETHUSDT',
      { ...between(later(START, FIRST * MINUTE_MS), THEN, [200_000, 200_000]), frozen: [{ from: 0, to: THEN }] },
    ],
    ['DOGEUSDT', between(later(START, FIRST * MINUTE_MS), THEN, [20_000, 18_400])],
  ]),
};

it('a symbol frozen since the first stored minute keeps its last mark, and cross positions are liquidated by it', () => {
  const lived = [walk, jump].map((drive) => {
    const account = simulateAccount(
      { wallet: cashFrom('1000'), limit: null, minute: null, bots: [] },
      marketOf([ETH, DOGE]),
    );
    const records: AccountRecord[] = [];
    const tell = (said: readonly AccountRecord[]): unknown => records.push(...said);
    const held = { safetyOrdersCount: 0, takeProfitPercent: null, leverage: 125, marginType: 'cross' } as const;
    for (const [size, symbol] of [
      ['3000', 'ETHUSDT'],
      ['10000', 'DOGEUSDT'],
    ] as const) {
      account.command(botCommand({ ...held, baseOrderSize: size }, symbol, [symbol]), START);
    }
    drive(account, before, { from: 0, to: FIRST, tell });
    drive(account, after, { from: 0, to: 100, tell });
    const views = ['ETHUSDT', 'DOGEUSDT'].map((bot) => account.views(bot));
    drive(account, after, { from: 100, to: THEN, tell });
    return { records, views, snapshot: account.snapshot() };
  });
  const [walked, jumped] = lived;
  expect(jumped).toEqual(walked);
  expect(walked?.views[0]?.[0]?.mark).toBe(180_000);
  expect(walked?.records.filter((record) => record.type === 'trade' && record.role === 'liquidation')).toHaveLength(2);
});
