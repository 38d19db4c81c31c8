/** A bar for drawing: prices as float64, `time` the open in UTC milliseconds. */
export interface ChartCandle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export type LineTone = 'profit' | 'value' | 'step' | 'warn' | 'loss' | 'accent';

/** A horizontal price line with its label on the axis. */
export interface PriceLineSpec {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly tone: LineTone;
  readonly dash: 'solid' | 'dashed' | 'dotted';
  readonly width: 1 | 2;
  /** Whether the scale must stretch to show it; otherwise it may end as text at the edge. */
  readonly isInScale: boolean;
}

/** A fill: an arrow below the bar for a buy, above it for a sell. */
export interface FillMarker {
  readonly id: string;
  /** UTC milliseconds of the fill. */
  readonly time: number;
  readonly side: 'BUY' | 'SELL';
  readonly text: string;
}

export interface CandlePicture {
  /** Identifies the series; the view is fitted again when it changes. */
  readonly viewKey: string;
  /** Oldest first. */
  readonly bars: readonly ChartCandle[];
  readonly lines: readonly PriceLineSpec[];
  readonly markers: readonly FillMarker[];
  readonly highlighted: string | null;
  readonly decimals: number;
  /** The scale shows the lines, and of the bars what lies near them; without it all bars and lines. */
  readonly scale?: 'lines';
}

export interface OffScaleLine {
  readonly id: string;
  readonly edge: 'above' | 'below';
}

/** Where a line lies: pixels from the top of the chart, or the edge behind which it is. */
export interface PlacedLine {
  readonly id: string;
  readonly y: number;
  readonly edge: OffScaleLine['edge'] | null;
}

/** Bars are shown this far beyond the lines, in spans of the lines. */
const NEAR = 0.3;
/** A scale that is stretched to its lines keeps this share of space beyond them. */
const AIR = 0.04;

/**
 * The prices that the scale reaches from and to.
 * @param bars lowest and highest price of the bars in view; null without any
 */
export function scaleOf({ lines, scale }: Pick<CandlePicture, 'lines' | 'scale'>, bars: Span | null): Span | null {
  const prices = lines.filter((line) => line.isInScale).map((line) => line.price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length === 0 || (scale === 'lines' && low === high)) return bars;
  const near = scale === 'lines' ? (high - low) * NEAR : Number.POSITIVE_INFINITY;
  const from = Math.min(low, Math.max(bars?.low ?? low, low - near));
  const to = Math.max(high, Math.min(bars?.high ?? high, high + near));
  return { low: from - (to - from) * AIR, high: to + (to - from) * AIR };
}

interface Span {
  readonly low: number;
  readonly high: number;
}

/** The bar that holds an instant: the last one that opened at or before it; the first when none did. */
export function chartCandleAt(bars: readonly ChartCandle[], time: number): ChartCandle | null {
  return bars.findLast((bar) => bar.time <= time) ?? bars[0] ?? null;
}

interface CandleTexts {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

const known = new WeakMap<readonly CandleTexts[], readonly ChartCandle[]>();

/** Candles of the API as bars; the same list gives the same bars, so an unchanged chart is not filled again. */
export function barsOf(candles: readonly CandleTexts[]): readonly ChartCandle[] {
  const bars = known.get(candles) ?? candles.map(barFrom);
  known.set(candles, bars);
  return bars;
}

function barFrom(candle: CandleTexts): ChartCandle {
  return {
    time: Date.parse(candle.time),
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
  };
}
