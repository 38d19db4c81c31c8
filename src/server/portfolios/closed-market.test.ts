import { expect, it } from 'vitest';
import { cash } from '#base/exact.ts';
import { DAY_MS, instantOf } from '#base/time.ts';
import { dailyReturns } from '#engine/report/daily-returns.ts';
import type { MinuteSpan } from '#market/store/span-set.ts';
import type { MarketServices } from '../market/market-services.ts';
import { closedMarket, withIdleDays } from './closed-market.ts';

const START = Date.UTC(2025, 4, 5);
const span = (from: number, to: number): MinuteSpan => ({
  from: instantOf(START + from * DAY_MS),
  to: instantOf(START + to * DAY_MS),
});

interface Contract {
  readonly present: readonly MinuteSpan[];
  readonly absent?: readonly MinuteSpan[];
  readonly listedDay?: number;
}

/** A market of these contracts; a contract without `listedDay` is not listed. */
function marketOf(contracts: Readonly<Record<string, Contract>>) {
  const listings = Object.entries(contracts).flatMap(([symbol, { listedDay }]) =>
    listedDay === undefined ? [] : [[symbol, { onboardDate: instantOf(START + listedDay * DAY_MS) }] as const],
  );
  return {
    listings: () => new Map(listings),
    history: async (symbol: string) => ({ absent: [], ...contracts[symbol] }),
  } as unknown as Pick<MarketServices, 'history' | 'listings'>; // The parts that are read.
}

const CURVE = Array.from({ length: 11 }, (_unused, day) => ({
  at: instantOf(START + day * DAY_MS),
  equity: cash(1_000 + day),
}));

/** The days of the curve that are no daily returns, by the number of the day that ends with the point. */
async function idleDays(contracts: Readonly<Record<string, Contract>>, symbols = Object.keys(contracts)) {
  const points = withIdleDays(CURVE, await closedMarket(marketOf(contracts), { symbols, first: instantOf(START) }));
  const idle = points.flatMap((point, day) => (point.isIdle === true ? [day] : []));
  expect(dailyReturns(points).length).toBe(10 - idle.length);
  return idle;
}

it.each([
  [
    'that the exchange has confirmed to have no candles',
    { A: { present: [span(0, 3)], absent: [span(3, 6.5)] } },
    [4, 5, 6],
  ],
  ['of which only a part has no candles', { A: { present: [span(0, 3)], absent: [span(3.1, 3.9)] } }, []],
  ['whose candles are unknown', { A: { present: [span(0, 3), span(6, 10)] } }, []],
  [
    'without candles of all contracts, one of which is listed later',
    {
      A: { present: [span(0, 2)], absent: [span(2, 10)], listedDay: 0 },
      B: { present: [span(5, 10)], absent: [span(4, 5)], listedDay: 4.5 },
    },
    [3, 4, 5],
  ],
  [
    'on which another contract has candles',
    { A: { present: [], absent: [span(0, 10)] }, B: { present: [span(-1, 10)] } },
    [],
  ],
])('the days of a portfolio %s are its days without a market', async (_case, contracts, days) => {
  expect(await idleDays(contracts)).toEqual(days);
});

it('a portfolio without bots, or of contracts of which nothing is known, has no day without a market', async () => {
  expect(await idleDays({})).toEqual([]);
  expect(await idleDays({ A: { present: [] } })).toEqual([]);
});
