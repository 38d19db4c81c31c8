import { candlesQuery, type Interval } from '#web/api/market/candle-queries.ts';

const BARS = 240;
/** Of the chart that an editor opens with. */
export const FIRST_INTERVAL: Interval = '15m';

/** The newest candles, over which a ladder is drawn. */
export const ladderCandles = (symbol: string, interval: Interval) =>
  candlesQuery({ symbol, interval, limit: BARS, endTime: null });
