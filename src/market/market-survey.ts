import { AppError } from '#base/errors.ts';
import { HOUR_MS, later } from '#base/time.ts';
import type { BestPrices, HourlyInterest, Listing, MarketSource } from '#ports/market-source.ts';
import type { MarketSurvey } from '#ports/market-survey.ts';
import { asking, BULK_SHARE } from './feed/retry.ts';

const FIRST_WAIT_MS = 500;
/** As many weeks as one answer tells: nineteen years. */
const WEEKS = 1_000;
/** As much as one answer tells of hours. */
const INTEREST_PAGE_MS = 500 * HOUR_MS;

export interface SurveyParts {
  readonly source: MarketSource;
  readonly listings: () => ReadonlyMap<string, Listing>;
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Whatever the exchange does not answer is left out: the next survey asks again. */
export function marketSurvey({ source, listings, tell, signal }: SurveyParts): MarketSurvey {
  let best: ReadonlyMap<string, BestPrices> = new Map();
  let trades: ReadonlyMap<string, number> = new Map();
  const rules = { source, signal, tell, firstWaitMs: FIRST_WAIT_MS, failuresMax: 1, share: BULK_SHARE };
  const answered = async <T>(ask: () => Promise<T>): Promise<T | null> => {
    try {
      return await asking(rules, ask);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return null;
    }
  };
  const highestOf = async (symbol: string, { onboardDate }: Listing): Promise<number | null> => {
    const query = { symbol, interval: '1w', from: onboardDate, to: null, limit: WEEKS } as const;
    const weeks = await answered(() => source.candleTexts('futures', query));
    return weeks === null || weeks.length === 0 ? null : Math.max(...weeks.map(({ high }) => Number(high)));
  };
  return {
    async begin() {
      const prices = await answered(() => source.bestPrices());
      const tickers = await answered(() => source.tickers());
      best = new Map((prices ?? []).map((one) => [one.symbol, one]));
      trades = new Map((tickers ?? []).flatMap((one) => (one.trades === null ? [] : [[one.symbol, one.trades]])));
    },
    async interestSince(symbol, from) {
      const now = await source.marketTime();
      const hours: HourlyInterest[] = [];
      for (let begin = from; begin <= now; begin = later(begin, INTEREST_PAGE_MS)) {
        const end = later(begin, INTEREST_PAGE_MS - 1);
        hours.push(...((await answered(() => source.interestHours(symbol, begin, end))) ?? []));
      }
      return hours;
    },
    async contract(symbol) {
      const at = await source.marketTime();
      const listing = listings().get(symbol);
      const isTraded = listing?.status === 'TRADING';
      const interest = isTraded ? await answered(() => source.openInterest(symbol)) : null;
      return {
        ...{ symbol, at, best: best.get(symbol) ?? null, trades: trades.get(symbol) ?? null },
        depth: isTraded ? await answered(() => source.depth(symbol)) : null,
        openInterest: interest,
        highest: listing === undefined ? null : await highestOf(symbol, listing),
      };
    },
  };
}
