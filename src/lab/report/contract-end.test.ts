import { expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { DAY_MINUTES, MINUTE_MS } from '#base/time.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { ETH, marketOf, START } from '../../../tests/support/market.ts';
import { walk } from '../../../tests/support/walk-history.ts';
import { ranOf, runFacts } from '../reports/run-facts.ts';
import { botReport } from './bot-report.ts';

/** The contract is traded for 40 days, not for 60, and for 40 more as another coin at a hundredth of its price. */
const [LIVED, GAP] = [40 * DAY_MINUTES + 600, 60 * DAY_MINUTES];
const MINUTES = LIVED + GAP + 40 * DAY_MINUTES;
const LAST_PRICE = 200_000;
/** A contract ends a week after its last candle. */
const END = LIVED + 7 * DAY_MINUTES;

function runOf(params: object) {
  const price = (minute: number): number => {
    if (minute >= LIVED + GAP) return 2_000;
    return minute >= LIVED ? LAST_PRICE : LAST_PRICE + 40 * Math.abs((minute % 2_000) - (LIVED % 2_000));
  };
  const column = () => Int32Array.from({ length: MINUTES }, (_unused, minute) => price(Math.min(minute, MINUTES)));
  const volume = Int32Array.from({ length: MINUTES }, (_unused, minute) =>
    minute >= LIVED && minute < LIVED + GAP ? 0 : 100_000_000,
  );
  const columns = { start: START, open: column(), high: column(), low: column(), close: column(), volume };
  columns.close[LIVED - 1] = LAST_PRICE;
  columns.low[LIVED - 1] = LAST_PRICE;
  const funding = { minute: new Int32Array(0), rate: new Int32Array(0) };
  const stored = { columns, index: skipIndexOf(columns), funding, frozen: [{ from: LIVED, to: LIVED + GAP }] };
  return {
    history: { start: START, minutes: MINUTES, symbols: new Map([['ETHUSDT', stored]]) },
    ...{ market: marketOf([ETH]), symbols: ['ETHUSDT'], kind: paperLadder.kind, wallet: cashFrom('10000') },
    params: ladderParams.parse({ baseOrderSize: '1000', safetyOrdersCount: 0, takeProfitPercent: '80', ...params }),
  };
}

it('a position in a contract that ends is closed at its last price, and neither it nor its orders reach the next coin', () => {
  const run = runOf({ maxCycles: 1 });
  const report = botReport(run);
  const [cycle, ...more] = report.cycles.map((one) => one.cycle);
  expect([cycle?.closeReason, cycle?.state, cycle?.endAt]).toEqual([
    'delisting',
    'CLOSED',
    instantAt({ start: START }, END),
  ]);
  expect([more.length, report.trades.at(-1)?.price, report.trades.at(-1)?.isMaker]).toEqual([0, LAST_PRICE, false]);
  expect(report.orders.filter(({ order, state }) => order.role === 'take_profit' && state !== 'CANCELED')).toEqual([]);
  expect(report.flags).toContain('GAPS');
  expect(botReport(run, walk)).toEqual(report);
});

it('an entry that still rests when its contract ends is cancelled', () => {
  const report = botReport(runOf({ baseOrderType: 'limit', baseOrderOffsetPercent: '45' }));
  const ended = report.cycles.map((one) => one.cycle).filter(({ closeReason }) => closeReason === 'delisting');
  expect(ended.map(({ state, endAt }) => [state, endAt])).toEqual([['CANCELED', instantAt({ start: START }, END)]]);
  expect(report.trades).toEqual([]);
});

it('days without a market are no daily returns, in a report as in the figures of a stored point', () => {
  const run = runOf({ takeProfitPercent: '1', stopLossPercent: '1' });
  const report = botReport(run);
  const midnights = report.equity.points.filter(({ at }) => at % (DAY_MINUTES * MINUTE_MS) === 0);
  const idle = midnights.filter(({ isIdle }) => isIdle === true);
  expect(idle.length).toBe(59);
  expect(new Set(idle.map(({ equity }) => equity)).size).toBe(1);
  expect(report.statistics.dailyReturns).toBe(midnights.length - 1 - idle.length);
  const made = { run, report, span: { from: 0, to: MINUTES } };
  const { figures } = runFacts(made, ranOf(made));
  expect(figures['dailyReturns']).toBe(report.statistics.dailyReturns);
  expect(Number(figures['sharpe'])).toBeCloseTo(report.statistics.values.sharpe ?? Number.NaN, 6);
});
