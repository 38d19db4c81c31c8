import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ticks } from '#base/exact.ts';
import type { RuntimeChange } from '#ports/runtime.ts';
import { START } from '../../tests/support/market.ts';
import { cycleOf, cycleRecord } from '../../tests/support/stored-cycle.ts';
import { type ChangeSources, changeFeed, topicsOf } from './change-feed.ts';

const EVERY_MS = 200;
const open = { ownerId: 'ann', portfolioId: 'p', botId: 'open' };
let price = 0;
let told: RuntimeChange[] = [];
const sources: ChangeSources = {
  minute: () => START,
  prices: () => [{ symbol: 'ETHUSDT', price: ticks(price), at: START }],
  openBots: () => [open],
  told: (change) => void told.push(change),
};

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function listened() {
  const feed = changeFeed(sources);
  const heard: RuntimeChange[] = [];
  const leave = feed.subscribe((change) => heard.push(change));
  return { feed, heard, leave };
}

describe('the change feed', () => {
  it('merges a burst into one change, with the prices at the moment of sending', () => {
    const { feed, heard } = listened();
    for (price = 1; price < 50; price++) feed.moved();
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(EVERY_MS);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.prices).toEqual([{ symbol: 'ETHUSDT', price: 50, at: START }]);
    expect(told).toEqual(heard);
  });

  it('sends only the prices and bots that changed between two minutes', () => {
    const { feed, heard } = listened();
    feed.priceMoved({ symbol: 'DOGEUSDT', price: ticks(7), at: START });
    feed.priceMoved({ symbol: 'DOGEUSDT', price: ticks(8), at: START });
    feed.botTouched('ann', 'p', 'other');
    vi.advanceTimersByTime(EVERY_MS);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.prices).toEqual([{ symbol: 'DOGEUSDT', price: 8, at: START }]);
    expect(heard[0]?.bots.map(({ botId }) => botId)).toEqual(['other']);
  });

  it('sends at most five changes a second', () => {
    const { feed, heard } = listened();
    for (let ms = 0; ms < 1_000; ms += 10) {
      feed.moved();
      vi.advanceTimersByTime(10);
    }
    expect(heard.length).toBeGreaterThanOrEqual(4);
    expect(heard.length).toBeLessThanOrEqual(5);
  });

  it('contains each bot and each topic of an owner once', () => {
    const { feed, heard } = listened();
    feed.touched('ann', ['bots', 'logs']);
    feed.touched('ann', ['logs']);
    feed.touched('bob', ['cycles']);
    feed.botTouched('ann', 'p', 'open');
    feed.botTouched('bob', 'q', 'flat');
    vi.advanceTimersByTime(EVERY_MS);
    expect(heard[0]?.touched).toEqual([
      { ownerId: 'ann', topics: ['bots', 'logs'] },
      { ownerId: 'bob', topics: ['cycles'] },
    ]);
    expect(heard[0]?.bots.map(({ botId }) => botId)).toEqual(['open', 'flat']);
    feed.moved();
    vi.advanceTimersByTime(EVERY_MS);
    expect(heard[1]?.bots.map(({ botId }) => botId)).toEqual(['open']);
  });

  it('sends a topic only once', () => {
    const { feed, heard } = listened();
    feed.touched('ann', ['bots']);
    vi.advanceTimersByTime(EVERY_MS);
    feed.moved();
    vi.advanceTimersByTime(EVERY_MS);
    expect(heard.map(({ touched }) => touched.length)).toEqual([1, 0]);
  });

  it('drops changes and runs no timer while nobody listens', () => {
    const { feed, heard, leave } = listened();
    leave();
    feed.touched('ann', ['bots']);
    feed.moved();
    expect(vi.getTimerCount()).toBe(0);
    const late: RuntimeChange[] = [];
    feed.subscribe((change) => late.push(change));
    feed.moved();
    vi.advanceTimersByTime(EVERY_MS);
    expect(late.map(({ touched }) => touched)).toEqual([[]]);
    expect(heard).toEqual([]);
  });

  it('sends nothing after it is stopped', () => {
    const { feed, heard } = listened();
    feed.moved();
    feed.stop();
    vi.advanceTimersByTime(10 * EVERY_MS);
    expect(heard).toEqual([]);
  });
});

it('a cycle touches the topics "cycles" and "portfolios", and once it has ended also "results" and "bots"', () => {
  const open = [cycleRecord(cycleOf({ endAt: null })), cycleRecord(cycleOf({ endAt: null, seq: 2 }))];
  expect([...topicsOf(open)]).toEqual(['cycles', 'portfolios']);
  const ended = cycleRecord(cycleOf({ endAt: START }));
  expect([...topicsOf([ended])]).toEqual(['cycles', 'portfolios', 'results', 'bots']);
  expect(topicsOf([])).toEqual(new Set());
});
