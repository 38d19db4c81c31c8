import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { rate } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import { gridOf } from '#engine/model/instrument.ts';
import type { Listing } from '#ports/market-source.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { ETH } from '../../../tests/support/market.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { checkCandles } from '../candle-files/check-candles.ts';
import { storedSymbols, symbolFolder } from '../candle-files/folder.ts';
import { loadHistory } from '../candle-files/history/load-history.ts';
import { type MarketStore, openMarketStore } from './market-store.ts';

/** Late in May, so that some thousand minutes extend into June. */
const START = instantOf(Date.UTC(2025, 4, 30, 21, 7));
const LISTING: Listing = {
  instrument: ETH,
  status: 'TRADING',
  onboardDate: START,
  sector: 'Layer-1',
  fundingHours: 8,
  hasBrackets: true,
};

let folder = '';
let sentences: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-market-'));
  sentences = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const minuteAt = (index: number): Instant => later(START, index * MINUTE_MS);
const span = (from: number, to: number) => ({ from: minuteAt(from), to: minuteAt(to) });

function minutesOf(count: number, seed = 1): Candle[] {
  const { open, high, low, close, volume } = randomColumns(chance(seed), count);
  return Array.from(open, (_, index) => ({
    time: minuteAt(index),
    open: at(open, index),
    high: at(high, index),
    low: at(low, index),
    close: at(close, index),
    volume: at(volume, index),
  }));
}

async function opened(listings: readonly Listing[] = [LISTING]): Promise<MarketStore> {
  const store = await openMarketStore(folder, (line) => sentences.push(line));
  await store.putListings(listings, 'opening');
  return store;
}

/** @param at - index of the byte; negative from the end */
function flipBit(file: string, at: number): void {
  const bytes = readFileSync(file);
  const index = at < 0 ? bytes.length + at : at;
  bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
  writeFileSync(file, bytes);
}

/** A straightforward join of some minutes, for comparison. */
function joined(candles: readonly Candle[]) {
  return {
    open: candles[0]?.open,
    high: Math.max(...candles.map(({ high }) => high)),
    low: Math.min(...candles.map(({ low }) => low)),
    close: candles.at(-1)?.close,
    volume: candles.reduce((sum, { volume }) => sum + volume, 0),
  };
}

describe('the market store', () => {
  it('reads back stored minutes across days and months, in memory or on disk, with gaps', async () => {
    await checkCases(3, async (dice) => {
      rmSync(folder, { recursive: true, force: true });
      const all = minutesOf(6_000, dice.between(1, 1_000));
      const there = new Map<number, Candle>();
      let store = await opened();
      const look = (): void => {
        for (let count = 0; count < 40; count += 1) {
          const from = dice.between(0, 5_900);
          const to = from + dice.between(0, count % 2 === 0 ? 40 : 3_000);
          const expected = all.slice(from, to).filter(({ time }) => there.has(time));
          expect(store.candles('ETHUSDT', span(from, to))).toEqual(expected);
          expect(store.candle('ETHUSDT', minuteAt(from))).toEqual(there.get(minuteAt(from)) ?? null);
          if (expected.length === 0) continue;
          const bar = joined(expected);
          expect(store.range('ETHUSDT', span(from, to))).toEqual({ low: bar.low, high: bar.high });
          expect(store.bar('ETHUSDT', span(from, to))).toEqual({ time: minuteAt(from), ...bar });
        }
      };
      for (let round = 0; round < 8; round += 1) {
        const from = dice.between(0, 5_500);
        const page = all.slice(from, from + dice.between(1, 900)).filter(() => dice.next() < 0.98);
        store.putCandles('ETHUSDT', page, 'answer');
        for (const candle of page) there.set(candle.time, candle);
        look();
        if (dice.next() < 0.6) await store.save();
        if (dice.next() < 0.3) look();
        if (round % 3 === 2) {
          await store.save();
          store = await opened();
        }
      }
      look();
      expect(store.toldTwice()).toEqual([]);
      expect((await checkCandles(folder)).complaints).toEqual([]);
    });
  });

  it('writes candle files that backtests can load', async () => {
    const candles = minutesOf(4_000);
    const store = await opened();
    store.putCandles('ETHUSDT', candles.slice(2_000), 'answer');
    await store.save();
    store.putCandles('ETHUSDT', candles.slice(0, 2_000), 'answer');
    await store.save();
    expect(readdirSync(path.join(folder, 'ETHUSDT'))).toEqual(['2025-05.candles', '2025-06.candles']);
    const history = await loadHistory({ folder, symbol: 'ETHUSDT', from: null, to: null, grids: null });
    expect([...history.columns.close]).toEqual(candles.map(({ close }) => close));
    expect(history.frozen).toEqual([]);
  });

  it('reports as missing what a kill lost, and nothing that was saved', async () => {
    const candles = minutesOf(1_000);
    const store = await opened();
    store.putCandles('ETHUSDT', candles.slice(0, 600), 'answer');
    store.putAbsent('ETHUSDT', span(600, 650));
    store.putFunding('ETHUSDT', span(0, 900), [{ time: instantOf(minuteAt(173) + 3), rate: rate(10_000) }]);
    await store.save();
    store.putCandles('ETHUSDT', candles.slice(650, 800), 'stream');
    expect(store.missing('ETHUSDT', span(-50, 1_000))).toEqual([span(800, 1_000)]);
    expect(store.knownUntil('ETHUSDT', minuteAt(100))).toBe(minuteAt(800));

    const again = await opened();
    expect(again.missing('ETHUSDT', span(-50, 1_000))).toEqual([span(650, 1_000)]);
    expect(again.coverage('ETHUSDT')).toEqual({
      present: [span(0, 600)],
      absent: [span(600, 650)],
      verified: [span(0, 600)],
      funding: [span(0, 900)],
    });
    expect(again.funding('ETHUSDT', minuteAt(173))).toBe(10_000);
    expect(again.funding('ETHUSDT', minuteAt(174))).toBeNull();
    expect(again.missingFunding('ETHUSDT', span(800, 1_000))).toEqual([span(900, 1_000)]);
  });

  it('the market store separates contracts of any name and reads them after a restart', async () => {
    const names = ['龙虾USDT', '龙虎USDT', 'BTCUSDT_260327', 'A.B', 'ÄUSDT', 'Ж'.repeat(40)];
    const listings = names.map((symbol) => ({ ...LISTING, instrument: { ...ETH, symbol } }));
    const store = await opened(listings);
    for (const [index, name] of names.entries()) store.putCandles(name, minutesOf(5, index + 1), 'answer');
    await store.save();
    const again = await openMarketStore(folder, (line) => sentences.push(line));
    for (const [index, name] of names.entries()) {
      expect(again.candles(name, span(0, 5))).toEqual(minutesOf(5, index + 1));
    }
    expect(storedSymbols(folder)).toEqual([...names].sort());
    expect(readdirSync(folder).filter((name) => !/^[\w.=-]{1,255}$/.test(name))).toEqual([]);
    expect(sentences).toEqual([]);
  });

  it.each(['../ETHUSDT', '..', '', 'ETH/USDT', 'ethusdt', 'ETH\0', 'X'.repeat(41)])(
    'the market store writes nothing for %j, which could lead out of its folder',
    (symbol) => {
      expect(() => symbolFolder(folder, symbol)).toThrow('is not a symbol');
    },
  );

  it('the market store ignores folders whose names it would not have written', () => {
    for (const name of ['=9F99=867EUSDT', '=0045THUSDT', '=002E=002E', '=9f99USDT', 'marks'])
      mkdirSync(path.join(folder, name));
    expect(storedSymbols(folder)).toEqual(['龙虾USDT']);
  });

  it('starts without the exchange from stored contracts', async () => {
    await opened();
    const store = await openMarketStore(folder, () => {});
    expect([...store.listings.values()]).toEqual([LISTING]);
    expect(store.instruments.get('ETHUSDT')).toEqual(ETH);
  });

  it('keeps the first version of a minute and reports a differing one', async () => {
    const candles = minutesOf(10);
    const [first] = candles;
    if (first === undefined) throw new Error('no candle');
    const store = await opened();
    const heard: unknown[] = [];
    store.onToldTwice((one) => heard.push(one));
    store.putCandles('ETHUSDT', candles, 'stream');
    store.putCandles('ETHUSDT', candles, 'answer');
    expect(heard).toEqual([]);
    const other = { ...first, close: first.close + 1, high: first.high + 1 };
    store.putCandles('ETHUSDT', [other], 'answer');
    expect(heard).toEqual([{ symbol: 'ETHUSDT', kept: first, told: other }]);
    store.putAbsent('ETHUSDT', span(20, 21));
    const late = { ...first, time: minuteAt(20) };
    store.putCandles('ETHUSDT', [late], 'stream');
    expect(store.toldTwice().at(-1)).toEqual({ symbol: 'ETHUSDT', kept: null, told: late });
    expect(store.candle('ETHUSDT', minuteAt(0))).toEqual(first);
    expect(store.candle('ETHUSDT', minuteAt(20))).toBeNull();
  });

  it.each([
    ['a price that is not a number', { close: Number.NaN }],
    ['a price below zero', { low: -1 }],
    ['a price of zero', { low: 0 }],
    ['a low above the high', { low: 200_000, high: 1 }],
    ['a high below its close', { high: 1, low: 1 }],
    ['a price beyond all', { high: 1e308 }],
    ['a volume below zero', { volume: -1 }],
    ['a volume that is not a number', { volume: Number.NaN }],
    ['a time inside a minute', { time: instantOf(START + 5 * MINUTE_MS + 1) }],
    ['a minute that was there before', { time: START }],
  ])('refuses the whole page for %s', async (_, wrong) => {
    const store = await opened();
    const page = minutesOf(10).map((candle, index) => (index === 5 ? { ...candle, ...wrong } : candle));
    expect(() => store.putCandles('ETHUSDT', page, 'answer')).toThrow(/^ETHUSDT at .*this candle is impossible/);
    expect(store.coverage('ETHUSDT').present).toEqual([]);
  });

  it.each([
    ['header', 40, instantOf(Date.UTC(2025, 4, 1))],
    ['candles', 5_000, START],
  ])('sets a month with a flipped bit in its %s aside and reports its minutes as lost', async (_, at, from) => {
    const store = await opened();
    store.putCandles('ETHUSDT', minutesOf(4_000), 'answer');
    await store.save();
    flipBit(path.join(folder, 'ETHUSDT', '2025-05.candles'), at);
    const again = await opened();
    expect(sentences.join()).toMatch(
      /2025-05.candles is damaged: .*\. It was set aside as .*2025-05.candles.damaged; the exchange is asked for its minutes/,
    );
    expect(again.missing('ETHUSDT', span(0, 4_000))).toEqual([span(0, (Date.UTC(2025, 5, 1) - START) / MINUTE_MS)]);
    const may = { from, to: instantOf(Date.UTC(2025, 5, 1)) };
    expect(again.lost).toEqual([{ symbol: 'ETHUSDT', span: may }]);
  });

  it('sets a damaged file of funding aside and reports where it has to be requested again', async () => {
    const store = await opened();
    store.putFunding('ETHUSDT', span(0, 1_000), [{ time: minuteAt(533), rate: rate(10_000) }]);
    await store.save();
    flipBit(path.join(folder, 'ETHUSDT', 'funding'), -1);
    const again = await opened();
    expect(sentences.join()).toMatch(/funding is damaged: .* It was set aside as .*funding.damaged/);
    expect(again.funding('ETHUSDT', minuteAt(533))).toBeNull();
    expect(again.missingFunding('ETHUSDT', span(0, 1_000))).toEqual([span(0, 1_000)]);
    expect(again.lost).toEqual([{ symbol: 'ETHUSDT', span: span(0, 1_000) }]);
  });

  it.each([
    ['finer', '0.001', (price: number) => price * 10],
    ['coarser', '0.05', (price: number) => Math.floor((price + 2.5) / 5)],
  ])(
    'keeps the grids of a contract while it runs, and writes its months anew under a %s tick at the next start',
    async (_, tick, expected) => {
      const candles = minutesOf(100);
      const store = await opened();
      store.putCandles('ETHUSDT', candles, 'answer');
      await store.save();
      const other = { ...LISTING, instrument: { ...ETH, tick: gridOf(tick) } };
      expect(await store.putListings([other], 'running')).toEqual(['ETHUSDT']);
      expect(store.instruments.get('ETHUSDT')).toEqual(ETH);
      const again = await opened([other]);
      expect(again.instruments.get('ETHUSDT')?.tick).toEqual(gridOf(tick));
      expect(again.coverage('ETHUSDT').present).toEqual([span(0, 100)]);
      for (const { time, open, high, low, close, volume } of candles) {
        const prices = { open: expected(open), high: expected(high), low: expected(low), close: expected(close) };
        expect(again.candle('ETHUSDT', time)).toEqual({ time, ...prices, volume });
      }
      expect(sentences.join()).toMatch(
        /2025-05.candles was rewritten in ticks of .* instead of 0.01; the old file is .*other-grid/,
      );
      expect((await checkCandles(folder)).complaints).toEqual([]);
    },
  );

  it('caps a volume that exceeds its column', async () => {
    const store = await opened();
    const huge = minutesOf(1).map((candle) => ({ ...candle, volume: 2 ** 40 }));
    store.putCandles('ETHUSDT', huge, 'stream');
    store.putCandles('ETHUSDT', huge, 'answer');
    expect(store.candle('ETHUSDT', START)?.volume).toBe(2 ** 31 - 1);
    expect(store.toldTwice()).toEqual([]);
  });
});
