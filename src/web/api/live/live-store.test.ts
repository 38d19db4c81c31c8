import { describe, expect, it, vi } from 'vitest';
import type { LiveBot, LiveMessage } from '#contract/live.ts';
import { LiveStore } from './live-store.ts';

const bot = (botId: string, unrealized: string): LiveBot => ({
  botId,
  state: 'RUNNING',
  stateReason: null,
  unrealized,
  resultTotal: '0',
  atoms: [],
});
const price = (symbol: string, value: string) => ({ symbol, price: value, time: '2025-05-05T00:00:00Z' });

const status = {
  environment: 'sim',
  engine: 'running',
  database: 'answering',
  disk: 'ok',
  beatAt: '2025-05-05T00:00:00Z',
  exchange: 'talking',
  exchangeHeardAt: '2025-05-05T00:00:00Z',
  marketMinutesBehind: 0,
  isMarketBehind: false,
  botsTotal: 2,
  botsRunning: 2,
  botsInError: 0,
  todayLive: '0',
  todayPaper: '1',
  unprotected: 0,
  marketTime: '2025-05-05T00:00:00Z',
  decidedAt: '2025-05-05T00:00:00Z',
  marketSpeed: 60,
  marketRound: 1,
  wallTime: '2025-05-05T00:00:00Z',
} as const;

const snapshot = (seq: number, bots = [bot('a', '1'), bot('b', '2')]): LiveMessage => ({
  type: 'snapshot',
  seq,
  status,
  prices: [price('BTCUSDT', '1')],
  bots,
  funds: [],
});

const change = (seq: number, part: Partial<Extract<LiveMessage, { type: 'change' }>>): LiveMessage => ({
  type: 'change',
  seq,
  prices: [],
  bots: [],
  funds: [],
  topics: [],
  ...part,
});

describe('the live store', () => {
  it('a snapshot replaces everything, numbered changes follow', () => {
    const store = new LiveStore();
    store.apply(snapshot(7), 1_000);
    expect(store.apply(change(8, { bots: [bot('a', '5')], topics: ['cycles'] }), 2_000)).toEqual({
      kind: 'applied',
      topics: ['cycles'],
    });
    expect([store.bot('a')?.unrealized, store.bot('b')?.unrealized, store.heardAt]).toEqual(['5', '2', 2_000]);
  });

  it('a change after a gap or before any snapshot is refused', () => {
    const store = new LiveStore();
    expect(store.apply(change(0, {}), 0)).toEqual({ kind: 'gap' });
    const second = new LiveStore();
    second.apply(snapshot(7), 0);
    expect(second.apply(change(9, { bots: [bot('a', '9')] }), 0)).toEqual({ kind: 'gap' });
    expect(second.bot('a')?.unrealized).toBe('1');
  });

  it('only readers of the changed bot or symbol are notified', () => {
    const store = new LiveStore();
    store.apply(snapshot(0), 0);
    const [onA, onB, onPrice, onStatus] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    store.subscribe('bot:a', onA);
    store.subscribe('bot:b', onB);
    store.subscribe('price:BTCUSDT', onPrice);
    const stop = store.subscribe('status', onStatus);
    store.apply(change(1, { bots: [bot('a', '3')] }), 0);
    store.apply(change(2, { prices: [price('BTCUSDT', '2')], status }), 0);
    stop();
    store.apply(change(3, { status }), 0);
    expect([onA, onB, onPrice, onStatus].map((listener) => listener.mock.calls.length)).toEqual([1, 0, 1, 1]);
  });

  it('a bot missing from a fresh snapshot is removed and its reader notified', () => {
    const store = new LiveStore();
    store.apply(snapshot(0), 0);
    const onB = vi.fn();
    store.subscribe('bot:b', onB);
    store.apply(snapshot(4, [bot('a', '1')]), 0);
    expect(store.bot('b')).toBeNull();
    expect(onB).toHaveBeenCalled();
  });

  it('nothing of the user remains after logout', () => {
    const store = new LiveStore();
    store.apply(snapshot(0), 5);
    store.clear();
    expect([store.status, store.bot('a'), store.price('BTCUSDT'), store.heardAt]).toEqual([null, null, null, null]);
  });
});
