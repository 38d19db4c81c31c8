/**
 * The ticks of one turn of an event loop, put together to one span of prices a symbol. Only the latest tick of a turn
 * would lose the extremes between, and with them triggers; a span reaches exactly the triggers that its ticks reach one
 * by one. What it does lose is which extreme came first, so what follows from a span is decided as from a candle.
 */
export interface TickSpans {
  /**
   * Takes in a tick.
   * @param symbol - below the count that the spans were opened with
   * @param low - ticks, at most `high`
   */
  widen(symbol: number, low: number, high: number): void;
  /** Hands over the span of every symbol that ticked since the last time, in the order of their first ticks. */
  drain(visit: (symbol: number, low: number, high: number) => void): void;
}

/** @param symbolCount - symbols are numbered from 0 to one below it */
export function openTickSpans(symbolCount: number): TickSpans {
  const lows = new Float64Array(symbolCount).fill(Number.POSITIVE_INFINITY);
  const highs = new Float64Array(symbolCount).fill(Number.NEGATIVE_INFINITY);
  const ticked = new Int32Array(symbolCount);
  let count = 0;
  return {
    widen(symbol, low, high) {
      const before = lows[symbol] ?? Number.NaN;
      if (before === Number.POSITIVE_INFINITY) {
        ticked[count] = symbol;
        count += 1;
      }
      if (low < before) lows[symbol] = low;
      if (high > (highs[symbol] ?? Number.NaN)) highs[symbol] = high;
    },
    drain(visit) {
      const turn = count;
      count = 0;
      for (const symbol of ticked.subarray(0, turn)) {
        const [low, high] = [lows[symbol] ?? Number.NaN, highs[symbol] ?? Number.NaN];
        lows[symbol] = Number.POSITIVE_INFINITY;
        highs[symbol] = Number.NEGATIVE_INFINITY;
        visit(symbol, low, high);
      }
    },
  };
}
