import { afterAll, describe, expect, it } from 'vitest';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { FIGURES } from '#engine/sweep/figures.ts';
import { DOGE, ETH } from '../../../tests/support/market.ts';
import { randomHistory } from '../../../tests/support/random-history.ts';
import { gridSets, parseGrid } from '../grid/parameter-grid.ts';
import { shareHistory } from './shared-history.ts';
import { SweepPool } from './sweep-pool.ts';
import { sweepSymbols } from './sweep-symbols.ts';

const MINUTES = 600;
const account = { wallet: cashFrom('10000'), slippage: rateFrom('0') };
const sets = gridSets({ baseOrderSize: '100' }, parseGrid('take_profit_percent=0.2,0.4;step_percent=0.3,0.6'));
const instruments = [ETH, DOGE, { ...ETH, symbol: 'SOLUSDT' }];

function historyOf(symbol: string) {
  const { symbols } = randomHistory(chance(symbol.length), [{ symbol, start: 50_000 }], MINUTES);
  const history = symbols.get(symbol);
  if (history === undefined) throw new Error('the history has the symbol');
  return shareHistory(history);
}

describe('a sweep of several symbols', () => {
  const pool = new SweepPool({ workers: 2 });
  afterAll(() => pool.close());

  it('runs all sets on one symbol at a time and loads the next symbol meanwhile', async () => {
    const happened: string[] = [];
    const memories: (SharedArrayBuffer | null)[] = [];
    const loaded: ArrayBufferLike[] = [];
    const load = async (symbol: string, free: SharedArrayBuffer | null) => {
      happened.push(`load ${symbol}`);
      memories.push(free);
      const history = historyOf(symbol);
      loaded.push(history.columns.close.buffer);
      return history;
    };
    const setsFor = ({ symbol }: Instrument) => (symbol === 'DOGEUSDT' ? sets.slice(1) : sets);
    for await (const { instrument, sets: tried, rows } of sweepSymbols(pool, { instruments, load, account, setsFor })) {
      happened.push(`ran ${instrument.symbol}`);
      const history = historyOf(instrument.symbol);
      expect(tried).toEqual(setsFor(instrument));
      expect([...rows]).toEqual([...(await pool.run({ history, instrument, account, sets: tried }))]);
      expect(rows.length).toBe(tried.length * FIGURES);
    }
    expect(happened).toEqual([
      'load ETHUSDT',
      'load DOGEUSDT',
      'ran ETHUSDT',
      'load SOLUSDT',
      'ran DOGEUSDT',
      'ran SOLUSDT',
    ]);
    // While one symbol is under way, only what came before it may be written over.
    expect(memories).toEqual([null, null, loaded[0]]);
    expect(memories[2]).toBe(loaded[0]);
  });

  it('fails at a symbol that cannot be loaded, after finishing those before it', async () => {
    const ran: string[] = [];
    const load = async (symbol: string) => {
      if (symbol === 'SOLUSDT') throw new Error('no candles');
      return historyOf(symbol);
    };
    const sweep = async () => {
      for await (const { instrument } of sweepSymbols(pool, { instruments, load, account, setsFor: () => sets })) {
        ran.push(instrument.symbol);
      }
    };
    await expect(sweep()).rejects.toThrow('no candles');
    expect(ran).toEqual(['ETHUSDT', 'DOGEUSDT']);
  });
});
