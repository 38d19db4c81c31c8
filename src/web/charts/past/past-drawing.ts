import {
  AreaSeries,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { axisAmount } from '../axis-number.ts';
import { paintChart } from '../canvas/chart-options.ts';
import { decimate } from '../canvas/decimate.ts';
import { keepFitted } from '../canvas/keep-fitted.ts';
import { makeChart, removeChart } from '../canvas/sized-chart.ts';
import { type ChartColors, faded } from '../chart-colors.ts';
import { axisLabels } from '../labels/axis-labels.ts';
import { percentResult } from '../labels/percent-scale.ts';
import type { Reading } from '../legend/reading.ts';

/** A figure at an instant: float64 for drawing, and exact as the legend tells it. */
export interface PastPoint {
  /** UTC milliseconds. */
  readonly time: number;
  readonly value: number;
  readonly told: string;
}

export interface PastPicture {
  /** Identifies the series; the whole of it comes into view when this changes. */
  readonly viewKey: string;
  /** Rates in percent are bars from zero, amounts a line. */
  readonly look: 'rates' | 'amounts';
  /** Oldest first. */
  readonly points: readonly PastPoint[];
}

const RATE_DECIMALS = 4;
const AMOUNT_DECIMALS = 2;

const scales = {
  rates: {
    type: 'custom',
    minMove: 10 ** -RATE_DECIMALS,
    formatter: (value: number) => percentResult(value, RATE_DECIMALS),
    tickmarksFormatter: (values: readonly number[]) => axisLabels(values, percentResult, [2, RATE_DECIMALS]),
  },
  amounts: { type: 'custom', minMove: 10 ** -AMOUNT_DECIMALS, formatter: axisAmount },
} as const;

/** Owns one chart: what was collected of one figure. */
export class PastDrawing {
  readonly #chart: IChartApi;
  readonly #fit: () => void;
  readonly #tell: (reading: Reading | null) => void;
  readonly #look: PastPicture['look'];
  readonly #series: ISeriesApi<'Histogram'> | ISeriesApi<'Area'>;
  #picture: PastPicture | null = null;

  constructor(container: HTMLElement, look: PastPicture['look'], tell: (reading: Reading | null) => void) {
    this.#tell = tell;
    this.#look = look;
    this.#chart = makeChart(container);
    this.#fit = keepFitted(this.#chart);
    this.#series = look === 'rates' ? this.#chart.addSeries(HistogramSeries) : this.#chart.addSeries(AreaSeries);
    this.#chart.subscribeCrosshairMove((move) => this.#read(move.time));
  }

  show(picture: PastPicture, colors: ChartColors): void {
    const before = this.#picture;
    this.#picture = picture;
    paintChart(this.#chart, colors);
    this.#paint(colors);
    if (before?.points !== picture.points) {
      const drawn = decimate(picture.points, ({ value }) => value);
      this.#series.setData(drawn.map(({ time, value }) => ({ time: seconds(time), value })));
    }
    this.#read(undefined);
    if (before?.viewKey !== picture.viewKey) this.#fit();
  }

  remove(): void {
    removeChart(this.#chart);
  }

  #paint({ accent }: ChartColors): void {
    const shared = { priceLineVisible: false, priceFormat: scales[this.#look] };
    const area = { lineColor: accent, topColor: faded(accent, 0.2), bottomColor: faded(accent, 0) };
    this.#series.applyOptions(
      this.#look === 'rates'
        ? { ...shared, color: accent, base: 0, lastValueVisible: false }
        : { ...shared, ...area, lineWidth: 2, crosshairMarkerRadius: 3 },
    );
  }

  /** Tells the figure at an instant; the newest one when there is none. */
  #read(time: Time | undefined): void {
    const points = this.#picture?.points ?? [];
    const point = points.find((one) => one.time / 1_000 === time) ?? points.at(-1);
    this.#tell(point === undefined ? null : { time: point.time, values: [{ name: this.#look, value: point.told }] });
  }
}

const seconds = (ms: number): UTCTimestamp => (ms / 1_000) as UTCTimestamp; // The library's brand for UTC seconds.
