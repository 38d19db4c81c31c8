import {
  type AutoscaleInfo,
  BaselineSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { paintChart } from '../canvas/chart-options.ts';
import { decimate } from '../canvas/decimate.ts';
import { keepFitted } from '../canvas/keep-fitted.ts';
import { makeChart, removeChart } from '../canvas/sized-chart.ts';
import { type ChartColors, faded } from '../chart-colors.ts';
import { percentResult, percentScale } from '../labels/percent-scale.ts';
import type { Reading } from '../legend/reading.ts';

/** What a run had come to at an instant: float64 for drawing, percent of the wallet at its start. */
export interface RunPoint {
  /** UTC milliseconds. */
  readonly time: number;
  /** With what is open. */
  readonly equity: number;
  /** Ended cycles alone; null where it is not known. */
  readonly closed: number | null;
  /** Of the same money in the coins themselves; null where their price is not known. */
  readonly holding: number | null;
  /** Zero or negative, percent of the highest equity before. */
  readonly drawdown: number;
}

export interface RunPicture {
  readonly viewKey: string;
  /** Oldest first. */
  readonly points: readonly RunPoint[];
}

/** From the back to the front. */
const curves = ['holding', 'closed', 'equity', 'drawdown'] as const;
type Curve = (typeof curves)[number];

const quiet = { priceLineVisible: false, crosshairMarkerRadius: 3, priceFormat: percentScale } as const;

/** Owns one chart: return, closed result and holding from a common zero, and the drawdown in a pane below. */
export class RunDrawing {
  readonly #chart: IChartApi;
  readonly #fit: () => void;
  readonly #tell: (reading: Reading | null) => void;
  readonly #series: Readonly<Record<'equity' | 'drawdown', ISeriesApi<'Baseline'>>> &
    Readonly<Record<'closed' | 'holding', ISeriesApi<'Line'>>>;
  #picture: RunPicture | null = null;

  constructor(container: HTMLElement, tell: (reading: Reading | null) => void) {
    this.#tell = tell;
    this.#chart = makeChart(container);
    this.#fit = keepFitted(this.#chart);
    this.#series = {
      holding: this.#chart.addSeries(LineSeries),
      closed: this.#chart.addSeries(LineSeries),
      equity: this.#chart.addSeries(BaselineSeries),
      drawdown: this.#chart.addSeries(BaselineSeries, {}, 1),
    };
    this.#chart.panes()[0]?.setStretchFactor(0.72);
    this.#chart.panes()[1]?.setStretchFactor(0.28);
    this.#chart.subscribeCrosshairMove((move) => this.#read(move.time));
  }

  show(picture: RunPicture, colors: ChartColors): void {
    const before = this.#picture;
    this.#picture = picture;
    paintChart(this.#chart, colors);
    this.#paint(colors);
    if (before?.points !== picture.points) this.#fill(picture.points);
    this.#read(undefined);
    if (before?.viewKey !== picture.viewKey) this.#fit();
  }

  remove(): void {
    removeChart(this.#chart);
  }

  #paint(colors: ChartColors): void {
    const { equity, closed, holding, drawdown } = this.#series;
    equity.applyOptions({
      ...quiet,
      ...fill(colors.accent, 0.2),
      lineWidth: 2,
      baseValue: { type: 'price', price: 0 },
    });
    closed.applyOptions({
      ...{ ...quiet, color: colors.step, lineWidth: 1, lineStyle: LineStyle.Dashed },
      ...{ lineType: LineType.WithSteps, lastValueVisible: false },
    });
    holding.applyOptions({ ...quiet, color: colors.text, lineWidth: 1 });
    drawdown.applyOptions({
      ...{ ...quiet, ...fill(colors.loss, 0.3), lineWidth: 1, baseValue: { type: 'price', price: 0 } },
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => upToZero(original()),
    });
  }

  #fill(points: readonly RunPoint[]): void {
    for (const curve of curves) {
      const drawn = decimate(knownOf(points, curve), ({ value }) => value);
      this.#series[curve].setData([...drawn]);
    }
  }

  /** Tells the values at an instant; the last ones when there is none. */
  #read(time: Time | undefined): void {
    const points = this.#picture?.points ?? [];
    const point = points.find((one) => one.time / 1_000 === time) ?? points.at(-1);
    if (point === undefined) return this.#tell(null);
    const values = (['equity', 'closed', 'holding', 'drawdown'] as const).flatMap((name) => {
      const value = point[name];
      return value === null ? [] : [{ name, value: percentResult(value, 2) }];
    });
    this.#tell({ time: point.time, values });
  }
}

function knownOf(points: readonly RunPoint[], curve: Curve) {
  return points.flatMap((point) => {
    const value = point[curve];
    return value === null ? [] : [{ time: (point.time / 1_000) as UTCTimestamp, value }]; // The library's brand for UTC seconds.
  });
}

/** The colour of a line and, fading towards zero, of what lies between. */
function fill(color: string, far: number) {
  const near = far / 5;
  return {
    topLineColor: color,
    bottomLineColor: color,
    topFillColor1: faded(color, far),
    topFillColor2: faded(color, near),
    bottomFillColor1: faded(color, near),
    bottomFillColor2: faded(color, far),
  };
}

/** The scale of what is zero or negative ends at zero. */
function upToZero(info: AutoscaleInfo | null): AutoscaleInfo | null {
  return info?.priceRange ? { ...info, priceRange: { minValue: info.priceRange.minValue, maxValue: 0 } } : info;
}
