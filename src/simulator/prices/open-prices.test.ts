import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import type { Feed } from '#ports/feed.ts';
import { isRemade } from '../../../tests/support/remade-candle.ts';
import { openReplayFeed } from '../../../tests/support/replay-feed.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { type Checkpoints, loadedCheckpoints, storedCheckpoints } from './days/checkpoints.ts';
import { derivedPrice } from './derived-price.ts';
import { listedSymbols } from './listed-symbols.ts';
import { openPrices } from './open-prices.ts';
import { PRICES_VERSION, type Prices } from './prices.ts';

const START = instantOf(Date.UTC(2025, 4, 25, 15, 37));
const FIRST = later(START, -31 * DAY_MS);
const MINUTES = (START - FIRST) / MINUTE_MS;

/** A generated market, of the named symbols or of all. */
function generatedMarket(names: readonly string[] | null = null, seed = 1): Prices {
  const begin = { firstMinute: FIRST, startMinute: START };
  const all = listedSymbols({ ...begin, recordings: new Map() });
  const symbols = all.filter(({ instrument }) => names === null || names.includes(instrument.symbol));
  return openPrices({ seed, symbols, ...begin });
}

const minuteAt = (index: number): Instant => later(FIRST, index * MINUTE_MS);

/** Everything known about a minute. */
function everything(prices: Prices, symbol: string, minute: Instant) {
  const { candle, prints, mark, index, distances, spot, funding, openInterest } = prices;
  return [candle, prints, mark, index, distances, spot, funding, openInterest].map((ask) => ask(symbol, minute));
}

describe('the prices of a generated market', () => {
  it('do not depend on the order in which minutes are read', () => {
    const walked = generatedMarket(['BTCUSDT', 'ADAUSDT']);
    for (let index = 0; index < MINUTES + 5_000; index += 1) walked.candle('ADAUSDT', minuteAt(index));
    for (const index of [MINUTES + 4_000, MINUTES, MINUTES - 1, 17, 0]) {
      const fresh = everything(generatedMarket(['ADAUSDT']), 'ADAUSDT', minuteAt(index));
      expect(everything(walked, 'ADAUSDT', minuteAt(index))).toEqual(fresh);
    }
  });

  it('of one symbol do not depend on the other symbols', () => {
    const [alone, together] = [generatedMarket(['COTIUSDT']), generatedMarket()];
    const minute = minuteAt(2_000);
    for (const symbol of together.symbols.keys()) together.mark(symbol, minute);
    expect(everything(together, 'COTIUSDT', minute)).toEqual(everything(alone, 'COTIUSDT', minute));
  });

  it('are the same after a restart from stored checkpoints', () => {
    const begin = { firstMinute: FIRST, startMinute: START };
    const symbols = listedSymbols({ ...begin, recordings: new Map() }).slice(0, 2);
    const checkpoints: Checkpoints = new Map();
    const before = openPrices({ seed: 1, symbols, ...begin, checkpoints });
    const minute = later(START, 70 * DAY_MS);
    const expected = everything(before, 'ETHUSDT', minute);
    const stored = JSON.stringify(storedCheckpoints(checkpoints));
    const loaded = loadedCheckpoints(JSON.parse(stored));
    const after = openPrices({ seed: 1, symbols, ...begin, checkpoints: loaded });
    expect([...loaded.keys()].sort()).toEqual([
      'coin BTCUSDT',
      'coin ETHUSDT',
      'count BTCUSDT',
      'count ETHUSDT',
      'factor',
      'reference BTCUSDT',
      'reference ETHUSDT',
    ]);
    expect(everything(after, 'ETHUSDT', minute)).toEqual(expected);
    expect(everything(after, 'ETHUSDT', START)).toEqual(everything(before, 'ETHUSDT', START));
  });

  it('are continuous between past and future: each minute opens at the previous close', () => {
    const prices = generatedMarket(['BTCUSDT']);
    for (let index = MINUTES - 2_000; index < MINUTES + 2_000; index += 1) {
      const [before, here] = [prices.candle('BTCUSDT', minuteAt(index - 1)), prices.candle('BTCUSDT', minuteAt(index))];
      if (here?.open !== before?.close) expect(here?.open).toBe(before?.close);
    }
  });

  it('differ by seed', () => {
    const [one, other] = [1, 2].map((seed) => generatedMarket(['BTCUSDT'], seed).candle('BTCUSDT', START));
    expect(one).not.toEqual(other);
  });

  it(`are consistent between prints, mark and index: a print moved by the minute's distance stays in the bar (seed ${SEED_OF_RUN})`, () => {
    const prices = generatedMarket();
    const dice = chance(SEED_OF_RUN);
    const symbols = [...prices.symbols.keys()].filter((symbol) => symbol !== 'TIAUSDT');
    for (let count = 0; count < 300; count += 1) {
      const symbol = dice.pick(symbols);
      const minute = minuteAt(dice.between(1, 3_000));
      const [candle, mark, distances] = [
        prices.candle(symbol, minute),
        prices.mark(symbol, minute),
        prices.distances(symbol, minute),
      ];
      if (candle === null || mark === null || distances === null) throw new Error(`${symbol} has no market`);
      const path = prices.prints(symbol, minute);
      const marks = path.map(({ price }) => derivedPrice(price, distances.mark));
      if (candle.volume === 0) continue;
      expect([Math.min(...marks), Math.max(...marks), marks.at(-1)]).toEqual([mark.low, mark.high, mark.close]);
      expect(path.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(candle.volume);
      expect(path.length).toBeLessThanOrEqual(candle.trades);
      expect(Math.abs(mark.close / candle.close - 1)).toBeLessThan(0.005);
    }
  });

  it('keep spot 1 to 5 basis points away from the index, give or take a tick', () => {
    const prices = generatedMarket(['BTCUSDT']);
    for (let index = MINUTES; index < MINUTES + 300; index += 1) {
      const [spot, bar] = [prices.spot('BTCUSDT', minuteAt(index)), prices.index('BTCUSDT', minuteAt(index))];
      const apart = Math.abs((spot?.close ?? 0) - (bar?.close ?? 0)) / (bar?.close ?? 1);
      expect(apart).toBeGreaterThan(0.99e-4);
      expect(apart).toBeLessThan(5.01e-4);
    }
  });

  it.each([
    ['BTCUSDT', 8],
    ['SEIUSDT', 4],
    ['COTIUSDT', 1],
  ])('settle the funding of %s every %i hours at the announced rate, within its cap', (symbol, hours) => {
    const prices = generatedMarket([symbol]);
    const cap = prices.symbols.get(symbol)?.fundingCap ?? 0;
    let settled = 0;
    for (let index = 1; index < 2 * 1_440; index += 1) {
      const [before, here] = [prices.funding(symbol, minuteAt(index - 1)), prices.funding(symbol, minuteAt(index))];
      const isDue = minuteAt(index) % (hours * HOUR_MS) === 0;
      if (isDue) settled += 1;
      const expected = isDue ? before?.next.rate : null;
      if (here?.settled !== expected) expect(here?.settled).toBe(expected);
      if (isDue) expect(before?.next.at).toBe(minuteAt(index));
      expect(Math.abs(here?.next.rate ?? cap + 1) <= cap).toBe(true);
    }
    expect(settled).toBe(48 / hours);
  });

  it('start with a listing and end with a halt', () => {
    const prices = generatedMarket();
    const [fresh, halted] = [prices.symbols.get('TIAUSDT'), prices.symbols.get('WAVESUSDT')];
    const listedAt = fresh?.onboardDate ?? FIRST;
    expect([listedAt - FIRST, START - listedAt].every((span) => span > 7 * DAY_MS)).toBe(true);
    expect(prices.candle('TIAUSDT', later(listedAt, -MINUTE_MS))).toBeNull();
    expect(prices.candle('TIAUSDT', listedAt)).not.toBeNull();
    const haltedAt = halted?.haltedAt ?? START;
    expect(haltedAt).toBeLessThan(START);
    expect(prices.candle('WAVESUSDT', later(haltedAt, -MINUTE_MS))).not.toBeNull();
    expect(everything(prices, 'WAVESUSDT', haltedAt)).toEqual([null, [], null, null, null, null, null, null]);
  });

  it('match the checksums of their version, which must be raised when a seed gives other prices or prints', () => {
    const market = generatedMarket();
    const [prices, prints] = [createHash('sha256'), createHash('sha256')];
    for (const symbol of ['BTCUSDT', 'ADAUSDT', 'COTIUSDT', '1000PEPEUSDT']) {
      for (let index = 0; index < 4_000; index += 7) {
        const [candle, , ...others] = everything({ ...market, prints: () => [] }, symbol, minuteAt(index));
        prices.update(JSON.stringify([candle, ...others]));
        if (index % 100 === 0) prints.update(JSON.stringify(market.prints(symbol, minuteAt(index))));
      }
    }
    const sums = [prices, prints].map((digest) => digest.digest('hex').slice(0, 16));
    // The prices are those of version 1.
    expect([PRICES_VERSION, ...sums]).toEqual([2, 'aff11be618d80adf', '0bb933575ef30e7f']);
  });

  it('require thirty days of history and refuse minutes before the first', () => {
    const begin = { seed: 1, symbols: [], startMinute: START };
    expect(() => openPrices({ ...begin, firstMinute: later(START, -29 * DAY_MS) })).toThrow('30 days of past');
    expect(() => generatedMarket().candle('BTCUSDT', later(FIRST, -MINUTE_MS))).toThrow('a minute that the market has');
    expect(generatedMarket().candle('NOUSDT', START)).toBeNull();
  });
});

describe('the prices of recorded symbols', () => {
  let feed: Feed;
  let prices: Prices;
  let recordings: ReadonlyMap<string, SymbolHistory>;
  beforeAll(async () => {
    feed = await openReplayFeed();
    recordings = (await recordedHistory([...feed.instruments.keys()])).symbols;
    const begin = { firstMinute: feed.firstMinute, startMinute: feed.startMinute };
    prices = openPrices({ seed: 1, symbols: listedSymbols({ ...begin, recordings }), ...begin });
  });

  it(`equal the in-process replay in every repetition: candles, settled funding, instruments (seed ${SEED_OF_RUN})`, () => {
    const length = at([...recordings.values()], 0).columns.open.length;
    const dice = chance(SEED_OF_RUN);
    const near = (index: number) => [index - 2, index - 1, index, index + 1];
    const seams = [0, 1, 2, 3].flatMap((round) => near(round * length)).filter((index) => index >= 0);
    const places = [...seams, ...Array.from({ length: 400 }, () => dice.between(0, 4 * length))];
    for (const [symbol, instrument] of feed.instruments) {
      expect(prices.symbols.get(symbol)?.instrument).toEqual(instrument);
      for (const index of places.toSorted((one, other) => one - other)) {
        const minute = later(feed.firstMinute, index * MINUTE_MS);
        const expected = feed.minute(minute);
        expect(prices.candle(symbol, minute)).toMatchObject({ ...expected.candle(symbol) });
        expect(prices.funding(symbol, minute)?.settled).toBe(expected.funding(symbol));
        expect(prices.round(symbol, minute)).toBe(feed.round(minute));
      }
    }
  });

  it('announce and settle every recorded funding rate', () => {
    for (const [symbol, { columns, funding }] of recordings) {
      for (const [place, index] of funding.minute.entries()) {
        const minute = later(columns.start, index * MINUTE_MS);
        expect(prices.funding(symbol, minute)?.settled).toBe(funding.rate[place]);
        const told = prices.funding(symbol, later(minute, -MINUTE_MS))?.next;
        expect(told).toEqual({ at: minute, rate: funding.rate[place] });
      }
    }
  });

  it('pay 0.01 % every eight hours where no funding was recorded', () => {
    const [symbol, recording] = at([...recordings], 0);
    const funding = { minute: new Int32Array(0), rate: new Int32Array(0) };
    const begin = { firstMinute: feed.firstMinute, startMinute: feed.startMinute };
    const symbols = listedSymbols({ ...begin, recordings: new Map([[symbol, { ...recording, funding }]]) });
    const silent = openPrices({ seed: 1, symbols, ...begin });
    const due = instantOf(Math.ceil(feed.startMinute / (8 * HOUR_MS)) * 8 * HOUR_MS);
    expect(silent.funding(symbol, due)).toEqual({
      settled: 10_000,
      next: { at: later(due, 8 * HOUR_MS), rate: 10_000 },
    });
    expect(silent.funding(symbol, later(due, MINUTE_MS))?.settled).toBeNull();
  });

  it('use the last price as mark and index, because none were recorded', () => {
    const candle = prices.candle('BTCUSDT', feed.startMinute);
    const bar = { time: candle?.time, open: candle?.open, high: candle?.high, low: candle?.low, close: candle?.close };
    expect(prices.mark('BTCUSDT', feed.startMinute)).toEqual(bar);
    expect(prices.index('BTCUSDT', feed.startMinute)).toEqual(bar);
  });

  it('make the generated coins follow the replayed Bitcoin', () => {
    const hourly = (symbol: string): number[] =>
      Array.from({ length: 240 }, (_, hour) => {
        const [from, to] = [hour, hour + 1].map((count) =>
          prices.candle(symbol, later(feed.startMinute, count * HOUR_MS)),
        );
        return Math.log((to?.open ?? Number.NaN) / (from?.open ?? Number.NaN));
      });
    const bitcoin = hourly('BTCUSDT');
    const together = ['ADAUSDT', 'AVAXUSDT', 'DOTUSDT'].map((symbol) => correlationOf(hourly(symbol), bitcoin));
    for (const value of together) expect(value).toBeGreaterThan(0.45);
    for (const value of together) expect(value).toBeLessThan(0.95);
  });

  it('pause in a frozen stretch and continue after it', () => {
    const [symbol, recording] = at([...recordings], 0);
    const gap = { from: 100, to: 160 };
    const begin = { firstMinute: feed.firstMinute, startMinute: feed.startMinute };
    const frozen = new Map([[symbol, { ...recording, frozen: [gap] }]]);
    const broken = openPrices({ seed: 1, symbols: listedSymbols({ ...begin, recordings: frozen }), ...begin });
    const minute = (index: number) => later(recording.columns.start, index * MINUTE_MS);
    for (const index of [gap.from, gap.to - 1]) {
      expect(broken.candle(symbol, minute(index))).toBeNull();
      expect(broken.prints(symbol, minute(index))).toEqual([]);
    }
    for (const index of [gap.from - 1, gap.to]) {
      expect(broken.candle(symbol, minute(index))).toEqual(prices.candle(symbol, minute(index)));
    }
  });

  it('can be reproduced by prints for bundled minutes of all symbols', () => {
    for (const symbol of recordings.keys()) {
      let violations = 0;
      for (let index = 0; index < 1_000; index += 4) {
        const minute = later(feed.startMinute, index * MINUTE_MS);
        const candle = prices.candle(symbol, minute);
        if (candle === null || !isRemade(candle, prices.prints(symbol, minute))) violations += 1;
      }
      expect([symbol, violations]).toEqual([symbol, 0]);
    }
  });
});

function correlationOf(one: readonly number[], other: readonly number[]): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const centred = (values: readonly number[]) => values.map((value) => value - sum(values) / values.length);
  const [a, b] = [centred(one), centred(other)];
  const product = (x: readonly number[], y: readonly number[]) => sum(x.map((value, index) => value * (y[index] ?? 0)));
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}
