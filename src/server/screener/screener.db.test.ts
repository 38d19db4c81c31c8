import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import type { Figures, SymbolSnapshot } from '#ports/screener.ts';
import { type PlayedMarket, playedMarket } from '../../../tests/support/played-market.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import type { MarketSnapshot } from './screener-services.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'WAVESUSDT'];
const TAKEN_AT = instantOf(Date.UTC(2025, 4, 10, 12));

const snapshot = (symbol: string, figures: Figures): SymbolSnapshot => ({
  ...{ symbol, pastAt: TAKEN_AT, surveyedAt: null, figures, spark: [100, 200] },
});
const taken: MarketSnapshot = {
  takenAt: TAKEN_AT,
  bySymbol: new Map([
    ['BTCUSDT', snapshot('BTCUSDT', { natrHourPercent: 0.5, correlationCluster: 1, btcCorrelation: 1 })],
    ['ETHUSDT', snapshot('ETHUSDT', { natrHourPercent: 1.234_56, correlationCluster: 1, btcCorrelation: 0.9 })],
    ['WAVESUSDT', snapshot('WAVESUSDT', { natrHourPercent: 'PAST_SHORT', correlationCluster: 'PAST_SHORT' })],
  ]),
};

let market: PlayedMarket;
let server: TestServer;
let latest: MarketSnapshot | null = taken;

beforeAll(async () => {
  market = await playedMarket(SYMBOLS);
  server = await startTestServer({ market, screener: { latest: async () => latest, openInterest: async () => [] } });
  const owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into asset_notes (owner_id, symbol, trade_category_id, comment, score, updated_at)
     values ('ann', 'ETHUSDT', 'core', 'calm', 97, '2025-05-09T08:30:00Z'), ('bob', 'BTCUSDT', 'excluded', '', 3, now())`,
  );
  await owner.end();
});
afterAll(async () => {
  await server.close();
  await market.close();
});

const screen = async (body: Record<string, unknown>, as = 'ann') =>
  (await server.send('POST', '/api/get-futures', { as, body })).body;
const symbolsOf = ({ items }: { items: { futures_ticker: string }[] }) => items.map((row) => row.futures_ticker);

describe('the screener', () => {
  it('lists every contract with the columns that were asked for, and no others', async () => {
    const { items, total, listed } = await screen({ columns: ['natr_hour_percent', 'status'] });
    expect([total, listed]).toEqual([3, 3]);
    expect(items[1]).toEqual({
      ...{ asset_id: 'ETHUSDT', futures_ticker: 'ETHUSDT', base_asset: 'ETH', tick_size: '0.01' },
      ...{ natr_hour_percent: '1.235', status: 'TRADING', spark: ['1.00', '2.00'], absent: [] },
      score_parts: expect.any(Array),
    });
    expect(items[2].absent).toEqual([{ column: 'natr_hour_percent', reason: 'PAST_SHORT' }]);
  });

  it('leaves columns of coins empty without a CoinMarketCap API key, and says why', async () => {
    const [first] = (await screen({ columns: ['market_cap', 'cmc_rank'] })).items;
    expect([first.market_cap, first.cmc_rank]).toEqual([null, null]);
    expect(first.absent).toEqual(['market_cap', 'cmc_rank'].map((column) => ({ column, reason: 'NO_API_KEY' })));
  });

  it('sorts rows without a value behind all others, whichever way it sorts', async () => {
    const by = (isDescending: boolean) =>
      screen({ sort: [{ column: 'natr_hour_percent', is_descending: isDescending }] });
    expect(symbolsOf(await by(true))).toEqual(['ETHUSDT', 'BTCUSDT', 'WAVESUSDT']);
    expect(symbolsOf(await by(false))).toEqual(['BTCUSDT', 'ETHUSDT', 'WAVESUSDT']);
  });

  it('tells how many rows each filter left and took out, and how many of these have no value', async () => {
    const filters = [
      { column: 'natr_hour_percent', min: '0.4', max: '2.5' },
      { column: 'correlation_cluster', most_of_each: 1 },
    ];
    const answer = await screen({ filters, sort: [{ column: 'natr_hour_percent', is_descending: true }] });
    expect(symbolsOf(answer)).toEqual(['ETHUSDT']);
    expect(answer.funnel).toEqual([
      { column: 'natr_hour_percent', left: 2, removed: 1, unknown: 1, alone: 2 },
      { column: 'correlation_cluster', left: 1, removed: 1, unknown: 0, alone: 2 },
    ]);
    expect([answer.total, answer.listed]).toEqual([1, 3]);
  });

  it('finds symbols by a part of their name, a page at a time', async () => {
    expect(symbolsOf(await screen({ search: 'th' }))).toEqual(['ETHUSDT']);
    expect(symbolsOf(await screen({ search: '\uff34\uff28' })), 'letters of full width').toEqual(['ETHUSDT']);
    const page = await screen({ offset: 1, limit: 1 });
    expect([symbolsOf(page), page.total, page.offset, page.limit]).toEqual([['ETHUSDT'], 3, 1, 1]);
  });

  it("shows each user their own category, comment and score, which stands before the computed one, and nobody else's", async () => {
    const columns = ['trade_category', 'comment', 'own_score', 'score'];
    const [bitcoin, ether] = (await screen({ columns })).items;
    expect(ether).toMatchObject({ trade_category: 'core', comment: 'calm', own_score: 97, score: 97 });
    expect(bitcoin).toMatchObject({ trade_category: null, own_score: null });
    const excluded = await screen({ filters: [{ column: 'trade_category', none_of: ['excluded'] }] }, 'bob');
    expect(symbolsOf(excluded)).toEqual(['ETHUSDT', 'WAVESUSDT']);
  });

  it('lists the values of one column with how many contracts have each, for the choice of a filter', async () => {
    const choices = async (choices_of: string, as = 'ann') => (await screen({ choices_of, limit: 1 }, as)).choices;
    expect(await choices('trade_category')).toEqual([{ value: 'core', count: 1 }]);
    expect(await choices('status')).toEqual([
      { value: 'TRADING', count: 2 },
      { value: 'HALTED', count: 1 },
    ]);
    expect(await choices('correlation_cluster')).toEqual([{ value: '1', count: 2 }]);
    expect(await choices('comment', 'bob')).toEqual([]); // An empty comment is none.
    expect((await screen({})).choices).toEqual([]);
  });

  it('tells when each source was read last, and when the caller changed a field of their own', async () => {
    const { ages } = await screen({});
    expect(ages).toMatchObject({ past: '2025-05-10T12:00:00.000Z', survey: null, coin: null });
    expect(ages.own).toBe('2025-05-09T08:30:00.000Z');
    expect((await screen({}, 'eve')).ages.own).toBeNull();
  });

  it('tells the maintenance margin of the bracket that a position of the notional falls into', async () => {
    const at = async (notional: string) =>
      (await screen({ notional, columns: ['maintenance_percent', 'leverage_max'], search: 'BTC' })).items[0];
    expect(await at('1000')).toMatchObject({ maintenance_percent: '0.4', leverage_max: 125 });
    expect(await at('700000')).toMatchObject({ maintenance_percent: '0.65', leverage_max: 75 });
  });

  it('shows prices before the market was first looked over, and says what is not there yet', async () => {
    latest = null;
    const { items, ages } = await screen({ columns: ['last_price', 'natr_hour_percent'] });
    latest = taken;
    expect(items[0].last_price).toMatch(/^\d+\.\d$/);
    expect(items[0].absent).toEqual([{ column: 'natr_hour_percent', reason: 'NOT_TOLD' }]);
    expect(ages).toMatchObject({ past: null, survey: null });
  });
});

describe('a request to judge a rule', () => {
  const expected = (kind: string, received: string) => `Invalid input: expected ${kind}, received ${received}`;

  it.each([
    ['without a strategy', {}, 'strategy_id', expected('string', 'undefined')],
    ['with a number for a strategy', { strategy_id: 7 }, 'strategy_id', expected('string', 'number')],
    ['with null for a strategy', { strategy_id: null }, 'strategy_id', expected('string', 'null')],
    ['with a list for a strategy', { strategy_id: ['s'] }, 'strategy_id', expected('string', 'array')],
    [
      'with version 0',
      { strategy_id: 's', strategy_version: 0 },
      'strategy_version',
      'Too small: expected number to be >=1',
    ],
    ['with half a version', { strategy_id: 's', strategy_version: 1.5 }, 'strategy_version', expected('int', 'number')],
    [
      'with a text for a version',
      { strategy_id: 's', strategy_version: '1' },
      'strategy_version',
      expected('number', 'string'),
    ],
    ['over no day', { strategy_id: 's', days: 0 }, 'days', 'Too small: expected number to be >=1'],
    ['over more days than are judged', { strategy_id: 's', days: 91 }, 'days', 'Too big: expected number to be <=90'],
    ['over days as a text', { strategy_id: 's', days: '30' }, 'days', expected('number', 'string')],
    ['with a field that it does not know', { strategy_id: 's', symbol: 'X' }, 'symbol', 'is not a field of this call'],
    ['with a list for a body', [], 'body', expected('object', 'array')],
  ])('%s is refused, with the place and a sentence', async (_what, body, path, detail) => {
    const answer = await server.send('POST', '/api/screen-rule', { as: 'ann', body });
    const told = answer.body.errors.map((one: Record<string, string>) => [one['path'], one['detail']]);
    expect([answer.status, answer.body.code, told]).toEqual([400, 'REQUEST_INVALID', [[path, detail]]]);
  });

  it.each([
    ['a strategy that there is not', 's', 404, 'STRATEGY_NOT_FOUND', 'This strategy or version does not exist.'],
    ['more than a body may have', 's'.repeat(300_000), 413, 'BODY_TOO_LARGE', 'The request is too large.'],
  ])('for %s has an answer with its own code', async (_what, strategy_id, status, code, detail) => {
    const answer = await server.send('POST', '/api/screen-rule', { as: 'ann', body: { strategy_id } });
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([status, code, detail]);
  });
});
