import { AppError } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import type { MarketEvent, MarketSource, MarkPrice, Ticker } from '#ports/market-source.ts';

/** The streams tell what changes; what does not is asked for again now and then. Wall time. */
const REFRESH_MS = 300_000;

/** The latest 24 hours, marks and funding of every symbol. */
export interface TickerBoard {
  /** Resolves when the exchange has answered for the first time, or failed to. */
  readonly ready: Promise<void>;
  /** Null for a symbol that the exchange has told nothing of yet. */
  ticker(symbol: string): Ticker | null;
  mark(symbol: string): MarkPrice | null;
  tickers(): ReadonlyMap<string, Ticker>;
  marks(): ReadonlyMap<string, MarkPrice>;
  /** Asks for everything again. @throws AppError as the source does */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Opens the board: what the exchange says at the start, and from then on what its streams tell. An exchange that does
 * not answer is asked again later; until then the board is empty.
 * @param tell - hears of such failures
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
  const forget = source.onEvent(hear); // Before the question, so that nothing falls between.
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

/** An answer may be older than what the stream told while it was under way. */
function keepLatest<T extends { readonly symbol: string; readonly at: Instant }>(known: Map<string, T>, told: T): void {
  const before = known.get(told.symbol);
  if (before === undefined || before.at <= told.at) known.set(told.symbol, told);
}
