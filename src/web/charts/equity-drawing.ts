import {
  AreaSeries,
  createChart,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type ChartColors, faded } from './chart-colors.ts';
import { axisNumber, firstOptions, paintChart } from './chart-options.ts';
import { decimate } from './decimate.ts';
import { keepFitted } from './keep-fitted.ts';

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
  /** The wallet at the start, drawn as a dashed line. */
  readonly start: number | null;
}

/** Owns one chart: equity with open results, the closed result alone, and the drawdown in a pane below. */
export class EquityDrawing {
  readonly #chart: IChartApi;
  readonly #fit: () => void;
  readonly #equity: ISeriesApi<'Area'>;
  readonly #closed: ISeriesApi<'Line'>;
  readonly #drawdown: ISeriesApi<'Area'>;
  #start: IPriceLine | null = null;
  #picture: EquityPicture | null = null;

  constructor(container: HTMLElement) {
    this.#chart = createChart(container, firstOptions);
    this.#fit = keepFitted(this.#chart);
    this.#equity = this.#chart.addSeries(AreaSeries);
    this.#closed = this.#chart.addSeries(LineSeries);
    this.#drawdown = this.#chart.addSeries(AreaSeries, {}, 1);
    this.#chart.panes()[0]?.setStretchFactor(0.72);
    this.#chart.panes()[1]?.setStretchFactor(0.28);
  }

  show(picture: EquityPicture, colors: ChartColors): void {
    const before = this.#picture;
    this.#picture = picture;
    paintChart(this.#chart, colors);
    this.#paint(colors);
    if (before?.points !== picture.points) this.#fill(picture.points);
    if (this.#start) this.#equity.removePriceLine(this.#start);
    this.#start = picture.start === null ? null : this.#startLine(picture.start, colors);
    if (before?.viewKey !== picture.viewKey || before.points.length === 0) this.#fit();
  }

  remove(): void {
    this.#chart.remove();
  }

  #paint(colors: ChartColors): void {
    const money = { type: 'custom', minMove: 0.01, formatter: (value: number) => axisNumber(value, 0) } as const;
    const percent = {
      type: 'custom',
      minMove: 0.1,
      formatter: (value: number) => `${axisNumber(value, 1)} %`,
    } as const;
    const quiet = { priceLineVisible: false, crosshairMarkerRadius: 3 } as const;
    this.#equity.applyOptions({
      ...quiet,
      lineColor: colors.accent,
      lineWidth: 2,
      topColor: faded(colors.accent, 0.2),
      bottomColor: faded(colors.accent, 0),
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
      lineColor: colors.loss,
      lineWidth: 1,
      topColor: faded(colors.loss, 0.3),
      bottomColor: faded(colors.loss, 0.08),
      invertFilledArea: true,
      priceFormat: percent,
    });
  }

  #fill(points: readonly CurvePoint[]): void {
    const time = (point: CurvePoint) => (point.time / 1_000) as UTCTimestamp; // The library's brand for UTC seconds.
    const of = (key: 'equity' | 'closed' | 'drawdown') =>
      decimate(points, (point) => point[key]).map((point) => ({ time: time(point), value: point[key] }));
    this.#equity.setData(of('equity'));
    this.#closed.setData(of('closed'));
    this.#drawdown.setData(of('drawdown'));
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
