import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { type Cash, rate } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { Market } from '#engine/model/account.ts';
import type { BotCommand, CommandPrices } from '#engine/model/bot.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { openReplayFeed, type ReplayFeed } from '../../tests/support/replay-feed.ts';
import { until } from '../../tests/support/until.ts';
import { pricesAt } from './commands/prices-at.ts';
import { type EngineLoop, type EngineLoopOptions, startEngineLoop } from './engine-loop.ts';
import { commandAccount, type PaperAccount, paperAccount, takeAccountBatch } from './paper-account.ts';

const create = (botId: string, symbol: string, prices: CommandPrices): BotCommand => {
  const params = ladderParams.parse({
    baseOrderSize: '200',
    stepPercent: '0.3',
    takeProfitPercent: '0.3',
    safetyOrdersCount: 3,
  });
  const bot = newEngineBot({
    kind: paperLadder.kind,
    botId,
    symbols: [symbol],
    params,
    paramsVersion: 1,
    isEnterBuyEnabled: true,
    isEnterSellEnabled: false,
    stopLossPercent: null,
    takeProfitPercent: params.takeProfitPercent,
  });
  return { type: 'create', bot, autostart: true, prices };
};

describe('the engine loop', () => {
  let feed: ReplayFeed;
  let market: Market;
  let loop: EngineLoop | null = null;
  beforeEach(async () => {
    feed = await openReplayFeed();
    market = { instruments: feed.instruments, slippage: rate(50_000) };
  });
  afterEach(async () => {
    await loop?.stop();
    loop = null;
  });

  const account = (name: string, minute: Instant, isLagging: boolean): PaperAccount => {
    const snapshot = { wallet: cashFrom('10000'), limit: null, minute, bots: [] };
    const paper = paperAccount({
      ownerId: 'owner',
      portfolioId: name,
      account: simulateAccount(snapshot, market, feed.minute(minute)),
      minute,
      isLagging,
      tradeSeq: 1,
      realized: new Map<string, Cash>(),
      names: new Map([[`${name}-bot`, 'bot']]),
    });
    expect(commandAccount(paper, create(`${name}-bot`, 'SOLUSDT', pricesAt(feed, minute, ['SOLUSDT']))).ok).toBe(true);
    return paper;
  };

  /** The same account, run minute by minute. */
  const walked = (name: string, from: Instant, to: Instant) => {
    const plain = account(name, from, false);
    const records = [...plain.pending.records];
    for (let time = later(from, MINUTE_MS); time <= to; time = later(time, MINUTE_MS)) {
      records.push(...plain.account.advance(feed.minute(time)));
    }
    return records;
  };

  const start = (
    papers: PaperAccount[],
    options: Partial<Pick<EngineLoopOptions, 'isFull' | 'isHeldUp' | 'whenStored'>> = {},
  ) => {
    const accounts = new Map(papers.map((paper) => [paper.portfolioId, paper]));
    const caughtUp: string[] = [];
    const failures: unknown[] = [];
    loop = startEngineLoop({
      feed,
      start: feed.closed(),
      accounts,
      isHeldUp: () => false,
      isFull: () => false,
      whenStored: () => nextTurn(),
      ...options,
      minuteClosed: () => {},
      caughtUp: (paper) => caughtUp.push(paper.portfolioId),
      failed: (error) => failures.push(error),
    });
    return { accounts, caughtUp, failures };
  };

  const reached = (minute: Instant): boolean => (loop?.current().time ?? 0) >= minute;

  it('runs every account through the same minutes as a plain walk', async () => {
    const papers = ['a', 'b', 'c'].map((name) => account(name, feed.startMinute, false));
    const { failures } = start(papers);
    for (const minutes of [1, 2, 97]) {
      feed.step(minutes);
      await until(() => reached(feed.closed()));
    }
    await loop?.stop();
    expect(failures).toEqual([]);
    for (const paper of papers) {
      const expected = walked(paper.portfolioId, feed.startMinute, paper.minute);
      expect(expected.length).toBeGreaterThan(5);
      expect(takeAccountBatch(paper)?.records).toEqual(expected);
    }
  });

  it('lets a lagging account catch up at full speed, with the same records', async () => {
    const from = later(feed.startMinute, -3_000 * MINUTE_MS);
    const late = account('late', from, true);
    const { caughtUp, failures } = start([late]);
    feed.step(2);
    await until(() => caughtUp.length > 0 && reached(feed.closed()));
    await loop?.stop();
    expect(failures).toEqual([]);
    expect(caughtUp).toEqual(['late']);
    expect(late.isLagging).toBe(false);
    expect(takeAccountBatch(late)?.records).toEqual(walked('late', from, late.minute));
  });

  it('waits while the database stores nothing, and then runs the missed minutes in order', async () => {
    let isFull = true;
    let looks = 0;
    const paper = account('a', feed.startMinute, false);
    start([paper], {
      isFull: () => {
        looks += 1;
        return isFull;
      },
    });
    feed.step(11);
    const looked = looks;
    await until(() => looks > looked + 2, 'the loop looks whether it may go on');
    expect(loop?.current().time).toBe(feed.startMinute);
    isFull = false;
    await until(() => reached(feed.closed()));
    await loop?.stop();
    expect(loop?.current().time).toBe(feed.closed());
    expect(takeAccountBatch(paper)?.records).toEqual(walked('a', feed.startMinute, feed.closed()));
  });

  it('decides nothing while it is held up, and then runs the missed minutes in order', async () => {
    let isHeldUp = true;
    let looks = 0;
    const paper = account('a', feed.startMinute, false);
    start([paper], {
      isHeldUp: () => {
        looks += 1;
        return isHeldUp;
      },
    });
    for (let minute = 0; minute < 11; minute += 1) {
      const looked = looks;
      feed.step(1); // Wakes the loop.
      await until(() => looks > looked, 'the loop looks whether it may go on');
    }
    expect(loop?.current().time).toBe(feed.startMinute);
    isHeldUp = false;
    loop?.wake();
    await until(() => reached(feed.closed()));
    await loop?.stop();
    expect(takeAccountBatch(paper)?.records).toEqual(walked('a', feed.startMinute, feed.closed()));
  });

  it('stops although the database never stores what it waits for', async () => {
    let isWaiting = false;
    start([account('a', feed.startMinute, false)], {
      isFull: () => true,
      whenStored: () => {
        isWaiting = true;
        return new Promise(() => {});
      },
    });
    await until(() => isWaiting);
    await loop?.stop();
    expect(loop?.current().time).toBe(feed.startMinute);
  });

  it('samples the equity of a bot at each full market hour', async () => {
    const paper = account('a', feed.startMinute, false);
    start([paper]);
    feed.step(150);
    await until(() => reached(feed.closed()));
    await loop?.stop();
    const batch = takeAccountBatch(paper);
    expect(batch?.hours).toHaveLength(3); // From 15:37 to 18:07.
    for (const hour of batch?.hours ?? []) {
      expect(hour.at % 3_600_000).toBe(0);
      const booked = (batch?.records ?? [])
        .filter((record) => record.type === 'ledger' && record.at < hour.at)
        .flatMap((record) => (record.type === 'ledger' ? record.postings : []))
        .filter((posting) => posting.account === 'wallet')
        .reduce((sum, posting) => sum + posting.amount, 0);
      expect(hour.realized).toBe(booked);
    }
  });

  it('stops on a failed assertion and reports it', async () => {
    const broken = account('a', later(feed.startMinute, -5 * MINUTE_MS), false);
    const { failures } = start([broken]);
    feed.step(1);
    await until(() => failures.length > 0);
    expect(String(failures[0])).toContain('minutes come in order');
  });
});
