import {
  type AutoscaleInfo,
  CandlestickSeries,
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
import { axisNumber } from '../axis-number.ts';
import {
  type CandlePicture,
  chartCandleAt,
  type FillMarker,
  type PlacedLine,
  type PriceLineSpec,
  scaleOf,
} from '../candle-picture.ts';
import type { ChartColors } from '../chart-colors.ts';
import { joinLabels } from '../labels/marker-labels.ts';
import { barReading, type Reading } from '../legend/reading.ts';
import { paintChart } from './chart-options.ts';
import { DRAWN_MAX } from './decimate.ts';
import { keepFitted } from './keep-fitted.ts';
import { makeChart, removeChart } from './sized-chart.ts';

/** Room for the legend and for the lines off the scale, which stand in words at the edges. */
const LINE_MARGINS = { top: 0.15, bottom: 0.1 } as const;
const styles = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const;
export interface CandleListeners {
  readonly hovered: (markerId: string | null) => void;
  readonly read: (reading: Reading | null) => void;
  /** Called when lines have moved on the screen. */
  readonly placed: (lines: readonly PlacedLine[]) => void;
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
  #colors: ChartColors | null = null;
  #hovered: string | null = null;
  #offScale: ReadonlySet<string> = new Set();
  #frame = 0;
  #held: AutoscaleInfo | null = null;
  #scaled: AutoscaleInfo | null = null;

  constructor(container: HTMLElement, listeners: CandleListeners) {
    this.#listeners = listeners;
    this.#chart = makeChart(container, () => this.#askPlaces());
    this.#fit = keepFitted(this.#chart);
    this.#series = this.#chart.addSeries(CandlestickSeries);
    this.#markers = createSeriesMarkers(this.#series);
    this.#chart.subscribeCrosshairMove((move) => {
      this.#hover(move.hoveredObjectId);
      this.#read(move.logical);
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => {
      this.#askPlaces();
      this.#label();
    });
    this.#chart.timeScale().subscribeSizeChange(() => this.#askPlaces());
  }

  /** Draws the picture; only changes cost time. */
  show(picture: CandlePicture, colors: ChartColors): void {
    const before = this.#picture;
    this.#picture = picture;
    paintChart(this.#chart, colors);
    if (picture.scale === 'lines') this.#chart.priceScale('right').applyOptions({ scaleMargins: LINE_MARGINS });
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
    this.#colors = colors;
    this.#read(null);
    if (before?.viewKey !== picture.viewKey || before.bars.length === 0) this.#fit();
    this.#label();
    this.#askPlaces();
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    removeChart(this.#chart);
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
        axisLabelVisible: !this.#offScale.has(line.id),
        axisLabelColor: colors[line.tone],
        axisLabelTextColor: colors.ground,
      }),
    );
  }

  #scale(original: AutoscaleInfo | null): AutoscaleInfo | null {
    if (this.#held !== null) return this.#held;
    const range = original?.priceRange;
    const bars = range ? { low: range.minValue, high: range.maxValue } : null;
    const span = this.#picture ? scaleOf(this.#picture, bars) : bars;
    this.#scaled = span ? { priceRange: { minValue: span.low, maxValue: span.high } } : original;
    return this.#scaled;
  }

  /** The price at this many pixels from the top; null outside. */
  priceAt(y: number): number | null {
    return this.#series.coordinateToPrice(y);
  }

  /** Keeps the scale as it is until it is released, so that it does not run away from a line that is dragged. */
  hold(): void {
    this.#held = this.#scaled;
  }

  release(): void {
    this.#held = null;
    // The library asks for the scale again when options change.
    this.#series.applyOptions({});
    this.#askPlaces();
  }

  /** Labels that overlap are joined, which depends on how wide a bar is drawn. */
  #label(): void {
    if (this.#picture === null || this.#colors === null) return;
    const { barSpacing } = this.#chart.timeScale().options();
    this.#markers.setMarkers(drawnMarkers(this.#picture, barSpacing, this.#colors));
  }

  /** Tells the bar at a position of the time scale; the newest one when there is none. */
  #read(position: number | null | undefined): void {
    const drawn = this.#picture?.bars.slice(-DRAWN_MAX) ?? [];
    const bar = drawn[position ?? -1] ?? drawn.at(-1);
    this.#listeners.read(bar ? barReading(bar, this.#picture?.decimals ?? 0) : null);
  }

  #hover(id: unknown): void {
    const marker = typeof id === 'string' ? id : null;
    if (marker === this.#hovered) return;
    this.#hovered = marker;
    this.#listeners.hovered(marker);
  }

  /** The scale is known only after the library has drawn, so it is read one frame later. */
  #askPlaces(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const places = this.#places();
      this.#hideLabels(places);
      this.#listeners.placed(places);
    });
  }

  /** A line off the scale stands in words at the edge; the library would put half of its label there too. */
  #hideLabels(places: readonly PlacedLine[]): void {
    this.#offScale = new Set(places.filter(({ edge }) => edge !== null).map(({ id }) => id));
    for (const [index, { id }] of (this.#picture?.lines ?? []).entries()) {
      const axisLabelVisible = !this.#offScale.has(id);
      const line = this.#lines[index];
      if (line !== undefined && line.options().axisLabelVisible !== axisLabelVisible)
        line.applyOptions({ axisLabelVisible });
    }
  }

  #places(): readonly PlacedLine[] {
    const { height } = this.#chart.paneSize(0);
    return (this.#picture?.lines ?? []).flatMap(({ id, price }): PlacedLine[] => {
      const y = this.#series.priceToCoordinate(price);
      if (y === null) return [];
      return [{ id, y: Math.round(y), edge: y < 0 ? 'above' : y > height ? 'below' : null }];
    });
  }
}

const seconds = (ms: number): UTCTimestamp => (ms / 1_000) as UTCTimestamp; // The library's brand for UTC seconds.

function drawnBar(bar: CandlePicture['bars'][number]) {
  return { time: seconds(bar.time), open: bar.open, high: bar.high, low: bar.low, close: bar.close };
}

/** @param barSpacing pixels between two bars */
function drawnMarkers(picture: CandlePicture, barSpacing: number, colors: ChartColors): SeriesMarker<Time>[] {
  const drawn = picture.bars.slice(-DRAWN_MAX);
  const places = new Map(drawn.map((bar, index) => [bar.time, index]));
  const placed = picture.markers.flatMap((marker) => {
    const bar = chartCandleAt(drawn, marker.time);
    return bar ? [{ ...marker, time: bar.time }] : [];
  });
  const pixels = (from: number, to: number) => ((places.get(to) ?? 0) - (places.get(from) ?? 0)) * barSpacing;
  const bySide = (side: FillMarker['side']) =>
    placed.filter((marker) => marker.side === side).sort((a, b) => a.time - b.time);
  return [...joinLabels(bySide('BUY'), pixels), ...joinLabels(bySide('SELL'), pixels)]
    .map((marker) => drawnMarker(marker, marker.id === picture.highlighted, colors))
    .sort((a, b) => Number(a.time) - Number(b.time));
}

function drawnMarker(marker: FillMarker, isHighlighted: boolean, colors: ChartColors) {
  const isBuy = marker.side === 'BUY';
  return {
    id: marker.id,
    time: seconds(marker.time),
    position: isBuy ? ('belowBar' as const) : ('aboveBar' as const),
    shape: isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
    color: isHighlighted ? colors.accent : colors.value,
    text: marker.text,
    size: isHighlighted ? 1.6 : 1,
  };
}
