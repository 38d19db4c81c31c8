import { unreachable } from '#base/assert.ts';
import { DAY_MS } from '#base/time.ts';
import type { ArrivedRequest } from '../../rest/http/fault-hook.ts';
import type { CandleWords } from '../../streams/market/kline-stream.ts';

/** The ways in which a candle can be corrupted. */
export const CANDLE_FAULTS = ['nan', 'negative', 'high-below-low', 'huge', 'duplicate', 'future', 'missing'] as const;
export type CandleFault = (typeof CANDLE_FAULTS)[number];

/** Corrupts the next candles, in streams and in REST answers alike. */
export interface CandleFaults {
  /** @param symbol - null is every symbol */
  next(symbol: string | null, fault: CandleFault, count: number): void;
  spoil(symbol: string, words: CandleWords): readonly CandleWords[];
  list(): readonly object[];
  clear(): void;
}

export function openCandleFaults(): CandleFaults {
  let rules: { readonly symbol: string | null; readonly fault: CandleFault; left: number }[] = [];
  return {
    next(symbol, fault, count) {
      rules.push({ symbol, fault, left: count });
    },
    spoil(symbol, words) {
      const rule = rules.find((one) => one.symbol === null || one.symbol === symbol);
      if (rule === undefined) return [words];
      rule.left -= 1;
      rules = rules.filter(({ left }) => left > 0);
      return spoiled(words, rule.fault);
    },
    list: () => rules,
    clear() {
      rules = [];
    },
  };
}

function spoiled(words: CandleWords, fault: CandleFault): readonly CandleWords[] {
  switch (fault) {
    case 'nan':
      return [{ ...words, close: 'NaN' }];
    case 'negative':
      return [{ ...words, low: `-${words.low}` }];
    case 'high-below-low':
      return [{ ...words, high: words.low, low: `${words.high}9` }];
    case 'huge':
      return [{ ...words, high: '1e308' }];
    case 'duplicate':
      return [words, words];
    case 'future':
      return [{ ...words, openTime: words.openTime + DAY_MS, closeTime: words.closeTime + DAY_MS }];
    case 'missing':
      return [];
    default:
      return unreachable(fault);
  }
}

const ROWS_PATH = '/fapi/v1/klines';

/** The text of an answer with its candles corrupted, newest rows first; any other answer unchanged. */
export function spoiledRows(faults: CandleFaults, { path, params }: ArrivedRequest, body: string): string {
  const symbol = params.get('symbol');
  if (path !== ROWS_PATH || symbol === undefined || faults.list().length === 0 || !body.startsWith('[[')) return body;
  const rows: readonly unknown[][] = JSON.parse(body); // Our own answer: a list of rows.
  const spoiledOnes = rows.toReversed().flatMap((row) => spoiledRow(faults, symbol, row).toReversed());
  return JSON.stringify(spoiledOnes.toReversed());
}

function spoiledRow(faults: CandleFaults, symbol: string, row: readonly unknown[]): readonly unknown[][] {
  const [openTime, open, high, low, close, volume, closeTime, ...rest] = row;
  const words = {
    openTime: Number(openTime),
    open: String(open),
    high: String(high),
    low: String(low),
    close: String(close),
    volume: String(volume),
    closeTime: Number(closeTime),
  };
  return faults
    .spoil(symbol, words)
    .map((made) => [made.openTime, made.open, made.high, made.low, made.close, made.volume, made.closeTime, ...rest]);
}
