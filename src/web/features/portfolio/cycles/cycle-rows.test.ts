import { describe, expect, it } from 'vitest';
import { intervalMs } from '#web/api/market/candle-queries.ts';
import { intervalFor, windowOf } from '#web/bots/cycles/cycle-window.ts';
import { filterCounts, isFound, type ListedCycle, withNewest } from './cycle-rows.ts';

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

const ids = (cycles: readonly ListedCycle[] | null) => cycles?.map(({ cycleId }) => cycleId);
const open = (cycleId: string) => cycleOf({ cycleId, endDate: null });
const page = (cursor: string | null, ...items: ListedCycle[]) => ({ items, cursor });

describe('the list of cycles', () => {
  it('filter counts add up to all cycles', () => {
    const counts = filterCounts({ open: 1, takeProfit: 20, stopLoss: 3, exitSignal: 7, liquidation: 4, other: 500 });
    expect(counts).toEqual({
      all: 535,
      open: 1,
      take_profit: 20,
      stop_loss: 3,
      exit_signal: 7,
      liquidation: 4,
      other: 500,
    });
  });

  it.each([
    ['\uff25\uff34\uff28', true],
    ['eth', true],
    ['USDT Grid #7', true],
    ['rid', true],
    ['#8', false],
    ['E_H', false],
  ])(
    'among loaded cycles ETHUSDT of Grid, number 7, the search %j finds what the server finds: %s',
    (search, found) => {
      expect(isFound(cycleOf(), search)).toBe(found);
    },
  );

  it('a cycle that has ended stands once, above the older ones, when pages are joined with the newest rows', () => {
    const loaded = [
      open('9'),
      open('8'),
      cycleOf({ cycleId: '7' }),
      cycleOf({ cycleId: '6' }),
      cycleOf({ cycleId: '5' }),
    ];
    const newest = page('more', open('10'), open('9'), cycleOf({ cycleId: '8' }), cycleOf({ cycleId: '7' }));
    expect(ids(withNewest(loaded, newest))).toEqual(['10', '9', '8', '7', '6', '5']);
  });

  it('open cycles beyond a page full of open ones stay in the list', () => {
    const loaded = [open('9'), open('8'), open('7'), cycleOf({ cycleId: '6' })];
    expect(ids(withNewest(loaded, page('more', open('10'), open('9'))))).toEqual(['10', '9', '8', '7', '6']);
  });

  it('pages are loaded again when rows between them and the newest ones are missing', () => {
    expect(withNewest([cycleOf({ cycleId: '1' })], page('more', cycleOf({ cycleId: '9' })))).toBeNull();
    expect(ids(withNewest([], page(null, cycleOf({ cycleId: '9' }))))).toEqual(['9']);
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
