import { describe, expect, it } from 'vitest';
import { intervalMs } from '#web/api/market/candle-queries.ts';
import { countsOf, filterOf, type ListedCycle, selectCycles } from './cycle-rows.ts';
import { intervalFor, windowOf } from './cycle-window.ts';

const DAY_MS = 86_400_000;
const ended = {
  endDate: '2025-05-06T23:59:59.999Z',
  closeReason: 'take_profit',
  symbol: 'ETHUSDT',
  botName: 'Grid',
  seq: 7,
};

function cycleOf(change: Partial<ListedCycle> = {}): ListedCycle {
  return { ...ended, ...change } as ListedCycle; // The list reads no other field.
}

describe('the list of cycles', () => {
  it.each([
    ['open', { endDate: null, closeReason: null }, 'open'],
    ['closed by a trailing exit', { closeReason: 'trailing' }, 'take_profit'],
    ['stopped', { closeReason: 'stop_loss' }, 'stop_loss'],
    ['liquidated', { closeReason: 'liquidation' }, 'liquidation'],
    ['over time', { closeReason: 'time_limit' }, 'other'],
  ] as const)('a cycle that is %s matches exactly one filter', (_what, change, filter) => {
    expect(filterOf(cycleOf(change))).toBe(filter);
  });

  it('filter counts add up to all cycles', () => {
    const cycles = [cycleOf(), cycleOf({ endDate: null }), cycleOf({ closeReason: 'detached' })];
    const { all, ...single } = countsOf(cycles);
    expect(all).toBe(3);
    expect(Object.values(single).reduce((total, count) => total + count, 0)).toBe(3);
  });

  it.each([
    ['a day it ended on', { day: '2025-05-06' }, 1],
    ['the next day', { day: '2025-05-07' }, 0],
    ['a period that begins on its day', { since: '2025-05-06' }, 1],
    ['a period that begins later', { since: '2025-05-07' }, 0],
    ['part of a symbol', { search: ' ethu ' }, 1],
    ['a bot', { search: 'GRID' }, 1],
    ['its number', { search: '#7' }, 1],
    ['another filter', { filter: 'stop_loss' }, 0],
  ] as const)('the list of cycles is narrowed by %s', (_what, selection, count) => {
    expect(selectCycles([cycleOf()], { filter: 'all', day: null, since: null, search: '', ...selection })).toHaveLength(
      count,
    );
  });
});

describe('the candles around a cycle', () => {
  it.each([0, 3_600_000, 5 * 3_600_000, DAY_MS, 9 * DAY_MS, 400 * DAY_MS])(
    'a cycle of %d ms fits the chart of the drawer',
    (lengthMs) => {
      const interval = intervalFor(lengthMs);
      const bars = lengthMs / intervalMs[interval];
      expect(bars <= 110 || interval === '1d').toBe(true);
    },
  );

  it('the chart of a cycle extends past both its ends, but never past the market', () => {
    const cycle = cycleOf({ beginDate: '2025-05-06T00:00:00.000Z', endDate: '2025-05-06T20:00:00.000Z' });
    const [begin, end] = [Date.parse('2025-05-06T00:00:00Z'), Date.parse('2025-05-06T20:00:00Z')];
    const past = windowOf(cycle, '15m', end + 9 * DAY_MS);
    const shownUntil = Date.parse(past.endTime ?? '');
    expect(shownUntil).toBeGreaterThan(end);
    expect(shownUntil - past.limit * intervalMs['15m']).toBeLessThan(begin);
    expect(Date.parse(windowOf(cycle, '15m', end + 60_000).endTime ?? '')).toBe(end + 60_000);
    expect(windowOf(cycleOf({ ...cycle, endDate: null }), '15m', end).endTime).toBeNull();
  });
});
