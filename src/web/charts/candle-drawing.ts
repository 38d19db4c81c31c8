import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import {
  type CandlePicture,
  chartCandleAt,
  type FillMarker,
  type OffScaleLine,
  type PriceLineSpec,
} from './candle-picture.ts';
import type { ChartColors } from './chart-colors.ts';
import { axisNumber, firstOptions, paintChart } from './chart-options.ts';
import { DRAWN_MAX } from './decimate.ts';
import { keepFitted } from './keep-fitted.ts';

const styles = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const;
/** A scale that is stretched to its lines keeps this share of space beyond them. */
const AIR = 0.02;

export interface CandleListeners {
  readonly hovered: (markerId: string | null) => void;
  readonly offScale: (lines: readonly OffScaleLine[]) => void;
}

/** Owns one chart of the library from creation to removal. */
export class CandleDrawing {
  readonly #chart: IChartApi;
  readonly #fit: () => void;
  readonly #series: ISeriesApi<'Candlestick'>;
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  readonly #listeners: CandleListeners;
  #lines: IPriceLine[] = [];
  #picture: CandlePicture | null = null;
  #hovered: string | null = null;
  #frame = 0;

  constructor(container: HTMLElement, listeners: CandleListeners) {
    this.#listeners = listeners;
    this.#chart = createChart(container, firstOptions);
    this.#fit = keepFitted(this.#chart);
    this.#series = this.#chart.addSeries(CandlestickSeries);
    this.#markers = createSeriesMarkers(this.#series);
    this.#chart.subscribeCrosshairMove((move) => this.#hover(move.hoveredObjectId));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#askOffScale());
    this.#chart.timeScale().subscribeSizeChange(() => this.#askOffScale());
  }

  /** Draws the picture; only changes cost time. */
  show(picture: CandlePicture, colors: ChartColors): void {
    const before = this.#picture;
    this.#picture = picture;
    paintChart(this.#chart, colors);
    this.#series.applyOptions({
      upColor: colors.candleUp,
      downColor: colors.candleDown,
      wickUpColor: colors.candleUp,
      wickDownColor: colors.candleDown,
      borderVisible: false,
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: {
        type: 'custom',
        minMove: 10 ** -picture.decimals,
        formatter: (price: number) => axisNumber(price, picture.decimals),
      },
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => this.#scale(original()),
    });
    if (before?.bars !== picture.bars) this.#series.setData(picture.bars.slice(-DRAWN_MAX).map(drawnBar));
    this.#drawLines(picture.lines, colors);
    this.#markers.setMarkers(drawnMarkers(picture, colors));
    if (before?.viewKey !== picture.viewKey || before.bars.length === 0) this.#fit();
    this.#askOffScale();
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#chart.remove();
  }

  #drawLines(lines: readonly PriceLineSpec[], colors: ChartColors): void {
    for (const line of this.#lines) this.#series.removePriceLine(line);
    this.#lines = lines.map((line) =>
      this.#series.createPriceLine({
        price: line.price,
        title: line.title,
        color: colors[line.tone],
        lineStyle: styles[line.dash],
        lineWidth: line.width,
        axisLabelVisible: true,
        axisLabelColor: colors[line.tone],
        axisLabelTextColor: colors.ground,
      }),
    );
  }

  #scale(original: AutoscaleInfo | null): AutoscaleInfo | null {
    const prices = (this.#picture?.lines ?? []).filter((line) => line.isInScale).map((line) => line.price);
    const range = original?.priceRange;
    const all = range ? [...prices, range.minValue, range.maxValue] : prices;
    if (all.length === 0) return original;
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return { priceRange: { minValue: low - (high - low) * AIR, maxValue: high + (high - low) * AIR } };
  }

  #hover(id: unknown): void {
    const marker = typeof id === 'string' ? id : null;
    if (marker === this.#hovered) return;
    this.#hovered = marker;
    this.#listeners.hovered(marker);
  }

  /** The scale is known only after the library has drawn, so it is read one frame later. */
  #askOffScale(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#listeners.offScale(this.#offScale()));
  }

  #offScale(): readonly OffScaleLine[] {
    const { height } = this.#chart.paneSize(0);
    return (this.#picture?.lines ?? []).flatMap((line): OffScaleLine[] => {
      const y = this.#series.priceToCoordinate(line.price);
      if (y === null || (y >= 0 && y <= height)) return [];
      return [{ id: line.id, edge: y < 0 ? 'above' : 'below' }];
    });
  }
}

const seconds = (ms: number): UTCTimestamp => (ms / 1_000) as UTCTimestamp; // The library's brand for UTC seconds.

function drawnBar(bar: CandlePicture['bars'][number]) {
  return { time: seconds(bar.time), open: bar.open, high: bar.high, low: bar.low, close: bar.close };
}

function drawnMarkers(picture: CandlePicture, colors: ChartColors): SeriesMarker<Time>[] {
  const drawn = picture.bars.slice(-DRAWN_MAX);
  return picture.markers
    .flatMap((marker) => {
      const bar = chartCandleAt(drawn, marker.time);
      return bar ? [drawnMarker(marker, bar.time, marker.id === picture.highlighted, colors)] : [];
    })
    .sort((a, b) => Number(a.time) - Number(b.time));
}

function drawnMarker(marker: FillMarker, time: number, isHighlighted: boolean, colors: ChartColors) {
  const isBuy = marker.side === 'BUY';
  return {
    id: marker.id,
    time: seconds(time),
    position: isBuy ? ('belowBar' as const) : ('aboveBar' as const),
    shape: isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
    color: isHighlighted ? colors.accent : colors.value,
    text: marker.text,
    size: isHighlighted ? 1.6 : 1,
  };
}
