import { INTERVALS, type KlineInterval } from '../../market/market.ts';

/** The three root paths of futures streams since 2026-04-23; the old addresses without a root are refused. */
export const STREAM_ROOTS = ['public', 'market', 'private'] as const;
export type StreamRoot = (typeof STREAM_ROOTS)[number];

/** One market stream. The symbol is in capitals, as in REST. */
export type StreamSpec =
  | { readonly kind: 'kline' | 'continuous-kline'; readonly symbol: string; readonly interval: KlineInterval }
  | {
      readonly kind: 'mini-ticker' | 'ticker' | 'agg-trade' | 'trade' | 'book-ticker' | 'force-order' | 'rpi-depth';
      readonly symbol: string;
    }
  | { readonly kind: 'mark-price'; readonly symbol: string; readonly everyMs: number }
  | {
      readonly kind: 'depth';
      readonly symbol: string;
      /** Number of best levels; null sends all changes. */
      readonly levels: number | null;
      readonly everyMs: number;
    }
  | { readonly kind: 'mini-tickers' | 'tickers' | 'book-tickers' | 'force-orders' | 'contract-infos' }
  | { readonly kind: 'mark-prices'; readonly everyMs: number };

const WHOLE_MARKET: Readonly<Record<string, StreamSpec>> = {
  '!miniTicker@arr': { kind: 'mini-tickers' },
  '!ticker@arr': { kind: 'tickers' },
  '!forceOrder@arr': { kind: 'force-orders' },
  '!bookTicker': { kind: 'book-tickers' },
  '!contractInfo': { kind: 'contract-infos' },
  '!markPrice@arr': { kind: 'mark-prices', everyMs: 3_000 },
  '!markPrice@arr@1s': { kind: 'mark-prices', everyMs: 1_000 },
};

const OF_SYMBOL: Readonly<Record<string, (symbol: string) => StreamSpec>> = {
  miniTicker: (symbol) => ({ kind: 'mini-ticker', symbol }),
  ticker: (symbol) => ({ kind: 'ticker', symbol }),
  aggTrade: (symbol) => ({ kind: 'agg-trade', symbol }),
  trade: (symbol) => ({ kind: 'trade', symbol }),
  forceOrder: (symbol) => ({ kind: 'force-order', symbol }),
  bookTicker: (symbol) => ({ kind: 'book-ticker', symbol }),
  'rpiDepth@500ms': (symbol) => ({ kind: 'rpi-depth', symbol }),
  markPrice: (symbol) => ({ kind: 'mark-price', symbol, everyMs: 3_000 }),
  'markPrice@1s': (symbol) => ({ kind: 'mark-price', symbol, everyMs: 1_000 }),
};

const DEPTH = /^depth(?<levels>5|10|20)?(?:@(?<speed>100|500)ms)?$/;
const SYMBOL = /^[a-z0-9_]{1,40}$/;

/**
 * The stream that a name specifies, or null when there is none. Names are case-sensitive, as on the exchange:
 * `BTCUSDT@kline_1m` is not a stream. Source:
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/websocket-market-streams
 */
export function streamSpec(name: string): StreamSpec | null {
  const whole = Object.hasOwn(WHOLE_MARKET, name) ? WHOLE_MARKET[name] : undefined;
  if (whole !== undefined) return whole;
  const cut = name.indexOf('@');
  const [small, rest] = [name.slice(0, Math.max(0, cut)), name.slice(cut + 1)];
  if (!SYMBOL.test(small)) return null;
  const symbol = small.toUpperCase();
  const plain = Object.hasOwn(OF_SYMBOL, rest) ? OF_SYMBOL[rest] : undefined;
  return plain?.(symbol) ?? klineSpec(symbol, rest) ?? continuousSpec(small, rest) ?? depthSpec(symbol, rest);
}

const BY_ROOT: Readonly<Partial<Record<StreamSpec['kind'], readonly StreamRoot[]>>> = {
  depth: ['public'],
  'rpi-depth': ['public'],
  'book-ticker': ['public'],
  'book-tickers': ['public'],
  // Not documented: clients ask for it below /market, and the exchange has been seen to deliver it below /public.
  trade: ['market', 'public'],
};

/** The roots under which a stream is delivered; the first is the usual one. */
export function rootsOf({ kind }: StreamSpec): readonly StreamRoot[] {
  return BY_ROOT[kind] ?? ['market'];
}

function klineSpec(symbol: string, rest: string): StreamSpec | null {
  const interval = intervalOf(rest, 'kline_');
  return interval === null ? null : { kind: 'kline', symbol, interval };
}

const PERPETUAL = '_perpetual';

/** The pair of a perpetual contract has the contract's name; contracts with a delivery date are not listed. */
function continuousSpec(contract: string, rest: string): StreamSpec | null {
  const interval = intervalOf(rest, 'continuousKline_');
  if (interval === null || !contract.endsWith(PERPETUAL)) return null;
  return { kind: 'continuous-kline', symbol: contract.slice(0, -PERPETUAL.length).toUpperCase(), interval };
}

function intervalOf(rest: string, prefix: string): KlineInterval | null {
  if (!rest.startsWith(prefix)) return null;
  return INTERVALS.find((one) => one === rest.slice(prefix.length)) ?? null;
}

function depthSpec(symbol: string, rest: string): StreamSpec | null {
  const groups = DEPTH.exec(rest)?.groups;
  if (groups === undefined) return null;
  const { levels, speed } = groups;
  return {
    kind: 'depth',
    symbol,
    levels: levels === undefined ? null : Number(levels),
    everyMs: Number(speed ?? '250'),
  };
}
