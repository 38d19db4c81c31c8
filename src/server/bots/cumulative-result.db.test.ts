import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, startWorld, type World } from '../../../tests/support/api-world.ts';

interface Point {
  readonly ts: string;
  readonly result: string;
  readonly cumulative: string;
  readonly equity: string;
}
interface Page {
  readonly points: readonly Point[];
  readonly next_offset: number | null;
}

let world: World;
let executor = '';
let bot = '';
let cycles: { readonly result: string; readonly end_date: string | null; readonly cycle_id: string }[] = [];

beforeAll(async () => {
  world = await startWorld();
  const get = async (path: string) => (await world.server.send('GET', path, { as: ANN })).body;
  const bots: { bot_id: string; strategy_executor_id: string; cycles_closed: number }[] = (
    await get('/api/dca-bot/get-bots')
  ).items;
  const busiest = bots.toSorted((a, b) => b.cycles_closed - a.cycles_closed)[0];
  if (busiest === undefined) throw new Error('the demo has bots');
  executor = busiest.strategy_executor_id;
  bot = busiest.bot_id;
  cycles = (await get(`/api/dca-bot/get-cycles?bot_id=${busiest.bot_id}&limit=5000`)).items;
  cycles = cycles.filter(({ end_date }) => end_date !== null).reverse(); // Newest first on the wire.
});
afterAll(() => world.server.close());

async function page(query: string): Promise<Page> {
  const path = `/api/dca-bot/get-bot-cum-result?strategy_executor_id=${executor}${query}`;
  const { status, body } = await world.server.send('GET', path, { as: ANN });
  expect(status).toBe(200);
  return body;
}

describe('the cumulative result of a run', () => {
  it('the cumulative result of a run adds up its cycles from zero, to the last digit', async () => {
    const { points, next_offset } = await page(`&date_to=${cycles.at(-1)?.end_date}&limit=5000`);
    expect(cycles.length).toBeGreaterThan(20);
    expect(next_offset).toBeNull();
    expect(points[0]).toMatchObject({ result: '0.00000000', cumulative: '0.00000000' });
    let sum = new Decimal(0);
    for (const point of points.slice(1)) {
      sum = sum.plus(point.result);
      expect(point.cumulative).toBe(sum.toFixed(8));
    }
    // The end of the period does not count, so the cycles that ended at that very instant are missing.
    const before = cycles.filter(({ end_date }) => end_date !== cycles.at(-1)?.end_date);
    expect(points.slice(1).map(({ result }) => result)).toHaveLength(before.length);
    expect(sum.toFixed(8)).toBe(before.reduce((all, { result }) => all.plus(result), new Decimal(0)).toFixed(8));
  });

  it.each([1, 7])('pages of %i points of a cumulative result hold the same points as one page', async (limit) => {
    const until = `&date_to=${cycles[20]?.end_date}`;
    const whole = await page(`${until}&limit=5000`);
    const points: Point[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const part: Page = await page(`${until}&limit=${limit}&offset=${offset}`);
      expect(part.points.length).toBeLessThanOrEqual(limit);
      points.push(...part.points);
      offset = part.next_offset;
    }
    expect(points.length).toBeGreaterThan(7);
    // The last point of the open result moves with the market; what was realised does not.
    const realised = ({ ts, result, cumulative }: Point) => [ts, result, cumulative];
    expect(points.map(realised)).toEqual(whole.points.map(realised));
  });

  it('a cumulative result has no points beyond its end', async () => {
    expect(await page('&offset=999999')).toMatchObject({ points: [], next_offset: null, offset: 999_999 });
  });
});

describe('get-cycles with an end date', () => {
  it('get-cycles with an end date has the total of the cycles that ended by then, on every page', async () => {
    const end = cycles[12]?.end_date;
    const ended = cycles.filter(({ end_date }) => end_date !== null && end_date <= (end ?? ''));
    const ids: string[] = [];
    for (let offset = 0; offset < ended.length; offset += 5) {
      const path = `/api/dca-bot/get-cycles?bot_id=${bot}&end_date=${end}&limit=5&offset=${offset}`;
      const { status, body } = await world.server.send('GET', path, { as: ANN });
      expect([status, body.total]).toEqual([200, ended.length]);
      ids.push(...body.items.map(({ cycle_id }: { cycle_id: string }) => cycle_id));
    }
    expect(ended.length).toBeGreaterThan(12);
    expect(ids.toReversed()).toEqual(ended.map(({ cycle_id }) => cycle_id));
  });
});
