import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateFromPercent } from '#base/decimal.ts';
import { DAY_MINUTES, DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { MovesRequest } from '#ports/price-move-measures.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { keptMoves } from './kept-moves.ts';
import { pastMeasures } from './measure-past.ts';
import { refreshMoves } from './refresh-moves.ts';

const START = instantOf(Date.UTC(2025, 4, 5));
const REQUEST: MovesRequest = {
  ...{ symbol: 'ETHUSDT', direction: 'buy', windowDays: 3, horizonDays: 1 },
  rebound: rateFromPercent('1'),
};

let urls: TestDatabase;
let database: Database;
let owner: Client;
/** Minutes that are stored from the start on; the market's present; the wall clock. */
let [minutes, present, wall]: [number, Instant, Instant] = [0, START, START];
let measured = 0;
/** Which versions of the past were read. */
let versions: number[] = [];

beforeAll(async () => {
  urls = await startTestDatabase();
  database = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test moves' });
  owner = new Client({ connectionString: urls.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await urls.close();
});
beforeEach(() => {
  [minutes, present, measured] = [4 * DAY_MINUTES, later(START, 4 * DAY_MS + HOUR_MS), 0];
  wall = instantOf(Date.UTC(2026, 0, 1));
  versions = [];
});
afterEach(() => owner.query('delete from price_moves'));

/** A price that swings by 2 % around 1,000 every two hours. */
function storedPast() {
  const column = (shift: number) =>
    Int32Array.from({ length: minutes }, (_, minute) => 1_000 + shift + Math.abs(10 - (Math.floor(minute / 6) % 20)));
  const [open, high, low, close] = [column(0), column(1), column(-1), column(0)];
  const columns = { start: START, open, high, low, close, volume: new Int32Array(minutes) };
  return { columns, frozen: [], funding: { minute: new Int32Array(0), rate: new Int32Array(0) }, unsettled: [] };
}

const measures = () =>
  keptMoves({
    database,
    readPast: async (_query, version) => {
      versions.push(version);
      return storedPast();
    },
    history: async () => ({ present: minutes === 0 ? [] : [{ from: START, to: later(START, minutes * MINUTE_MS) }] }),
    marketNow: () => present,
    now: () => wall,
    measure: {
      async moves(request, past, window) {
        measured += 1;
        return pastMeasures.moves(request, past, window);
      },
      reach: async (request, past, window) => pastMeasures.reach(request, past, window),
    },
  });

describe('measured price moves', () => {
  it('cover whole days up to the last midnight, and say how much of them is stored', async () => {
    const { window, moves } = await measures().moves({ ...REQUEST, windowDays: 10 });
    expect(window).toEqual({
      from: later(START, -6 * DAY_MS),
      to: later(START, 4 * DAY_MS),
      minutesStored: 4 * DAY_MINUTES,
    });
    expect(moves).toMatchObject({ from: START, to: later(START, 4 * DAY_MS) });
    expect(moves.drops.samples).toBeGreaterThan(20);
  });

  it('are kept for the day, by whichever program asks, and measured again after midnight', async () => {
    const first = await measures().moves(REQUEST);
    wall = later(wall, HOUR_MS);
    expect(await measures().moves(REQUEST)).toEqual(first);
    expect(measured).toBe(1);
    [minutes, present] = [5 * DAY_MINUTES, later(present, DAY_MS)];
    const next = await measures().moves(REQUEST);
    expect(next).toMatchObject({ window: { to: later(START, 5 * DAY_MS) }, computedAt: wall });
    expect(measured).toBe(2);
  });

  it('are measured again when more of their past is stored', async () => {
    minutes = 3 * DAY_MINUTES;
    await measures().moves(REQUEST);
    minutes = 4 * DAY_MINUTES;
    await measures().moves(REQUEST);
    expect(measured).toBe(2);
  });

  it('are measured anew when that is asked for, from a past that is read again, but not twice within a minute', async () => {
    const first = await measures().moves(REQUEST);
    wall = later(wall, MINUTE_MS - 1);
    expect(await measures().moves(REQUEST, 'again')).toEqual(first);
    expect([measured, versions]).toEqual([1, [later(START, 4 * DAY_MS) + 3 * DAY_MINUTES]]);
    wall = later(wall, 1);
    expect(await measures().moves(REQUEST, 'again')).toEqual({ ...first, computedAt: wall });
    expect([measured, versions.at(-1)]).toEqual([2, wall]);
    expect(await measures().moves(REQUEST)).toMatchObject({ computedAt: wall });
    expect(measured).toBe(2);
  });

  it('are measured once for all who ask at the same time', async () => {
    const asked = measures();
    await Promise.all([1, 2, 3].map(() => asked.moves(REQUEST)));
    expect(measured).toBe(1);
  });

  it('are refused where no minute of a whole day is stored', async () => {
    minutes = 0;
    await expect(measures().moves(REQUEST)).rejects.toMatchObject({ code: 'CANDLES_MISSING' });
    [minutes, present] = [60, later(START, 2 * HOUR_MS)];
    await expect(measures().reach({ ...REQUEST, baseMargin: 1, levels: [] })).rejects.toMatchObject({
      code: 'CANDLES_MISSING',
    });
  });
});

describe('the daily measuring', () => {
  const refresh = (signal = new AbortController().signal) =>
    refreshMoves({ database, measures: measures(), now: () => wall, signal });
  const kept = async () => {
    const { rows } = await owner.query('select symbol, direction, rebound, window_days from price_moves order by 1, 2');
    return rows;
  };

  it('measures what unfinished bots trade, by their take profits', async () => {
    await storeBot('one', 'RUNNING', '1.5');
    await storeBot('two', 'FINISHED', '7');
    await storeBot('three', 'STOPPED', null);
    expect(await refresh()).toBe(2);
    expect(await kept()).toEqual([
      { symbol: 'ONEUSDT', direction: 'buy', rebound: 1_500_000, window_days: 180 },
      { symbol: 'THREEUSDT', direction: 'buy', rebound: 1_000_000, window_days: 180 },
    ]);
    await owner.query('delete from atoms');
  });

  it('measures again what was asked for in the last week, and forgets what nobody asked for in a month', async () => {
    await measures().moves(REQUEST);
    [minutes, present] = [5 * DAY_MINUTES, later(present, DAY_MS)];
    wall = later(wall, 8 * DAY_MS);
    expect(await refresh()).toBe(0);
    await measures().moves(REQUEST);
    expect(await refresh()).toBe(1);
    wall = later(wall, 31 * DAY_MS);
    await refresh();
    expect(await kept()).toEqual([]);
  });

  it('stops between two measurements', async () => {
    await measures().moves(REQUEST);
    expect(await refresh(AbortSignal.abort())).toBe(0);
  });
});

/** A stored bot that buys one symbol. */
async function storeBot(name: string, state: string, takeProfitPercent: string | null): Promise<void> {
  const snapshot = JSON.stringify({ bot: { botId: name, takeProfitPercent }, netCycles: [] });
  await owner.query(
    `insert into bots (bot_id, owner_id, portfolio_id, kind, name, comment, symbols, state, run_no, created_at, snapshot)
     values ($1, 'ann', 'portfolio', 'dca-bot', $1, '', '[]', $2, 1, now(), $3)`,
    [name, state, snapshot],
  );
  await owner.query(`insert into atoms values ($1, 'ann', $1, $2, 'buy', '{}')`, [name, `${name.toUpperCase()}USDT`]);
}
