import { AppError } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import type { MarketEvent, MarketSource, MarkPrice, Ticker } from '#ports/market-source.ts';

/** Streams send only changes; everything else is requested again at this interval, wall time. */
const REFRESH_MS = 300_000;

/** The latest 24-hour figures, marks and funding of every symbol. */
export interface TickerBoard {
  /** Resolves when the first answer of the exchange has arrived or failed. */
  readonly ready: Promise<void>;
  /** Null for a symbol without any data yet. */
  ticker(symbol: string): Ticker | null;
  mark(symbol: string): MarkPrice | null;
  tickers(): ReadonlyMap<string, Ticker>;
  marks(): ReadonlyMap<string, MarkPrice>;
  /** Requests everything again. @throws AppError as the source does */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Opens the board: first a REST answer, then updates from the streams. If the exchange does not answer, the request is
 * repeated later; until then the board is empty.
 * @param tell - called with a sentence for each such failure
 */
export function openTickerBoard(source: MarketSource, tell: (line: string) => void): TickerBoard {
  const tickers = new Map<string, Ticker>();
  const marks = new Map<string, MarkPrice>();
  const hear = (event: MarketEvent): void => {
    if (event.kind === 'tickers') for (const ticker of event.tickers) keepLatest(tickers, ticker);
    if (event.kind === 'marks') for (const mark of event.marks) keepLatest(marks, mark);
    if (event.kind === 'gap') void tryRefresh();
  };
  const refresh = async (): Promise<void> => {
    const [freshTickers, freshMarks] = await Promise.all([source.tickers(), source.marks()]);
    for (const ticker of freshTickers) keepLatest(tickers, ticker);
    for (const mark of freshMarks) keepLatest(marks, mark);
  };
  const tryRefresh = async (): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      tell(error.message);
    }
  };
  const forget = source.onEvent(hear); // Before the request, so that nothing is missed in between.
  const timer = setInterval(() => void tryRefresh(), REFRESH_MS).unref();
  const ready = tryRefresh();
  return {
    ready,
    ticker: (symbol) => tickers.get(symbol) ?? null,
    mark: (symbol) => marks.get(symbol) ?? null,
    tickers: () => tickers,
    marks: () => marks,
    refresh,
    close() {
      forget();
      clearInterval(timer);
    },
  };
}

/** An answer may be older than what the stream sent while it was in flight. */
function keepLatest<T extends { readonly symbol: string; readonly at: Instant }>(known: Map<string, T>, told: T): void {
  const before = known.get(told.symbol);
  if (before === undefined || before.at <= told.at) known.set(told.symbol, told);
}
