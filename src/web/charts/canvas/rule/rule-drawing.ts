import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { axisNumber } from '../../axis-number.ts';
import { type ChartColors, faded } from '../../chart-colors.ts';
import type { ChartLine, ChartPane, HeldSpan, RulePicture, TriggerMarker } from '../../rule-picture.ts';
import { candleLook, paintChart } from '../chart-options.ts';
import { makeChart, removeChart } from '../sized-chart.ts';
import { HeldSpans } from './held-spans.ts';

/** How much higher the candles are than a pane below them. */
const CANDLE_SHARE = 4;
const HELD_OPACITY = 0.08;
const dashes = [LineStyle.Solid, LineStyle.Dashed, LineStyle.Dotted, LineStyle.LargeDashed] as const;

export interface RuleListeners {
  /** The pointer looks at a bar, or leaves the chart. */
  readonly looked: (bar: number | null) => void;
  /** Where each pane begins, in pixels from the top of the chart. */
  readonly paned: (tops: readonly number[]) => void;
}

/** Owns one chart of candles, the values of rules, and their triggers. */
export class RuleDrawing {
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  readonly #held = new HeldSpans();
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  readonly #listeners: RuleListeners;
  #values: ISeriesApi<SeriesType>[] = [];
  #drawn: RulePicture | null = null;
  #colors: ChartColors | null = null;
  #frame = 0;
  /** The bar under the pointer. */
  #pointed: number | null = null;

  constructor(container: HTMLElement, listeners: RuleListeners) {
    this.#listeners = listeners;
    this.#chart = makeChart(container);
    this.#candles = this.#chart.addSeries(CandlestickSeries);
    this.#candles.attachPrimitive(this.#held);
    this.#markers = createSeriesMarkers(this.#candles);
    this.#chart.subscribeCrosshairMove(({ logical, sourceEvent }) => {
      if (sourceEvent === undefined) return; // Set by `#look`, not by a pointer.
      this.#pointed = this.#barAt(logical);
      listeners.looked(this.#pointed);
    });
    container.addEventListener('pointerleave', () => {
      this.#pointed = null;
      listeners.looked(null);
    });
    this.#chart.timeScale().subscribeSizeChange(() => this.#askTops());
  }

  /** Draws the picture; the view stays where it is while its bars do. */
  show(picture: RulePicture, colors: ChartColors): void {
    const before = this.#drawn;
    const isPainted = this.#colors === colors;
    this.#drawn = picture;
    this.#colors = colors;
    paintChart(this.#chart, colors);
    this.#paint(picture.decimals, colors);
    if (before?.bars !== picture.bars) this.#candles.setData(timed(picture, drawnCandle));
    if (!isPainted || before?.held !== picture.held) this.#held.show(picture.held.map((span) => colored(span, colors)));
    if (!isPainted || before?.panes !== picture.panes || before.overlays !== picture.overlays)
      this.#drawValues(picture, colors);
    if (!isPainted || before?.markers !== picture.markers) this.#markers.setMarkers(drawnMarkers(picture, colors));
    if (before?.viewKey !== picture.viewKey) this.#chart.timeScale().fitContent();
    this.#look(picture);
    this.#askTops();
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    removeChart(this.#chart);
  }

  #barAt(logical: number | undefined): number | null {
    const count = this.#drawn?.bars.length ?? 0;
    return logical === undefined || logical < 0 || logical >= count ? null : Math.round(logical);
  }

  /** Marks the bar that is looked at, unless the pointer does so itself. */
  #look({ looked, bars, times }: RulePicture): void {
    if (looked !== null && looked === this.#pointed) return;
    const bar = looked === null ? null : (bars[looked] ?? null);
    const time = looked === null ? undefined : times[looked];
    if (bar === null || time === undefined) this.#chart.clearCrosshairPosition();
    else this.#chart.setCrosshairPosition(bar.close, seconds(time), this.#candles);
  }

  #paint(decimals: number, colors: ChartColors): void {
    this.#candles.applyOptions(candleLook(decimals, colors));
  }

  /** Which values there are changes with the rule, so they are drawn anew. */
  #drawValues(picture: RulePicture, colors: ChartColors): void {
    for (const series of this.#values) this.#chart.removeSeries(series);
    const lineColors = [colors.series2, colors.series3, colors.series4, colors.series5, colors.series6, colors.series1];
    let count = 0;
    const next = (): string => {
      count += 1;
      return lineColors[(count - 1) % lineColors.length] ?? colors.value;
    };
    const overlays = picture.overlays.map((line, index) =>
      this.#drawLine(picture, line, { pane: 0, color: next(), dash: index }),
    );
    const below = picture.panes.flatMap((pane, index) => this.#drawPane(picture, pane, { index: index + 1, next }));
    this.#values = [...overlays, ...below];
    for (const [index, pane] of this.#chart.panes().entries()) pane.setStretchFactor(index === 0 ? CANDLE_SHARE : 1);
  }

  #drawPane(
    picture: RulePicture,
    { lines, levels, shape }: ChartPane,
    { index, next }: { readonly index: number; readonly next: () => string },
  ): ISeriesApi<SeriesType>[] {
    const drawn = lines.map((line, place) => {
      const color = next();
      return shape === 'columns'
        ? this.#drawColumns(picture, line, { pane: index, color })
        : this.#drawLine(picture, line, { pane: index, color, dash: place });
    });
    for (const price of levels)
      drawn[0]?.createPriceLine({ price, color: this.#colors?.rule ?? '', lineStyle: LineStyle.Dashed, lineWidth: 1 });
    return drawn;
  }

  /** Figures of a pane in the language of the page, with as many decimals as their size needs. */
  #paneFormat({ values }: ChartLine) {
    const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
    const decimals = largest >= 10 ? 2 : Math.min(8, 3 - Math.floor(Math.log10(Math.max(largest, 1e-6))));
    const formatter = (value: number) => axisNumber(value, decimals);
    return { priceFormat: { type: 'custom', minMove: 10 ** -decimals, formatter } } as const;
  }

  #drawLine(
    picture: RulePicture,
    line: ChartLine,
    { pane, color, dash }: { pane: number; color: string; dash: number },
  ) {
    const lineStyle = dashes[dash % dashes.length] ?? LineStyle.Solid;
    const look = { color, lineWidth: 1, lineStyle, lastValueVisible: false, priceLineVisible: false } as const;
    const format = pane === 0 ? {} : this.#paneFormat(line);
    const series = this.#chart.addSeries(LineSeries, { ...look, ...format, crosshairMarkerVisible: false }, pane);
    series.setData(lineData(picture, line));
    return series;
  }

  #drawColumns(picture: RulePicture, line: ChartLine, { pane, color }: { pane: number; color: string }) {
    const look = { color: faded(color, 0.6), lastValueVisible: false, priceLineVisible: false } as const;
    const series = this.#chart.addSeries(HistogramSeries, { ...look, ...this.#paneFormat(line) }, pane);
    series.setData(lineData(picture, line));
    return series;
  }

  /** The panes have their heights only after the library has drawn. */
  #askTops(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const root = this.#chart.chartElement().getBoundingClientRect().top;
      this.#listeners.paned(
        this.#chart.panes().map((pane) => (pane.getHTMLElement()?.getBoundingClientRect().top ?? root) - root),
      );
    });
  }
}

const seconds = (ms: number): UTCTimestamp => (ms / 1_000) as UTCTimestamp; // The library's brand for UTC seconds.

type Bar = NonNullable<RulePicture['bars'][number]>;

/** A bar without a market keeps its room on the time scale. */
function timed<T extends object>({ bars, times }: RulePicture, draw: (bar: Bar) => T) {
  return bars.map((bar, index) => ({ time: seconds(times[index] ?? 0), ...(bar === null ? {} : draw(bar)) }));
}

const drawnCandle = ({ open, high, low, close }: Bar) => ({ open, high, low, close });

function lineData({ times }: RulePicture, { values }: ChartLine) {
  return values.map((value, index) => ({ time: seconds(times[index] ?? 0), ...(value === null ? {} : { value }) }));
}

/** Positions of both directions may be held at once; then their colours lie over each other. */
function colored({ from, to, tone }: HeldSpan, colors: ChartColors) {
  return { from, to, color: faded(colors[tone], HELD_OPACITY) };
}

function drawnMarkers({ markers, times }: RulePicture, colors: ChartColors): SeriesMarker<Time>[] {
  return markers
    .map((marker) => drawnMarker(marker, seconds(times[marker.bar] ?? 0), colors))
    .toSorted((one, other) => Number(one.time) - Number(other.time));
}

/** An entry stands on the side from which it came, and its end on the other. */
function drawnMarker({ id, kind, direction, text, tone }: TriggerMarker, time: Time, colors: ChartColors) {
  const isBelow = (direction === 'buy') === (kind !== 'closed');
  const arrow = isBelow ? 'arrowUp' : 'arrowDown';
  return {
    ...{ id, time, text },
    position: isBelow ? ('belowBar' as const) : ('aboveBar' as const),
    shape: kind === 'skipped' ? ('circle' as const) : (arrow as 'arrowUp' | 'arrowDown'),
    color: kind === 'entered' ? colors.accent : kind === 'skipped' ? colors.text : colors[tone],
    size: kind === 'skipped' ? 0.6 : 1,
  };
}
