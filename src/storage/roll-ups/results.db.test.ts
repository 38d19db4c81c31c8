import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, cash, subtract, sum, ZERO_CASH } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { ETH, START, START_PRICES } from '../../../tests/support/market.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { cycleOf, cycleRecord, KEY, newBot } from '../../../tests/support/stored-cycle.ts';
import { asUser, type Database, openDatabase, type Tx } from '../database/database.ts';
import type { Period } from '../period.ts';
import { storeBatches } from '../recorder/recorder.ts';
import {
  dailyResults,
  NO_RESULTS,
  openResults,
  type ResultSums,
  summedBuckets,
  sumResults,
  totalResults,
} from './results.ts';

const SEED = SEED_OF_RUN;
const CYCLES = 120;
const DAYS = 6;

let urls: TestDatabase;
let engine: Database;
let requests: Database;
let ended: readonly Cycle[];

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => asUser(requests, 'ann', work);
const net = ({ gross, commission, funding, liquidationFee }: Cycle): Cash =>
  subtract(subtract(add(gross, funding), commission), liquidationFee);
const endOf = ({ endAt }: Cycle): Instant => endAt ?? instantOf(0);
const within = ({ from, to }: Period): Cycle[] => ended.filter((one) => endOf(one) >= from && endOf(one) < to);
const sinceStart = (ms: number): Instant => later(START, ms);

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  requests = openDatabase({ url: urls.appUrl, poolMax: 2, applicationName: 'test' });
  ended = randomCycles();
  await storeFor('ann', [...ended, cycleOf({ seq: CYCLES + 1, state: 'OPEN', endAt: null, closeReason: null })]);
  await storeFor('bob', [cycleOf({ endAt: sinceStart(HOUR_MS), gross: cashFrom('5000') })]);
});

afterAll(async () => {
  await engine.close();
  await requests.close();
  await urls.close();
});

/** Ends lie anywhere in six days, a third of them exactly on an hour or a midnight, where periods meet. */
function randomCycles(): Cycle[] {
  const dice = chance(SEED);
  const money = (max: number): Cash => cash(Math.round((dice.next() * 2 - 1) * max));
  return Array.from({ length: CYCLES }, (_, index) => {
    const anywhere = Math.floor(dice.next() * DAYS * DAY_MS);
    const onEdge = Math.floor(anywhere / HOUR_MS / 6) * HOUR_MS * 6;
    return cycleOf({
      seq: index + 1,
      state: dice.pick(['CLOSED', 'CLOSED', 'CANCELED', 'LIQUIDATED']),
      endAt: sinceStart(dice.pick([anywhere, anywhere, onEdge])),
      gross: money(9_999_999_999),
      commission: money(7),
      funding: money(123_456_789),
      liquidationFee: dice.pick([ZERO_CASH, cash(1)]),
    });
  });
}

async function storeFor(ownerId: string, cycles: readonly Cycle[]): Promise<void> {
  const place = { ownerId, portfolioId: `of-${ownerId}` };
  const key = { ...KEY, botId: `bot-of-${ownerId}` };
  const kind = 'dca-bot' as const;
  const texts = { name: 'Paper', kind, execution: 'paper' as const, comment: '', walletStart: '5000', wallet: '5000' };
  const rest = { limitUsdt: null, isDemo: false, minuteAt: null, createdAt: new Date(START) };
  await engine.db
    .insertInto('portfolios')
    .values({ ...place, ...texts, ...rest })
    .execute();
  const command = { type: 'create', bot: newBot(key.botId), autostart: true, prices: START_PRICES } as const;
  const row = { name: 'bot', comment: '', strategyId: null, strategyVersion: null };
  const records = cycles.map((cycle) => cycleRecord(cycle, key));
  const batch = { ...place, records, wallet: cashFrom('5000'), minute: START, bots: [], hours: [], firstSeq: 1 };
  const commands = [{ ...place, botId: key.botId, afterMinute: null, at: START, command, row }];
  const instruments = new Map([[ETH.symbol, ETH]]);
  await storeBatches(engine, { batches: [batch], commands, clock: START, instruments });
}

/** What the sums must be, from the cycles themselves. */
function expectedSums(cycles: readonly Cycle[]): ResultSums {
  const total = (value: (cycle: Cycle) => Cash): string => cashText(sum(cycles.map(value)));
  return {
    gross: total((one) => one.gross),
    commission: total((one) => one.commission),
    funding: total((one) => one.funding),
    liquidationFee: total((one) => one.liquidationFee),
    result: total(net),
    cycles: cycles.filter(({ state }) => state !== 'CANCELED').length,
  };
}

const periods: readonly (readonly [string, number, number])[] = [
  ['whole days', 0, DAYS * DAY_MS],
  ['from within a day to within another', 5 * HOUR_MS + 1, 4 * DAY_MS + 17 * MINUTE_MS],
  ['inside one day', DAY_MS + HOUR_MS, DAY_MS + 20 * HOUR_MS],
  ['from within a day to its midnight', DAY_MS + 6 * HOUR_MS, 2 * DAY_MS],
  ['around one midnight', 2 * DAY_MS - 1, 2 * DAY_MS + 1],
  ['before anything', -DAY_MS, 0],
];

describe(`results of a period (seed ${SEED})`, () => {
  it.each(periods)('results of bots and portfolios are exact over %s', async (_name, from, to) => {
    const period = { from: sinceStart(from), to: sinceStart(to) };
    const cycles = within(period);
    const byBot = await read((tx) => sumResults(tx, 'ann', { by: 'bot', ids: ['bot-of-ann'], period }));
    const byPortfolio = await read((tx) => sumResults(tx, 'ann', { by: 'portfolio', ids: ['of-ann'], period }));
    expect(byBot.get('bot-of-ann')).toEqual(cycles.length === 0 ? undefined : expectedSums(cycles));
    expect(byPortfolio.get('of-ann')).toEqual(byBot.get('bot-of-ann'));
  });

  it('results add up where periods meet: [a, b) and [b, c) make [a, c)', async () => {
    const dice = chance(SEED + 1);
    const resultOf = async (from: Instant, to: Instant): Promise<Cash> => {
      const scope = { by: 'portfolio' as const, ids: ['of-ann'], period: { from, to } };
      return cashFrom((await read((tx) => sumResults(tx, 'ann', scope))).get('of-ann')?.result ?? '0');
    };
    const [first, last] = [sinceStart(-1), sinceStart(DAYS * DAY_MS + 1)];
    const whole = await resultOf(first, last);
    expect(whole).toBe(sum(ended.map(net)));
    const meetings = [
      ...ended.slice(0, 8).map(endOf),
      sinceStart(Math.floor(dice.next() * DAYS * DAY_MS)),
      sinceStart(DAY_MS),
    ];
    for (const meeting of meetings) {
      expect(add(await resultOf(first, meeting), await resultOf(meeting, last))).toBe(whole);
    }
  });

  it('results are listed by day and by hour, oldest first, without empty days and hours', async () => {
    const period = { from: sinceStart(3 * HOUR_MS), to: sinceStart(5 * DAY_MS + 90 * MINUTE_MS) };
    const expected = (lengthMs: number) =>
      [...Map.groupBy(within(period), (one) => startOf(endOf(one), lengthMs))]
        .sort(([a], [b]) => a - b)
        .map(([at, cycles]) => ({ at, ...expectedSums(cycles) }))
        .map(({ at, result, cycles }) => ({ at, result, cycles }));
    const inPortfolio = async (length: 'day' | 'hour') =>
      (await read((tx) => summedBuckets(tx, 'ann', { portfolioId: 'of-ann', period, length }))).buckets;
    const ofBot = await read((tx) => dailyResults(tx, 'ann', { botIds: ['bot-of-ann'], period }));
    expect(ofBot).toEqual(expected(DAY_MS).map((bucket) => ({ id: 'bot-of-ann', ...bucket })));
    expect(await inPortfolio('day')).toEqual(expected(DAY_MS));
    expect(await inPortfolio('hour')).toEqual(expected(HOUR_MS));
  });

  it('an empty or reversed period has no results, nor has an empty list of ids', async () => {
    const period = { from: sinceStart(DAY_MS), to: sinceStart(DAY_MS) };
    const by = 'bot' as const;
    expect(await read((tx) => sumResults(tx, 'ann', { by, ids: ['bot-of-ann'], period }))).toEqual(new Map());
    const reversed = { from: sinceStart(DAY_MS), to: sinceStart(0) };
    expect(await read((tx) => dailyResults(tx, 'ann', { botIds: ['bot-of-ann'], period: reversed }))).toEqual([]);
    const none = await read((tx) =>
      summedBuckets(tx, 'ann', { portfolioId: 'of-ann', period: reversed, length: 'day' }),
    );
    expect(none).toEqual({ sums: NO_RESULTS, buckets: [] });
    expect(await read((tx) => sumResults(tx, 'ann', { by, ids: [], period: reversed }))).toEqual(new Map());
  });

  it("results of a period never include another owner's, whatever ids are asked for", async () => {
    const period = { from: sinceStart(0), to: sinceStart(DAYS * DAY_MS) };
    const ids = ['bot-of-bob'];
    expect(await read((tx) => sumResults(tx, 'bob', { by: 'bot', ids, period }))).toEqual(new Map());
    expect(await read((tx) => openResults(tx, 'bob'))).toEqual(new Map());
  });
});

describe('totals', () => {
  it('totals of a bot and of a portfolio are the sums over their ended cycles', async () => {
    const byBot = await read((tx) => totalResults(tx, 'ann', { by: 'bot', ids: ['bot-of-ann'] }));
    const byPortfolio = await read((tx) => totalResults(tx, 'ann', { by: 'portfolio', ids: ['of-ann'] }));
    expect(byBot).toEqual(new Map([['bot-of-ann', expectedSums(ended)]]));
    expect(byPortfolio.get('of-ann')).toEqual(byBot.get('bot-of-ann'));
  });

  it("totals never include another owner's", async () => {
    expect(await read((tx) => totalResults(tx, 'bob', { by: 'bot', ids: ['bot-of-bob'] }))).toEqual(new Map());
    expect(await read((tx) => totalResults(tx, 'ann', { by: 'bot', ids: [] }))).toEqual(new Map());
  });
});

describe('an open cycle', () => {
  it('an open cycle counts with what it has booked', async () => {
    expect(await read((tx) => openResults(tx, 'ann'))).toEqual(
      new Map([['of-ann', { gross: '1.00000000', result: '0.88000000', cycles: 1 }]]),
    );
  });
});
