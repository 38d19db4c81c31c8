import {
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { ChartColors } from '../chart-colors.ts';
import { percentResult, percentScale } from '../labels/percent-scale.ts';
import type { Reading } from '../legend/reading.ts';
import { paintChart } from './chart-options.ts';
import { keepFitted } from './keep-fitted.ts';
import { makeChart, removeChart } from './sized-chart.ts';

/** Colour and dashes of a line: what is compared has one of six looks, what it is compared with its own. */
export type ReturnLook = 1 | 2 | 3 | 4 | 5 | 6 | 'holding';

/** A return at an instant: float64 for drawing, `time` UTC milliseconds, in percent. */
export interface ReturnPoint {
  readonly time: number;
  readonly percent: number;
}

export interface ReturnLine {
  readonly id: string;
  readonly look: ReturnLook;
  /** Oldest first; at least one. */
  readonly points: readonly ReturnPoint[];
}

export interface ReturnsPicture {
  readonly viewKey: string;
  readonly lines: readonly ReturnLine[];
}

const dashes = {
  1: LineStyle.Solid,
  2: LineStyle.Solid,
  3: LineStyle.LargeDashed,
  4: LineStyle.LargeDashed,
  5: LineStyle.Dashed,
  6: LineStyle.Dashed,
  holding: LineStyle.Dotted,
} as const satisfies Record<ReturnLook, LineStyle>;

interface Drawn {
  readonly series: ISeriesApi<'Line'>;
  points: readonly ReturnPoint[];
}

/** Owns one chart: returns of several things from a common zero. */
export class ReturnsDrawing {
  readonly #chart: IChartApi;
  readonly #fit: () => void;
  readonly #tell: (reading: Reading | null) => void;
  readonly #drawn = new Map<string, Drawn>();
  #picture: ReturnsPicture | null = null;

  constructor(container: HTMLElement, tell: (reading: Reading | null) => void) {
    this.#tell = tell;
    this.#chart = makeChart(container);
    this.#fit = keepFitted(this.#chart);
    this.#chart.subscribeCrosshairMove((move) => this.#read(move.time));
  }

  show(picture: ReturnsPicture, colors: ChartColors): void {
    const before = this.#picture;
    this.#picture = picture;
    paintChart(this.#chart, colors);
    this.#forget(new Set(picture.lines.map(({ id }) => id)));
    for (const line of picture.lines) this.#draw(line, colors);
    this.#read(undefined);
    if (before?.viewKey !== picture.viewKey) this.#fit();
  }

  remove(): void {
    removeChart(this.#chart);
  }

  #forget(kept: ReadonlySet<string>): void {
    for (const [id, { series }] of this.#drawn) {
      if (kept.has(id)) continue;
      this.#chart.removeSeries(series);
      this.#drawn.delete(id);
    }
  }

  #draw({ id, look, points }: ReturnLine, colors: ChartColors): void {
    const drawn = this.#drawn.get(id) ?? { series: this.#chart.addSeries(LineSeries), points: [] };
    this.#drawn.set(id, drawn);
    drawn.series.applyOptions({
      color: look === 'holding' ? colors.text : colors[`series${look}`],
      lineWidth: look === 'holding' ? 1 : 2,
      lineStyle: dashes[look],
      priceLineVisible: false,
      crosshairMarkerRadius: 3,
      priceFormat: percentScale,
    });
    const at = ({ time, percent: value }: ReturnPoint) => ({ time: (time / 1_000) as UTCTimestamp, value }); // The library's brand for UTC seconds.
    const last = points.at(-1);
    // Only the newest point moves with every price.
    if (last !== undefined && isSameButLast(drawn.points, points)) drawn.series.update(at(last));
    else drawn.series.setData(points.map(at));
    drawn.points = points;
  }

  /** Tells the values at an instant; the newest ones when there is none. */
  #read(time: Time | undefined): void {
    const lines = this.#picture?.lines ?? [];
    const values = lines.flatMap(({ id, points }) => {
      const point = time === undefined ? points.at(-1) : points.find((one) => one.time / 1_000 === time);
      return point === undefined ? [] : [{ id, point }];
    });
    const [first] = values;
    if (first === undefined) return this.#tell(null);
    this.#tell({
      time: first.point.time,
      values: values.map(({ id, point }) => ({ name: id, value: percentResult(point.percent, 2) })),
    });
  }
}

function isSameButLast(before: readonly ReturnPoint[], after: readonly ReturnPoint[]): boolean {
  const isSame = (index: number) =>
    before[index]?.time === after[index]?.time && before[index]?.percent === after[index]?.percent;
  const last = after.length - 1;
  if (before.length !== after.length || last < 0 || before[last]?.time !== after[last]?.time) return false;
  return after.every((_point, index) => index === last || isSame(index));
}
