import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, BOB, expectStatus } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const histogram = (query = '', { as = ANN, id = 'ETHUSDT' } = {}) =>
  server.send('GET', `/api/price-move-histogram/${id}?${query}`, { as });
const LADDER = {
  ...{ symbol: 'ETHUSDT', direction: 'buy', rebound_percent: '1', base_margin: '20' },
  levels: [
    { deviation_percent: '1', rebound_percent: '1.5631', margin: '20' },
    { deviation_percent: '2.5', rebound_percent: '2.2246', margin: '30' },
  ],
};
const reach = (body: object = LADDER) => server.send('POST', '/api/get-ladder-reach', { as: ANN, body });

interface Bin {
  readonly from_percent: string;
  readonly count: number;
  readonly share_percent: string;
  readonly cumulative_percent: string;
}
const countOf = (bins: readonly Bin[]): number => bins.reduce((sum, { count }) => sum + count, 0);

describe('the histogram of price moves', () => {
  it('counts every swing and every entry, with the censored ones apart, and tells which days it is made of', async () => {
    const { drops, excursions, ...told } = expectStatus(await histogram(), 200);
    expect(told).toMatchObject({ futures_ticker: 'ETHUSDT', direction: 'buy', rebound_percent: '1', days_asked: 180 });
    const days = (Date.parse(told.date_to) - Date.parse(told.date_from)) / 86_400_000;
    expect([days, told.date_to.slice(11)]).toEqual([180, '00:00:00.000Z']);
    expect(Number(told.days_stored)).toBeGreaterThan(5);
    expect(Number(told.days_stored)).toBeLessThan(32);
    expect(countOf(drops.bins)).toBe(drops.samples);
    expect(drops.bins.at(-1).cumulative_percent).toBe('100');
    expect(countOf(excursions.bins) + excursions.censored + excursions.cut_off).toBe(excursions.samples);
    expect(Number(excursions.effective_samples)).toBeLessThan(excursions.samples);
    expect(told.returns.map(({ horizon }: { horizon: string }) => horizon)).toEqual(['15m', '1h', '4h', '1d', '7d']);
  });

  it('lists the ten deepest swings with their prices, whose drop is that of the prices', async () => {
    const { drops } = expectStatus(await histogram('rebound_percent=0.5'), 200);
    expect(drops.largest).toHaveLength(10);
    for (const { begin_price, deepest_price, drop_percent } of drops.largest) {
      expect(Number(drop_percent)).toBeCloseTo(100 * (1 - Number(deepest_price) / Number(begin_price)), 6);
    }
    expect(drops.largest[0].drop_percent).toBe(drops.percent.max);
  });

  it('is the same for every user, and measured once a day', async () => {
    const mine = expectStatus(await histogram('window_days=7'), 200);
    expect(expectStatus(await histogram('window_days=7', { as: BOB }), 200)).toEqual(mine);
  });

  it('is measured anew on demand, unless it was within the last minute', async () => {
    const { computed_at, ...first } = expectStatus(await histogram('window_days=8'), 200);
    const { computed_at: again, ...next } = expectStatus(await histogram('window_days=8&measure=again'), 200);
    expect([next, again]).toEqual([first, computed_at]);
    expect(expectStatus(await histogram('measure=always'), 400).errors[0].path).toBe('measure');
  });

  it.each([
    ['rebound_percent=0', 'rebound_percent', 'must be from 0.01 to 1000 %'],
    ['rebound_percent=much', 'rebound_percent', 'must be a decimal number in a string, such as "1.5"'],
    ['window_days=366', 'window_days', 'must be from 1 to 365'],
    ['horizon_days=0', 'horizon_days', 'must be from 1 to 90'],
    ['direction=both', 'direction', 'Invalid option: expected one of "buy"|"sell"'],
  ])('refuses %s and says what is allowed', async (query, path, detail) => {
    const { errors } = expectStatus(await histogram(query), 400);
    expect(errors).toEqual([expect.objectContaining({ path, detail })]);
  });

  it('does not exist for a symbol that nobody lists', async () => {
    expect(expectStatus(await histogram('', { id: 'NOSUCH' }), 404).code).toBe('SYMBOL_UNKNOWN');
  });
});

describe('the reach of a ladder', () => {
  it('counts the swings that reach each step, by the rebound that each needs', async () => {
    const told = expectStatus(await reach(), 200);
    const own = expectStatus(await histogram('rebound_percent=2.2246'), 200).drops;
    expect(told.levels[1].swings).toBe(own.samples);
    const [first, second] = told.levels;
    expect(first.swings).toBeGreaterThan(second.swings);
    const shares = [first.reached / first.swings, second.reached / second.swings] as const;
    expect(Number(told.expected_levels)).toBeCloseTo(
      shares.reduce((sum, share) => sum + share, 0),
      5,
    );
    const margin = 20 + 20 * shares[0] + 30 * shares[1];
    expect(Number(told.expected_margin)).toBeCloseTo(margin, 5);
  });

  it('tells which share of the swings by the take profit stays within the ladder', async () => {
    const { whole, coverage_percent } = expectStatus(await reach(), 200);
    const { drops } = expectStatus(await histogram(), 200);
    expect(whole.swings).toBe(drops.samples);
    expect(Number(coverage_percent)).toBeCloseTo(100 * (1 - whole.reached / whole.swings), 5);
  });

  it('refuses a ladder without steps', async () => {
    expect(expectStatus(await reach({ ...LADDER, levels: [] }), 400).errors[0].path).toBe('levels');
  });
});
