import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { rateFromPercent } from '#base/decimal.ts';
import { DAY_MINUTES, DAY_MS, later, MINUTE_MS } from '#base/time.ts';
import { pastMeasures } from '#lab/moves/measure-past.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { MovesRequest } from '#ports/price-move-measures.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import type { StartedEngine } from '../engine/start-engine.ts';
import { type StartedMoves, startMoves } from './start-moves.ts';

const REQUEST: MovesRequest = {
  ...{ symbol: 'BTCUSDT', direction: 'buy', windowDays: 5, horizonDays: 1 },
  rebound: rateFromPercent('1'),
};

let urls: TestDatabase;
let database: Database;
let moves: StartedMoves;
let past: MarketPast;
const warnings: string[] = [];

beforeAll(async () => {
  urls = await startTestDatabase();
  database = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test moves' });
  const { start, symbols } = await recordedHistory(['BTCUSDT']);
  past = { ...at([...symbols.values()], 0), unsettled: [] };
  const present = [{ from: start, to: later(start, past.columns.close.length * MINUTE_MS) }];
  const engine = {
    readPast: async () => past,
    market: { history: async () => ({ present }) },
    runtime: { market: () => ({ minute: later(start, 6 * DAY_MS) }) },
  } as unknown as StartedEngine; // Only what is asked of it.
  moves = startMoves({ database, engine, warn: (line) => void warnings.push(line) });
});
afterAll(async () => {
  await moves.stop();
  await database.close();
  await urls.close();
});

it('the thread that measures price moves answers what is measured in this one', async () => {
  const { window, moves: told } = await moves.moves(REQUEST);
  expect(window.minutesStored).toBe(5 * DAY_MINUTES);
  expect(told).toEqual(pastMeasures.moves(REQUEST, past, window));
  const ladder = { ...REQUEST, baseMargin: 1, levels: [{ deviationPercent: 1, rebound: REQUEST.rebound, margin: 2 }] };
  expect(await moves.reach(ladder)).toEqual({ window, ...pastMeasures.reach(ladder, past, window) });
});

it('a measurement that breaks a belief ends its thread alone, and the next one begins in another', async () => {
  const broken = { ...REQUEST, baseMargin: 1, levels: [null] } as unknown as Parameters<StartedMoves['reach']>[0];
  await expect(moves.reach(broken)).rejects.toThrow();
  expect(warnings.join()).toContain('price moves');
  expect((await moves.reach({ ...REQUEST, baseMargin: 1, levels: [] })).expectedMargin).toBe(1);
});
