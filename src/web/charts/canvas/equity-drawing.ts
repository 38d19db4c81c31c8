import {
  type AutoscaleInfo,
  BaselineSeries,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  LineType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { axisNumber } from '../axis-number.ts';
import { type ChartColors, faded } from '../chart-colors.ts';
import { axisLabels } from '../labels/axis-labels.ts';
import { joinLabels, roomOnTheLeft } from '../labels/marker-labels.ts';
import type { Reading } from '../legend/reading.ts';
import { paintChart } from './chart-options.ts';
import { decimate } from './decimate.ts';
import { keepFitted } from './keep-fitted.ts';
import { makeChart, removeChart } from './sized-chart.ts';

/** A point of both curves: float64 for drawing, `time` UTC milliseconds; drawdown in percent, zero or negative. */
export interface CurvePoint {
  readonly time: number;
  readonly equity: number;
  readonly closed: number;
  readonly drawdown: number;
}

export interface EquityPicture {
  readonly viewKey: string;
  readonly points: readonly CurvePoint[];
  /** The end of the curves, which moves with every tick; null when the last point is the end. */
  readonly now: CurvePoint | null;
  /** The wallet at the start, drawn as a dashed line. */
  readonly start: number | null;
  /** Marked on the equity curve, oldest first. */
  readonly events: readonly CurveEvent[];
}

/** Something that explains a bend of the curve, such as a start; `time` in UTC milliseconds. */
export interface CurveEvent {
  readonly time: number;
  readonly text: string;
}

const money = {
  type: 'custom',
  minMove: 0.01,
  formatter: (value: number) => axisNumber(value, 2),
  tickmarksFormatter: (values: readonly number[]) => axisLabels(values, axisNumber, [0, 2]),
} as const;
const percent = {
  type: 'custom',
  minMove: 0.01,
  formatter: (value: number) => `${axisNumber(value, 2)} %`,
  tickmarksFormatter: (values: readonly number[]) =>
    axisLabels(values, axisNumber, [0, 2]).map((label) => (label === '' ? '' : `${label} %`)),
} as const;

/** Whether only the end of the curves has moved, as it does with every tick. */
function isSameBut(before: EquityPicture, after: EquityPicture): boolean {
  const isSame = before.points === after.points && before.viewKey === after.viewKey && before.start === after.start;
  const isSameEvent = ({ time, text }: CurveEvent, index: number): boolean =>
    before.events[index]?.time === time && before.events[index]?.text === text;
  return isSame && before.events.length === after.events.length && after.events.every(isSameEvent);
}

function drawn(point: CurvePoint, key: 'equity' | 'closed' | 'drawdown') {
  return { time: (point.time / 1_000) as UTCTimestamp, value: point[key] }; // The library's brand for UTC seconds.
}

/** The scale of what is zero or negative begins at zero. */
function fromZero(info: AutoscaleInfo | null): AutoscaleInfo | null {
  return info?.priceRange ? { ...info, priceRange: { minValue: info.priceRange.minValue, maxValue: 0 } } : info;
}

/** Owns one chart: equity with open results, the closed result alone, and the drawdown in a pane below. */
export class EquityDrawing {
  readonly #chart: IChartApi;
  readonly #fit: () => void;
  readonly #equity: ISeriesApi<'Baseline'>;
  readonly #closed: ISeriesApi<'Line'>;
  readonly #drawdown: ISeriesApi<'Baseline'>;
  readonly #tell: (reading: Reading | null) => void;
  #start: IPriceLine | null = null;
  readonly #marks: ISeriesMarkersPluginApi<Time>;
  #picture: EquityPicture | null = null;
  #hasNow = false;
  #colors: ChartColors | null = null;
  #color = '';

  constructor(container: HTMLElement, tell: (reading: Reading | null) => void) {
    this.#tell = tell;
    this.#chart = makeChart(container);
    this.#fit = keepFitted(this.#chart, () => this.#leftPx());
    this.#equity = this.#chart.addSeries(BaselineSeries);
    this.#closed = this.#chart.addSeries(LineSeries);
    this.#drawdown = this.#chart.addSeries(BaselineSeries, {}, 1);
    this.#marks = createSeriesMarkers(this.#equity);
    this.#chart.subscribeCrosshairMove((move) => this.#read(move.time));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#mark());
    this.#chart.panes()[0]?.setStretchFactor(0.72);
    this.#chart.panes()[1]?.setStretchFactor(0.28);
  }

  show(picture: EquityPicture, colors: ChartColors): void {
    const before = this.#picture;
    this.#picture = picture;
    if (before !== null && this.#colors === colors && isSameBut(before, picture)) {
      this.#end(picture.now);
      this.#read(undefined);
      return;
    }
    this.#colors = colors;
    paintChart(this.#chart, colors);
    this.#paint(picture.start ?? 0, colors);
    this.#read(undefined);
    this.#color = colors.value;
    if (before?.points !== picture.points) this.#fill(picture.points);
    this.#end(picture.now);
    if (this.#start) this.#equity.removePriceLine(this.#start);
    this.#start = picture.start === null ? null : this.#startLine(picture.start, colors);
    if (before?.viewKey !== picture.viewKey || before.points.length === 0 || isFirstMarked(before, picture))
      this.#fit();
    this.#mark();
  }

  remove(): void {
    removeChart(this.#chart);
  }

  /** Marks that would overlap are joined, which depends on how wide an hour is drawn. */
  #labels(): readonly CurveEvent[] {
    const { events = [] } = this.#picture ?? {};
    const points = this.#drawn();
    const snapped = events.flatMap(({ time, text }) => {
      const point = points.find((one) => one.time >= time) ?? points.at(-1);
      return point ? [{ time: point.time, text }] : [];
    });
    return joinLabels(snapped, (from, to) => this.#x(to) - this.#x(from)).filter(({ text }) => text !== '');
  }

  /** In pixels from the left edge. */
  #x(time: number): number {
    return this.#chart.timeScale().timeToCoordinate((time / 1_000) as UTCTimestamp) ?? 0;
  }

  #leftPx(): number {
    return roomOnTheLeft(this.#labels().map(({ time, text }) => ({ x: this.#x(time), text })));
  }

  #mark(): void {
    this.#marks.setMarkers(
      this.#labels().map(({ time, text }) => ({
        time: (time / 1_000) as UTCTimestamp,
        position: 'belowBar' as const,
        shape: 'circle' as const,
        size: 0.6,
        color: this.#color,
        text,
      })),
    );
  }

  /** Tells the values at an instant; the newest ones when there is none. */
  #read(time: Time | undefined): void {
    const points = this.#drawn();
    const point = points.find((one) => one.time / 1_000 === time) ?? points.at(-1);
    if (point === undefined) return this.#tell(null);
    const { equity, closed, drawdown } = point;
    this.#tell({
      time: point.time,
      values: [
        { name: 'equity', value: axisNumber(equity, 2) },
        { name: 'closed', value: axisNumber(closed, 2) },
        { name: 'drawdown', value: `${axisNumber(drawdown, 2)} %` },
      ],
    });
  }

  /** Both fills begin where the result is zero: at the wallet of the start, and at no drawdown. */
  #paint(start: number, colors: ChartColors): void {
    const quiet = { priceLineVisible: false, crosshairMarkerRadius: 3 } as const;
    const fill = (color: string, near: number, far: number) =>
      ({
        topLineColor: color,
        bottomLineColor: color,
        topFillColor1: faded(color, far),
        topFillColor2: faded(color, near),
        bottomFillColor1: faded(color, near),
        bottomFillColor2: faded(color, far),
      }) as const;
    this.#equity.applyOptions({
      ...quiet,
      ...fill(colors.accent, 0.04, 0.2),
      lineWidth: 2,
      baseValue: { type: 'price', price: start },
      priceFormat: money,
    });
    this.#closed.applyOptions({
      ...quiet,
      color: colors.text,
      lineWidth: 1,
      lineType: LineType.WithSteps,
      lastValueVisible: false,
      priceFormat: money,
    });
    this.#drawdown.applyOptions({
      ...quiet,
      ...fill(colors.loss, 0.3, 0.12),
      lineWidth: 1,
      baseValue: { type: 'price', price: 0 },
      priceFormat: percent,
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => fromZero(original()),
    });
  }

  #fill(points: readonly CurvePoint[]): void {
    for (const { key, series } of this.#curves()) {
      series.setData(decimate(points, (point) => point[key]).map((point) => drawn(point, key)));
    }
    this.#hasNow = false;
  }

  /** Only the end is drawn again: the rest of a long curve costs as much as all of it. */
  #end(now: CurvePoint | null): void {
    for (const { key, series } of this.#curves()) {
      if (this.#hasNow) series.pop(1);
      if (now !== null) series.update(drawn(now, key));
    }
    this.#hasNow = now !== null;
  }

  #curves() {
    return [
      { key: 'equity', series: this.#equity },
      { key: 'closed', series: this.#closed },
      { key: 'drawdown', series: this.#drawdown },
    ] as const;
  }

  #drawn(): readonly CurvePoint[] {
    const { points = [], now = null } = this.#picture ?? {};
    return now === null ? points : [...points, now];
  }

  #startLine(price: number, colors: ChartColors): IPriceLine {
    return this.#equity.createPriceLine({
      price,
      color: colors.rule,
      lineStyle: LineStyle.Dashed,
      lineWidth: 1,
      axisLabelVisible: false,
      title: '',
    });
  }
}

/** Marks come after the curve; the first of them may need room at the left edge. */
function isFirstMarked(before: EquityPicture, picture: EquityPicture): boolean {
  return before.events.length === 0 && picture.events.length > 0;
}
