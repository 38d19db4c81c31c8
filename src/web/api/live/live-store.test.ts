import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveBot, LiveMessage } from '#contract/live.ts';
import { LiveStore, type Status } from './live-store.ts';

type Atom = LiveBot['atoms'][number];

const atom = (atomId: string): Atom => ({
  ...{ atomId, botId: 'a', symbol: 'ETHUSDT', direction: 'buy', positionSide: 'LONG', state: 'OPEN' },
  ...{ blockedBy: null, skippedBy: null, cooldownUntil: null, paramsVersion: 1, currentCycleId: null, cycleSeq: 0 },
  ...{ enterPositionDate: null, quantity: '1', averagePrice: null, mark: '10', levelsFilled: 0, levelsTotal: 1 },
  ...{
    levelPrices: [],
    nextLevelPrice: null,
    takeProfitPrice: null,
    stopLossPrice: null,
    protection: 'by_design',
    liquidationPrice: null,
  },
  ...{ unrealized: '0', initialMargin: '0' },
});
const bot = (botId: string, unrealized: string): LiveBot => ({
  botId,
  state: 'RUNNING',
  stateReason: null,
  unrealized,
  resultTotal: '0',
  committedMargin: '0',
  atoms: [atom(`${botId} long`), atom(`${botId} short`)],
});

const NOW = '2025-05-05T00:00:00Z';
const STATUS: Status = {
  ...{ environment: 'sim', engine: 'running', database: 'answering', disk: 'ok', beatAt: NOW },
  ...{ exchange: 'talking', exchangeHeardAt: NOW, marketMinutesBehind: 0, isMarketBehind: false },
  ...{
    botsTotal: 2,
    botsRunning: 2,
    botsInError: 0,
    botsInErrorKind: null,
    unreadNotices: 0,
    todayLive: '0',
    todayPaper: '1',
    unprotected: 0,
    unprotectedByDesign: 0,
    unprotectedKind: null,
  },
  ...{ marketTime: NOW, decidedAt: NOW, marketSpeed: 60, marketRound: 1, wallTime: NOW },
};

const bots = (seq: number, rows = [bot('a', '1'), bot('b', '2')]): LiveMessage => ({
  ...{ type: 'snapshot', topic: 'bots', seq },
  bots: rows,
});
const patch = (
  seq: number,
  rows: Extract<LiveMessage, { type: 'patch'; topic: 'bots' }>['bots'],
  gone: string[] = [],
): LiveMessage => ({ type: 'patch', topic: 'bots', seq, bots: rows, gone });
const status = (seq: number): LiveMessage => ({ type: 'snapshot', topic: 'status', seq, status: STATUS });

describe('the live store', () => {
  it('a snapshot replaces everything, and numbered patches change only the fields that they name', () => {
    const store = new LiveStore();
    store.apply([bots(7), status(3)], 1_000);
    const before = store.bot('a');
    const applied = store.apply(
      [
        patch(8, [{ botId: 'a', atomChanges: [{ at: 1, mark: '11' }] }]),
        { type: 'patch', topic: 'status', seq: 4, status: { botsRunning: 1 } },
        { type: 'changed', topics: ['cycles'] },
      ],
      2_000,
    );
    expect(applied).toEqual({ gaps: [], changed: ['cycles'] });
    expect(store.bot('a')).toEqual({
      ...bot('a', '1'),
      atoms: [atom('a long'), { ...atom('a short'), mark: '11' }],
    });
    expect(store.bot('a')?.atoms[0]).toBe(before?.atoms[0]);
    expect(before).toEqual(bot('a', '1'));
    expect(store.status).toEqual({ ...STATUS, botsRunning: 1 });
    expect(store.heardAt).toBe(2_000);
  });

  it('a gap of one topic is told once, and that topic waits for its snapshot while the others go on', () => {
    const store = new LiveStore();
    store.apply([bots(7), status(3)], 0);
    expect(store.apply([patch(9, [{ botId: 'a', unrealized: '9' }])], 0).gaps).toEqual(['bots']);
    const next: LiveMessage = { type: 'patch', topic: 'status', seq: 4, status: { botsRunning: 0 } };
    expect(store.apply([patch(10, [{ botId: 'a', unrealized: '10' }]), next], 0).gaps).toEqual([]);
    expect([store.bot('a')?.unrealized, store.status?.botsRunning]).toEqual(['1', 0]);
    store.apply([bots(10, [bot('a', '10')]), patch(11, [{ botId: 'a', unrealized: '11' }])], 0);
    expect([store.bot('a')?.unrealized, store.bot('b')]).toEqual(['11', null]);
  });

  it('a new bot comes whole; a change of a bot that is not known counts as a gap', () => {
    const store = new LiveStore();
    store.apply([bots(1)], 0);
    expect(store.apply([patch(2, [bot('c', '3')], ['b'])], 0).gaps).toEqual([]);
    expect([store.bot('b'), store.bot('c')]).toEqual([null, bot('c', '3')]);
    expect(store.apply([patch(3, [{ botId: 'd', unrealized: '1' }])], 0).gaps).toEqual(['bots']);
  });

  it('only readers of the changed bot are woken, once a frame', () => {
    const store = new LiveStore();
    store.apply([bots(0), status(0)], 0);
    const [onA, onB, onStatus] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe('bot:a', onA);
    store.subscribe('bot:b', onB);
    const stop = store.subscribe('status', onStatus);
    store.apply([patch(1, [{ botId: 'a', unrealized: '3' }]), patch(2, [{ botId: 'a', unrealized: '4' }])], 0);
    store.apply([status(1)], 0);
    stop();
    store.apply([status(2)], 0);
    expect([onA, onB, onStatus].map((listener) => listener.mock.calls.length)).toEqual([1, 0, 1]);
  });

  it('nothing of the user remains after logout', () => {
    const store = new LiveStore();
    const onA = vi.fn();
    store.subscribe('bot:a', onA);
    store.open(3);
    store.apply([bots(0), status(0)], 5);
    store.clear();
    expect([store.status, store.bot('a'), store.openedAt, store.heardAt]).toEqual([null, null, null, null]);
    expect(onA).toHaveBeenCalledTimes(2);
  });
});

describe('the topics that a tab follows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are those that somebody reads, and a little longer; what is left is forgotten', () => {
    const store = new LiveStore();
    const listener = { follow: vi.fn(), leave: vi.fn() };
    store.followers.listen(listener);
    const leave = [store.subscribe('bot:a', () => {}), store.subscribe('bot:b', () => {})];
    expect(listener.follow.mock.calls).toEqual([['bots']]);
    expect(store.followers.topics).toEqual(['status', 'bots']);
    store.apply([bots(0)], 0);
    for (const one of leave) one();
    const next = store.subscribe('bot:a', () => {});
    vi.advanceTimersByTime(10_000);
    expect([listener.leave.mock.calls.length, store.bot('a')?.unrealized]).toEqual([0, '1']);
    next();
    vi.advanceTimersByTime(10_000);
    expect([listener.leave.mock.calls, store.followers.topics, store.bot('a')]).toEqual([[['bots']], ['status'], null]);
  });
});
