import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instantOf, later, MINUTE_MS } from '#base/time.ts';
import { damage } from '../../tests/support/damage.ts';
import { ETH } from '../../tests/support/market.ts';
import { checkCases } from '../../tests/support/property.ts';
import { readJobs, writeJobs } from './back-fill/job-file.ts';
import { checkMarketFiles } from './check-market-files.ts';
import { openMarketStore } from './store/market-store.ts';

const START = instantOf(Date.UTC(2025, 4, 30, 21, 7));
const SPAN = { from: START, to: later(START, 60 * MINUTE_MS) };
const LISTING = {
  instrument: ETH,
  status: 'TRADING',
  onboardDate: START,
  sector: 'Layer-1',
  fundingHours: 8,
  hasBrackets: true,
} as const;
const FILES = ['coverage.json', 'listings.json', 'back-fill.json'];

let parent: string;
let sound: string;
beforeAll(async () => {
  parent = mkdtempSync(path.join(tmpdir(), 'botyard-market-files-'));
  sound = path.join(parent, 'sound');
  const store = await openMarketStore(sound, () => {});
  await store.putListings([LISTING], 'opening');
  store.putAbsent('ETHUSDT', SPAN);
  store.putFunding('ETHUSDT', SPAN, []);
  await store.save();
  await writeJobs(sound, [
    { jobId: 'one', request: { symbols: ['ETHUSDT'], from: START, to: null, startedBy: 'ann' } },
  ]);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

it('a damaged file beside the candles is seen by the doctor, set aside by the start and written anew', async () => {
  expect(checkMarketFiles(sound)).toEqual([]);
  await checkCases(60, async (dice) => {
    const folder = path.join(parent, String(dice.between(0, 2 ** 30)));
    cpSync(sound, folder, { recursive: true });
    const file = path.join(folder, FILES[dice.between(0, FILES.length - 1)] ?? '');
    damage(file, dice);
    expect(checkMarketFiles(folder)).toEqual([expect.stringContaining(file)]);

    const sentences: string[] = [];
    const store = await openMarketStore(folder, (line) => sentences.push(line));
    const jobs = readJobs(folder, (line) => sentences.push(line));
    expect(sentences).toEqual([
      `${file} is damaged. It was set aside as ${file}.damaged and is rebuilt from the exchange.`,
    ]);
    expect(existsSync(`${file}.damaged`)).toBe(true);
    await store.putListings([LISTING], 'opening');
    expect(store.missing('ETHUSDT', SPAN)).toEqual(file.endsWith('coverage.json') ? [SPAN] : []);
    await store.save();
    await writeJobs(folder, jobs ?? []);
    expect(checkMarketFiles(folder)).toEqual([]);
  });
});
