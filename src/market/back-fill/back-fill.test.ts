import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#base/time.ts';
import { type PlayedSource, playedSource } from '../../../tests/support/played-source.ts';
import { until } from '../../../tests/support/until.ts';
import { type MarketStore, openMarketStore } from '../store/market-store.ts';
import { BackFill } from './back-fill.ts';
import type { BackFillJob } from './back-fill-job.ts';

const SYMBOLS = ['ADAUSDT', 'BTCUSDT', 'ETHUSDT'];
const HALTED = 'WAVESUSDT';

let folder = '';
let source: PlayedSource;
let store: MarketStore;
let backFill: BackFill;

async function open(firstDays: number | null = null): Promise<void> {
  store = await openMarketStore(folder, () => {});
  await store.putListings(await source.listings(), 'opening');
  source.asked.length = 0;
  const failed = (error: unknown): never => {
    throw error;
  };
  const due = () => source.closed();
  backFill = new BackFill({
    folder,
    source,
    store,
    watched: ['ETHUSDT'],
    due,
    tell: () => {},
    failed,
    firstWaitMs: 5,
    firstDays,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-fill-'));
  source = playedSource({ symbols: [...SYMBOLS, HALTED] });
  source.limit = 1_000_000; // Otherwise pages are paced one by one, which a test need not wait for.
  await open();
});
afterEach(async () => {
  await backFill.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until a job has ended and returns it. */
async function ended(jobId: string): Promise<BackFillJob> {
  for (;;) {
    const job = backFill.jobs().find((one) => one.jobId === jobId);
    if (job !== undefined && job.endedAt !== null) return job;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function started(symbols: readonly string[] | null, from: Instant | null): BackFillJob {
  const outcome = backFill.start({ symbols, from, to: null, startedBy: 'ada' });
  if (!outcome.ok) throw new Error(outcome.reasons[0]?.detail);
  return outcome.value;
}

const daysBack = (days: number): Instant => later(source.closed(), -days * DAY_MS);
const pagesAsked = (): string[] => source.asked.filter((what) => /^[A-Z]/.test(what));

/** Waits until back-filling has looked this many times more whether there is room for a page. */
async function looksForRoom(times: number): Promise<void> {
  const budget = source.budget;
  let looks = 0;
  source.budget = () => {
    looks += 1;
    return budget();
  };
  await until(() => looks >= times, 'looks at the budget');
  source.budget = budget;
}

describe('back-filling', () => {
  it('fetches watched symbols first, then by turnover, without gaps or duplicate requests', async () => {
    const job = await ended(started(null, daysBack(3)).jobId);
    const order = [...new Set(pagesAsked())];
    expect(order).toEqual(['ETHUSDT', 'BTCUSDT', 'ADAUSDT', HALTED]);
    expect(job).toMatchObject({ state: 'done', pagesSkipped: 0, symbol: null, problem: null });
    expect(job.pagesDone).toBe(job.pagesTotal);
    const pages = Math.ceil((3 * 1_440 + 1) / 499);
    expect(job.pagesTotal).toBe(4 * pages);
    expect(pagesAsked().filter((symbol) => symbol !== HALTED)).toHaveLength(3 * pages);
    for (const symbol of SYMBOLS) {
      for (let minute = daysBack(3); minute <= source.closed(); minute = later(minute, 97 * MINUTE_MS)) {
        expect(store.candle(symbol, minute)).toMatchObject({ close: source.prices.candle(symbol, minute)?.close });
      }
      expect(store.coverage(symbol)).toMatchObject({
        present: [{ from: daysBack(3), to: later(source.closed(), MINUTE_MS) }],
        verified: [{ from: daysBack(3), to: later(source.closed(), MINUTE_MS) }],
        absent: [],
      });
    }
    source.asked.length = 0;
    await ended(started(null, daysBack(3)).jobId);
    expect(pagesAsked()).toEqual([]);
  });

  it('fetches a month with a flipped bit again in the same start, with the same candles and funding', async () => {
    await ended(started(['ETHUSDT'], daysBack(2)).jobId);
    const span = { from: daysBack(2), to: later(source.closed(), MINUTE_MS) };
    const before = store.candles('ETHUSDT', span);
    await backFill.stop();
    await store.save();
    for (const name of readdirSync(path.join(folder, 'ETHUSDT'))) {
      const file = path.join(folder, 'ETHUSDT', name);
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      writeFileSync(file, bytes);
    }
    await open();
    expect(store.candles('ETHUSDT', span)).toEqual([]);
    const jobs = backFill.jobs();
    expect(jobs.length).toBeGreaterThan(0);
    for (const { jobId } of jobs) expect(await ended(jobId)).toMatchObject({ state: 'done' });
    expect(store.candles('ETHUSDT', span)).toEqual(before);
    expect(store.missingFunding('ETHUSDT', span)).toEqual([]);
  });

  it('fetches the newest page first, also around stored minutes', async () => {
    backFill.start({ symbols: ['BTCUSDT'], from: daysBack(1.5), to: daysBack(1), startedBy: 'ada' });
    await ended(backFill.jobs()[0]?.jobId ?? '');
    const pages: Instant[] = [];
    const candles = source.candles.bind(source);
    source.candles = (instrument, query) => {
      if (query.to !== null) pages.push(query.to);
      return candles(instrument, query);
    };
    await ended(started(['BTCUSDT'], daysBack(2)).jobId);
    expect(pages.length).toBeGreaterThan(3);
    expect(pages).toEqual(pages.toSorted((one, other) => other - one));
    expect(pages[0]).toBe(source.closed());
  });

  it('records the absent minutes and the funding of a halted contract', async () => {
    await ended(started([HALTED], daysBack(5)).jobId);
    const { present, absent, funding } = store.coverage(HALTED);
    expect(present).toHaveLength(1);
    expect(absent).toEqual([{ from: present[0]?.to, to: later(source.closed(), MINUTE_MS) }]);
    expect(funding).toEqual([{ from: daysBack(5), to: later(source.closed(), MINUTE_MS) }]);
  });

  it('resumes after a kill where the files end', async () => {
    let left = 12;
    const candles = source.candles.bind(source);
    source.candles = async (instrument, query) => {
      left -= 1;
      if (left < 0) await new Promise(() => {}); // The program is killed while it waits for this answer.
      return candles(instrument, query);
    };
    started(['BTCUSDT', 'ETHUSDT'], daysBack(3));
    await until(() => left < 0, 'the request that is never answered');
    await store.save();
    source.candles = candles;
    await open();
    const [job] = backFill.jobs();
    expect(job?.request).toMatchObject({ symbols: ['BTCUSDT', 'ETHUSDT'], startedBy: 'ada' });
    const again = await ended(job?.jobId ?? '');
    expect(again.state).toBe('done');
    expect(again.pagesTotal).toBe(2 * Math.ceil((3 * 1_440 + 1) / 499) - 12);
    expect(store.missing('BTCUSDT', { from: daysBack(3), to: source.closed() })).toEqual([]);
    expect(store.missing('ETHUSDT', { from: daysBack(3), to: source.closed() })).toEqual([]);
  });

  it('stays below its share of the budget and pauses on request of the exchange', async () => {
    source.limit = 2_400;
    const { jobId } = started(['BTCUSDT'], daysBack(30));
    await until(() => pagesAsked().length >= 5, 'five pages');
    source.used = 1_680; // Seven tenths, partly used by others.
    await looksForRoom(1); // What had found room before has been requested.
    const others = pagesAsked().length;
    await looksForRoom(2);
    expect(pagesAsked()).toHaveLength(others);
    source.used = 0;
    await until(() => pagesAsked().length > others, 'a page once there is room');
    source.pauseMs = 20; // It never gets shorter.
    await until(() => backFill.jobs()[0]?.state === 'paused', 'the pause');
    const asked = pagesAsked().length;
    await looksForRoom(5);
    expect(pagesAsked()).toHaveLength(asked);
    expect(backFill.cancel(jobId, 'ada')).toBe('cancelled');
    expect((await ended(jobId)).state).toBe('cancelled');
    expect(backFill.cancel(jobId, 'ada')).toBe('ended');
    expect(store.coverage('BTCUSDT').present).toHaveLength(1);
  });

  it('sends requests at an even pace within the minute', async () => {
    source.limit = 24_000; // 140 pages a second.
    const startedAt = performance.now();
    const job = await ended(started(['BTCUSDT'], daysBack(10)).jobId);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(job.pagesTotal / seconds).toBeLessThan(160); // Never faster, however fast the machine.
    expect(job.pagesTotal).toBe(29);
  });

  it('leaves half of what bulk requests may use to those who wait, in jobs that the program itself has begun', async () => {
    await backFill.stop();
    rmSync(folder, { recursive: true, force: true });
    source.limit = 2_400;
    source.used = 840; // Half of seven tenths.
    await open(2);
    await looksForRoom(2);
    expect(pagesAsked()).toEqual([]);
    source.used = 838;
    await until(() => pagesAsked().length > 0, 'a page of the first job once there is room');
  });

  it('skips a page with an invalid answer and reports it', async () => {
    const broken = daysBack(1);
    source.rewrite = (_, candle) => (candle.time === broken ? { ...candle, high: 0 } : candle);
    const job = await ended(started(['BTCUSDT'], daysBack(2)).jobId);
    expect(job).toMatchObject({
      state: 'done',
      pagesSkipped: 1,
      problem: expect.stringContaining('this candle is impossible'),
    });
    expect(store.candle('BTCUSDT', broken)).toBeNull();
    expect(store.missing('BTCUSDT', { from: daysBack(2), to: source.closed() })).toHaveLength(1);
    source.rewrite = (_, candle) => candle;
    backFill.repair();
    const repair = backFill.jobs()[0];
    expect(repair?.request).toEqual({ symbols: null, from: null, to: null, startedBy: 'program' });
    await ended(repair?.jobId ?? '');
    expect(store.missing('BTCUSDT', { from: daysBack(2), to: source.closed() })).toEqual([]);
  });

  it('verifies minutes from the stream against REST an hour later and reports differences', async () => {
    await ended(started(['BTCUSDT'], daysBack(1)).jobId);
    const heard = [1, 2].map((minute) => {
      source.advance(1);
      const told = source.prices.candle('BTCUSDT', source.closed());
      if (told === null) throw new Error('no candle');
      const { time, open: first, high, low, close } = told;
      return { time, open: first, high: high + (minute === 1 ? 7 : 0), low, close, volume: told.volume };
    });
    store.putCandles('BTCUSDT', heard, 'stream');
    const span = { from: heard[0]?.time ?? source.closed(), to: later(source.closed(), MINUTE_MS) };
    expect(store.unverified('BTCUSDT', span)).toEqual([span]);
    source.advance(70);
    store.putAbsent('BTCUSDT', { from: span.to, to: later(source.closed(), MINUTE_MS) });
    source.asked.length = 0;
    backFill.repair();
    await ended(backFill.jobs()[0]?.jobId ?? '');
    expect(pagesAsked()).toEqual(['BTCUSDT']);
    expect(store.unverified('BTCUSDT', span)).toEqual([]);
    expect(store.toldTwice()).toMatchObject([{ symbol: 'BTCUSDT', kept: heard[0] }]);
    expect(store.candle('BTCUSDT', span.from)).toEqual(heard[0]);
    backFill.repair();
    expect(backFill.jobs()[0]?.state).toBe('done');
  });

  it('waits for an unreachable exchange', async () => {
    source.failure = new AppError('EXCHANGE_UNAVAILABLE', 'The exchange does not answer.', { isRetryable: true });
    const { jobId } = started(['BTCUSDT'], daysBack(1));
    await until(() => at(backFill.jobs(), 0).problem !== null, 'the problem');
    expect(at(backFill.jobs(), 0).endedAt).toBeNull();
    source.failure = null;
    expect((await ended(jobId)).state).toBe('done');
  });

  it('reports progress and refuses impossible requests', async () => {
    const heard: BackFillJob[] = [];
    backFill.onProgress((job) => heard.push(job));
    const { jobId } = started(['BTCUSDT'], daysBack(2));
    const job = await ended(jobId);
    expect(heard[0]).toMatchObject({ jobId, state: 'waiting', leftMs: null });
    expect(heard.at(-1)).toEqual(job);
    expect(job.minutesDone).toBe(2 * 1_440 + 1);
    expect(job.minutesPerSecond).toBeGreaterThan(0);
    const refusal = (request: Parameters<BackFill['start']>[0]) => {
      const outcome = backFill.start(request);
      return outcome.ok ? null : outcome.reasons[0]?.code;
    };
    const bare = { symbols: null, to: null, startedBy: 'ada' };
    expect(refusal({ ...bare, symbols: ['NOSUCHUSDT'], from: daysBack(1) })).toBe('SYMBOL_UNKNOWN');
    expect(refusal({ ...bare, from: daysBack(1), to: daysBack(2) })).toBe('PERIOD_EMPTY');
    source.pauseMs = 60_000;
    for (const startedBy of ['ada', 'bob', 'cyd', 'dan']) {
      const wanted = { ...bare, startedBy, from: daysBack(10) };
      const answers = Array.from({ length: 6 }, () => refusal(wanted));
      expect(answers).toEqual([null, null, null, null, null, 'BACK_FILL_FULL']);
    }
    expect(refusal({ ...bare, startedBy: 'eve', from: daysBack(1) })).toBe('BACK_FILL_FULL');
  });

  it('fills a new market once at its first start, watched symbols first', async () => {
    await backFill.stop();
    rmSync(folder, { recursive: true, force: true });
    await open(1);
    const jobs = backFill.jobs();
    expect(jobs.map(({ request }) => request.symbols)).toEqual([['ETHUSDT'], null]);
    for (const { jobId } of jobs) await ended(jobId);
    expect(store.missing('ADAUSDT', { from: daysBack(1), to: source.closed() })).toEqual([]);
    await backFill.stop();
    await open(1);
    expect(backFill.jobs()).toEqual([]);
  });
});
