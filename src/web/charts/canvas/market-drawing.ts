import {
  CandlestickSeries,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type LogicalRange,
  type UTCTimestamp,
} from 'lightweight-charts';
import { axisNumber } from '../axis-number.ts';
import type { ChartCandle } from '../candle-picture.ts';
import type { ChartColors } from '../chart-colors.ts';
import { barReading, type Reading } from '../legend/reading.ts';
import { candleLook, paintChart } from './chart-options.ts';
import { makeChart, removeChart } from './sized-chart.ts';

/** A bar with its volume, as float64 for drawing. */
export interface MarketBar extends ChartCandle {
  readonly volume: number;
}

export interface MarketPicture {
  /** Identifies the series; the view jumps to its end when it changes. */
  readonly viewKey: string;
  /** Oldest first; older ones may be added in front, newer ones at the end. */
  readonly bars: readonly MarketBar[];
  readonly decimals: number;
}

/** Ways to move the view by key. */
export type MarketMove = 'back' | 'forth' | 'closer' | 'wider' | 'oldest' | 'latest';

/** With this few bars left of the view, older ones are requested. */
const EDGE_BARS = 40;
const STEP_SHARE = 0.25;
const ZOOM = 1.4;
const VIEW_BARS_MIN = 10;

export interface MarketListeners {
  /** Called when the view comes near the oldest bar. */
  readonly atStart: () => void;
  readonly read: (reading: Reading | null) => void;
}

/** Owns one chart of a market: candles, their volume in a pane below, the last price on the axis. */
export class MarketDrawing {
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  readonly #volume: ISeriesApi<'Histogram'>;
  readonly #tell: MarketListeners['read'];
  #picture: MarketPicture | null = null;

  constructor(container: HTMLElement, { atStart, read }: MarketListeners) {
    this.#tell = read;
    this.#chart = makeChart(container);
    this.#candles = this.#chart.addSeries(CandlestickSeries);
    this.#volume = this.#chart.addSeries(HistogramSeries, {}, 1);
    this.#chart.panes()[0]?.setStretchFactor(0.8);
    this.#chart.panes()[1]?.setStretchFactor(0.2);
    this.#chart.subscribeCrosshairMove((move) => this.#read(move.logical));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      const hasBars = (this.#picture?.bars.length ?? 0) > 0;
      if (range !== null && hasBars && range.from < EDGE_BARS) atStart();
    });
  }

  /** Draws the picture; the view stays where it is while its series grows. */
  show(picture: MarketPicture, colors: ChartColors): void {
    const before = this.#picture;
    this.#picture = picture;
    paintChart(this.#chart, colors);
    this.#paint(picture.decimals, colors);
    if (before?.bars !== picture.bars) this.#fill(picture.bars);
    this.#read(null);
    if (before?.viewKey !== picture.viewKey || before.bars.length === 0) this.#chart.timeScale().resetTimeScale();
  }

  /** Tells the bar at a position of the time scale; the newest one when there is none. */
  #read(position: number | null | undefined): void {
    const { bars, decimals } = this.#picture ?? { bars: [], decimals: 0 };
    const bar = bars[position ?? -1] ?? bars.at(-1);
    if (bar === undefined) return this.#tell(null);
    const { time, values } = barReading(bar, decimals);
    this.#tell({
      time,
      values: [...values, { name: 'volume', value: axisNumber(bar.volume, bar.volume < 100 ? 2 : 0) }],
    });
  }

  move(move: MarketMove): void {
    const scale = this.#chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range !== null) scale.setVisibleLogicalRange(moved(range, move, this.#picture?.bars.length ?? 0));
  }

  remove(): void {
    removeChart(this.#chart);
  }

  #paint(decimals: number, colors: ChartColors): void {
    this.#candles.applyOptions(candleLook(decimals, colors));
    this.#volume.applyOptions({
      color: colors.volume,
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: { type: 'volume' },
    });
  }

  #fill(bars: readonly MarketBar[]): void {
    const timed = bars.map((bar) => ({ ...bar, time: seconds(bar.time) }));
    this.#candles.setData(timed.map(({ time, open, high, low, close }) => ({ time, open, high, low, close })));
    this.#volume.setData(timed.map(({ time, volume }) => ({ time, value: volume })));
  }
}

const seconds = (ms: number): UTCTimestamp => (ms / 1_000) as UTCTimestamp; // The library's brand for UTC seconds.

/** The view after a move, in bars from the oldest one. */
function moved({ from, to }: LogicalRange, move: MarketMove, count: number): { from: number; to: number } {
  const width = to - from;
  const step = width * STEP_SHARE;
  switch (move) {
    case 'back':
      return { from: from - step, to: to - step };
    case 'forth':
      return { from: from + step, to: to + step };
    case 'closer':
      return { from: to - Math.max(width / ZOOM, VIEW_BARS_MIN), to };
    case 'wider':
      return { from: to - width * ZOOM, to };
    case 'oldest':
      return { from: 0, to: width };
    case 'latest':
      return { from: count + 1 - width, to: count + 1 };
  }
}
