import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { storedMonths } from '#market/candle-files/folder.ts';
import { withMonths } from '#market/candle-files/history/load-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { RECORDING_MINUTES, RECORDING_START } from '#market/recording/recording.ts';

/** A folder of stored candles, or with null the bundled month. */
export interface CandleSource {
  readonly folder: string | null;
}

export interface WantedSpan {
  readonly from: Instant;
  /** Excluded. */
  readonly to: Instant;
}

/** The source that has most minutes of all symbols together, the preferred one among equals; null when none has any. */
export async function sourceFor(
  folders: readonly string[],
  symbols: readonly string[],
  span: WantedSpan,
): Promise<CandleSource | null> {
  let best: { readonly source: CandleSource; readonly minutes: number } | null = null;
  for (const source of [...folders.map((folder) => ({ folder })), { folder: null }]) {
    const counts = await Promise.all(symbols.map((symbol) => coveredMinutes(source, symbol, span)));
    if (counts.some(({ minutes }) => minutes === 0)) continue;
    const minutes = counts.reduce((sum, one) => sum + one.minutes, 0);
    if (minutes > (best?.minutes ?? 0)) best = { source, minutes };
  }
  return best?.source ?? null;
}

/** How many of the minutes a source has of a symbol, and in which parts, oldest first. */
export async function coveredMinutes(
  { folder }: CandleSource,
  symbol: string,
  span: WantedSpan,
): Promise<{ readonly minutes: number; readonly parts: readonly WantedSpan[] }> {
  const spans = folder === null ? recordedSpans(symbol) : await storedSpans(folder, symbol, span);
  const parts = spans
    .map(({ from, to }) => ({
      from: instantOf(Math.max(from, span.from)),
      to: instantOf(Math.min(to, span.to)),
    }))
    .filter(({ from, to }) => from < to);
  return { minutes: parts.reduce((sum, { from, to }) => sum + (to - from) / MINUTE_MS, 0), parts };
}

function recordedSpans(symbol: string): readonly WantedSpan[] {
  if (!recordedInstruments().has(symbol)) return [];
  return [{ from: RECORDING_START, to: later(RECORDING_START, RECORDING_MINUTES * MINUTE_MS) }];
}

/** The minutes that the files of the span contain, oldest first. */
async function storedSpans(folder: string, symbol: string, { from, to }: WantedSpan): Promise<readonly WantedSpan[]> {
  if (storedMonths(folder, symbol).length === 0) return [];
  try {
    return await withMonths({ folder, symbol, from, to, grids: null }, async (months) =>
      months.flatMap(({ start, end, gaps }) => {
        const edges = [start, ...gaps.flatMap(([first, minutes]) => gapEdges(start, first, minutes)), end];
        return Array.from({ length: edges.length / 2 }, (_, place) => ({
          from: edges[2 * place] ?? start,
          to: edges[2 * place + 1] ?? end,
        })).filter((part) => part.from < part.to);
      }),
    );
  } catch (error) {
    if (error instanceof AppError) return []; // No month has any of them, or a file is damaged: loading it says so.
    throw error;
  }
}

function gapEdges(start: Instant, first: number, minutes: number): readonly [Instant, Instant] {
  return [later(start, first * MINUTE_MS), later(start, (first + minutes) * MINUTE_MS)];
}
