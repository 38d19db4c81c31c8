import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import { openMarket } from '#simulator/market/open-market.ts';
import { openSimulation } from '#simulator/open-simulation.ts';
import { type Checkpoints, loadedCheckpoints } from '#simulator/prices/days/checkpoints.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';
import type { Prices } from '#simulator/prices/prices.ts';
import { SETUP_FILE } from '#simulator/stored/state-files.ts';
import { candleFolder } from '../../../tests/support/candle-folder.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { bundledRound, simulatorSetup } from './simulator-setup.ts';

const PAUSE = { kind: 'pause' } as const;
const BUNDLED = { folder: '', replay: 'bundled', pace: PAUSE } as const;

describe('the bundled market', () => {
  /** A recorded symbol, a generated one, the newest and the halted one. */
  const SYMBOLS = ['BTCUSDT', 'DOGEUSDT', 'TIAUSDT', 'WAVESUSDT'];

  it('ships with the same days as generation produces, to the last bit', async () => {
    const setup = await simulatorSetup({ folder: '', replay: 'bundled', pace: PAUSE });
    const known = loadedCheckpoints(setup.prepared?.checkpoints ?? {});
    expect(known.size).toBeGreaterThan(100);
    const made: Checkpoints = new Map();
    const symbols = setup.symbols(setup).filter(({ instrument }) => SYMBOLS.includes(instrument.symbol));
    const prices = openPrices({ ...setup, symbols, checkpoints: made });
    for (const symbol of SYMBOLS) {
      prices.mark(symbol, setup.startMinute);
      prices.countsBefore(symbol, setup.startMinute);
    }
    let compared = 0;
    for (const [series, begins] of made) {
      for (const [day, numbers] of known.get(series) ?? []) {
        expect(begins.get(day), `${series}, day ${day}`).toEqual(numbers);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  it('ships with the same bars as reading its past minute by minute gives, to the last bit', async () => {
    const { prepared, ...setup } = await simulatorSetup(BUNDLED);
    const symbols = setup.symbols(setup);
    const checkpoints = loadedCheckpoints(prepared?.checkpoints ?? {});
    const market = openMarket(openPrices({ ...setup, symbols, checkpoints }));
    const rowRead = (symbol: string, minute: number, minutes: number, cash: bigint) => {
      const interval = minutes === 1_440 ? '1d' : minutes === 60 ? '1h' : '15m';
      const query = { series: 'last', interval, startTime: minute * MINUTE_MS, endTime: null, limit: 1 } as const;
      const kline = market.klines(symbol, query, setup.startMinute)[0];
      if (kline === undefined) throw new Error(`${symbol} has no candle there`);
      const { open, high, low, close, volume, takerBuyVolume, trades } = kline;
      const values = [kline.quoteVolume, kline.takerBuyQuoteVolume].map((value) => Number(value / cash));
      return [minute, minutes, open, high, low, close, volume, takerBuyVolume, trades, ...values];
    };
    await checkCases(1, async (dice) => {
      for (const { instrument } of symbols) {
        const { symbol, cashPerTickStep } = instrument;
        const rows = prepared?.pastBars[symbol] ?? [];
        expect(rows.length, symbol).toBeGreaterThan(5);
        for (const row of [dice.pick(rows), dice.pick(rows), ...rows.slice(-1)]) {
          const [minute = 0, minutes = 0] = row;
          expect(row, symbol).toEqual(rowRead(symbol, minute, minutes, BigInt(cashPerTickStep)));
        }
      }
    });
  });

  it('answers its last 24 hours and its weeks from those bars as it does without them', async () => {
    const { prepared, ...setup } = await simulatorSetup(BUNDLED);
    const symbols = setup.symbols(setup).filter(({ instrument }) => SYMBOLS.includes(instrument.symbol));
    const opened = { ...setup, symbols, checkpoints: loadedCheckpoints(prepared?.checkpoints ?? {}) };
    const pastBars = prepared?.pastBars ?? {};
    const [quick, slow] = [{ pastBars }, {}].map((bars) => openMarket(openPrices({ ...opened, ...bars })));
    const weeks = { series: 'last', interval: '1w', startTime: setup.firstMinute, endTime: null, limit: 9 } as const;
    for (const now of [0, 7, 61].map((minutes) => later(setup.startMinute, minutes * MINUTE_MS + 30_000))) {
      for (const symbol of SYMBOLS) {
        expect(quick?.dayTicker(symbol, now)).toEqual(slow?.dayTicker(symbol, now));
        expect(quick?.klines(symbol, weeks, now)).toEqual(slow?.klines(symbol, weeks, now));
      }
    }
  });

  it('has all contracts and thirty days of history at its first start, in the first repetition', async () => {
    const setup = await simulatorSetup({ folder: '', replay: 'bundled', pace: PAUSE });
    const prices = openPrices({
      ...setup,
      symbols: setup.symbols(setup),
      checkpoints: loadedCheckpoints(setup.prepared?.checkpoints ?? {}),
    });
    expect(prices.symbols.size).toBeGreaterThanOrEqual(40);
    expect(setup.startMinute - setup.firstMinute).toBeGreaterThanOrEqual(30 * 86_400_000);
    expect(bundledRound(setup.startMinute)).toBe(1);
    expect(bundledRound(setup.firstMinute)).toBe(0);
    expect(prices.round('BTCUSDT', setup.startMinute)).toBe(1);
  });
});

describe('a new market for existing accounts', () => {
  it('begins at the present of the accounts, never earlier, and has the prices of the market before it', async () => {
    const plain = await simulatorSetup({ folder: '', replay: 'bundled', pace: PAUSE });
    expect(plain.beginMinute).toBe(plain.startMinute);
    const stood = later(plain.startMinute, 5_000 * MINUTE_MS);
    const { beginMinute, ...setup } = await simulatorSetup({ ...BUNDLED, notBefore: stood });
    expect(beginMinute).toBe(stood);
    expect({ ...setup, symbols: null }).toEqual({ ...plain, symbols: null, beginMinute: undefined });
    const early = await simulatorSetup({ ...BUNDLED, notBefore: later(plain.startMinute, -5_000 * MINUTE_MS) });
    expect(early.beginMinute).toBe(plain.startMinute);
  });

  it('keeps its first present when it is killed before it has stored a clock', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'botyard-begun-'));
    const { startMinute } = await simulatorSetup(BUNDLED);
    const stood = later(startMinute, 100 * MINUTE_MS);
    const first = await openSimulation(await simulatorSetup({ ...BUNDLED, folder, notBefore: stood }));
    expect(first.now()).toBe(stood);
    await first.close();
    for (const file of readdirSync(folder)) if (file !== SETUP_FILE) rmSync(path.join(folder, file));
    const again = await openSimulation(await simulatorSetup({ ...BUNDLED, folder }));
    expect(again.now()).toBe(stood);
    await again.close();
    rmSync(folder, { recursive: true });
  });
});

describe('a market that replays candle files', () => {
  const candles = candleFolder();
  afterAll(candles.remove);

  it('trades the candles of the files and generates all other contracts', async () => {
    const start = instantOf(Date.UTC(2024, 0, 1));
    const minutes = 3_000;
    const column = (offset: number) =>
      Int32Array.from({ length: minutes }, (_, index) => 400_000 + (index % 97) + offset);
    const columns: CandleColumns = {
      start,
      open: column(0),
      high: column(20),
      low: column(-20),
      close: column(1),
      volume: new Int32Array(minutes).fill(5_000),
    };
    await candles.fill('BTCUSDT', columns);
    await candles.fill('NOTLISTEDUSDT', columns);
    const setup = await simulatorSetup({ folder: '', replay: candles.folder, pace: PAUSE });
    expect(setup.recording).toMatch(/^candles of BTCUSDT /);
    const symbols = setup.symbols(setup);
    const { seed, firstMinute, startMinute } = setup;
    const prices: Prices = openPrices({ seed, firstMinute, startMinute, symbols });
    for (const index of [0, 1, 500, 2_999]) {
      expect(prices.candle('BTCUSDT', later(start, index * MINUTE_MS))).toMatchObject({
        open: columns.open[index],
        high: columns.high[index],
        low: columns.low[index],
        close: columns.close[index],
        volume: 5_000,
      });
    }
    expect(setup.startMinute).toBeGreaterThan(start);
    expect(setup.startMinute).toBeLessThan(later(start, minutes * MINUTE_MS));
    expect(prices.candle('ETHUSDT', setup.startMinute)?.volume).toBeGreaterThan(0);
    expect(prices.symbols.has('NOTLISTEDUSDT')).toBe(false);
  });

  it('refuses a folder without candles of a listed contract', async () => {
    const empty = candleFolder();
    await expect(simulatorSetup({ folder: '', replay: empty.folder, pace: PAUSE })).rejects.toThrow(
      'has no candles of a symbol that the simulated exchange lists',
    );
    empty.remove();
  });

  it('refuses candles in other ticks than those of the contract', async () => {
    const other = candleFolder(); // Its candles are in ticks of 0.1; ether's are 0.01.
    await other.fill('ETHUSDT', { ...randomColumns(chance(1), 3_000), start: instantOf(Date.UTC(2024, 0, 1)) });
    await expect(simulatorSetup({ folder: '', replay: other.folder, pace: PAUSE })).rejects.toMatchObject({
      code: 'CANDLE_FILE_DIFFERS',
    });
    other.remove();
  });
});
