import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { COMPILE_CACHE } from '../../../scripts/compile-cache.ts';
import { SAVED_PAGE, savedCandle, savedMinute } from '../../../tests/support/saved-market.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { checkCandles } from '../candle-files/check-candles.ts';
import { openMarketStore } from './market-store.ts';

const WORKER = new URL('../../../tests/support/save-forever.ts', import.meta.url);
const SYMBOL = 'ETHUSDT';
const KILLS = 6;
const SAVING_MS_MAX = 120;
/** How many pages a process saves before its last moments: a busy machine takes longer for them. */
const SAVED_PAGES = [2, 4] as const;

interface Life {
  readonly pages: number;
  readonly afterMs: number;
}

/**
 * Runs the saving process, kills it some time after it has saved so many pages, and returns the last page that it reported
 * as saved.
 */
async function killed(folder: string, first: number, { pages, afterMs }: Life): Promise<number> {
  const child = spawn(process.execPath, [WORKER.pathname, folder, String(first)], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (said.split('\n').length <= pages) await once(child.stdout, 'data');
  await sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
  return Number(said.trim().split('\n').at(-1));
}

it('keeps every saved page intact, however often the program is killed while saving', async () => {
  const seed = SEED_OF_RUN;
  process.stdout.write(`property seed ${seed}\n`);
  const dice = chance(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-killed-'));
  let pages = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const life = { pages: dice.between(...SAVED_PAGES), afterMs: dice.between(0, SAVING_MS_MAX) };
    const last = await killed(folder, pages, life);
    expect((await checkCandles(folder)).complaints).toEqual([]);
    const told: string[] = [];
    const store = await openMarketStore(folder, (line) => told.push(line));
    expect(told).toEqual([]);
    const { present, funding } = store.coverage(SYMBOL);
    const saved = savedMinute((last + 1) * SAVED_PAGE);
    expect(present).toHaveLength(1);
    expect(present[0]?.to).toBeGreaterThanOrEqual(saved);
    expect(store.missing(SYMBOL, { from: savedMinute(0), to: saved })).toEqual([]);
    const count = ((present[0]?.to ?? 0) - savedMinute(0)) / MINUTE_MS;
    const candles = store.candles(SYMBOL, { from: savedMinute(0), to: savedMinute(count) });
    expect(candles).toEqual(Array.from({ length: count }, (_, index) => savedCandle(index)));
    // Coverage never claims settlements that are not in their file.
    const known = funding.at(-1)?.to ?? savedMinute(0);
    expect(known).toBeGreaterThanOrEqual(saved);
    for (let page = 0; later(savedMinute(page * SAVED_PAGE), 0) < known; page += 1) {
      expect(store.funding(SYMBOL, savedMinute(page * SAVED_PAGE))).toBe(page);
    }
    pages = last + 1;
  }
  expect(pages).toBeGreaterThanOrEqual(KILLS * SAVED_PAGES[0]);
  rmSync(folder, { recursive: true });
});
