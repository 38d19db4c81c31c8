import { AppError } from '#base/errors.ts';
import type { MarketSource } from '#ports/market-source.ts';
import type { MarketStore } from '../store/market-store.ts';
import type { AskedMarket } from './ask-page.ts';

/** How often the contracts are requested, as they rarely change. Wall time. */
const REFRESH_MS = 600_000;
/** Maximum number of followed symbols, which one socket handles easily. Held symbols are always followed. */
const FOLLOWED_MAX = 200;

/** The contracts of the exchange, and which of them are followed. */
export interface ListingWatch {
  /** Requests the contracts while nobody reads the market. @throws AppError as the source does */
  open(): Promise<void>;
  /** Requests them again unless that was done a moment ago; a failure changes nothing. */
  refresh(): Promise<void>;
  /** Follows these symbols too from now on. */
  follow(symbols: readonly string[]): Promise<void>;
  /**
   * False when the exchange has changed the tick or step while the program runs, or has not been asked yet: stream
   * values may then be in other units.
   */
  isSteady(symbol: string): boolean;
}

/** What the watch is given by its caller. */
export interface ListingWatchOptions extends AskedMarket {
  readonly source: MarketSource;
  /** Minutes of the mark, counted in the same grids. */
  readonly marks: MarketStore;
  readonly watch: readonly string[] | null;
  readonly tell: (line: string) => void;
  /** Minimum interval between requests when a contract's status is in doubt. Wall time. */
  readonly askedAgainMs: number;
}

export function watchListings(options: ListingWatchOptions, signal: AbortSignal): ListingWatch {
  const { source, store, marks, watch, tell, askedAgainMs } = options;
  const held = new Set<string>();
  const changed = new Set<string>();
  let followed: readonly string[] = [];
  let askedMs = 0;
  let isAnswered = false;
  let asking: Promise<void> | null = null;

  const ask = async (when: 'opening' | 'running'): Promise<void> => {
    askedMs = Date.now();
    const listings = await source.listings();
    const leftOut = source.leftOut().filter(({ list }) => list === 'contracts');
    const unread = new Set(leftOut.map(({ name }) => name));
    await marks.putListings(listings, when, unread);
    const changedNow = await store.putListings(listings, when, unread);
    isAnswered = true;
    for (const symbol of changedNow) {
      if (changed.has(symbol)) continue;
      changed.add(symbol);
      tell(`The exchange has changed tick or step of ${symbol}: restart the program to trade with the new ones.`);
    }
  };
  const follow = async (symbols: readonly string[]): Promise<void> => {
    for (const symbol of symbols) held.add(symbol);
    const traded = [...store.listings].filter(([, { status }]) => status === 'TRADING').map(([symbol]) => symbol);
    const all = [...new Set([...held, ...(watch ?? traded)])];
    const wanted = all.slice(0, Math.max(FOLLOWED_MAX, held.size)).sort();
    if (String(wanted) === String(followed)) return;
    followed = wanted;
    await source.follow(wanted).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      tell(error.message); // The source keeps trying by itself.
    });
  };
  /** Several symbols may be in doubt at once while the exchange is slow: they share one request. */
  const refresh = async (): Promise<void> => {
    if (asking === null && Date.now() - askedMs < askedAgainMs) return;
    asking ??= askAgain().finally(() => {
      asking = null;
    });
    await asking;
  };
  const askAgain = async (): Promise<void> => {
    try {
      await ask('running');
      await follow([]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      tell(error.message);
    }
  };
  const timer = setInterval(() => void refresh(), REFRESH_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
  const isSteady = (symbol: string): boolean => isAnswered && !changed.has(symbol);
  return { open: () => ask('opening'), refresh, follow, isSteady };
}
