import type { IChartApi, IPrimitivePaneView, ISeriesPrimitive, Logical, Time } from 'lightweight-charts';

/** Bars from `from` to `to`, both included, and the colour behind them. */
export interface ColoredSpan {
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

/** Colours the room behind spans of bars, from top to bottom. The library's own columns would leave gaps between bars. */
export class HeldSpans implements ISeriesPrimitive<Time> {
  #chart: IChartApi | null = null;
  #requestUpdate = (): void => {};
  #spans: readonly ColoredSpan[] = [];
  readonly #views: readonly IPrimitivePaneView[] = [
    {
      zOrder: () => 'bottom',
      renderer: () => ({
        draw: (target) =>
          target.useMediaCoordinateSpace(({ context, mediaSize }) => this.#draw(context, mediaSize.height)),
      }),
    },
  ];

  attached({ chart, requestUpdate }: { readonly chart: IChartApi; readonly requestUpdate: () => void }): void {
    this.#chart = chart;
    this.#requestUpdate = requestUpdate;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  show(spans: readonly ColoredSpan[]): void {
    this.#spans = spans;
    this.#requestUpdate();
  }

  #draw(context: CanvasRenderingContext2D, height: number): void {
    if (this.#chart === null) return;
    const scale = this.#chart.timeScale();
    const half = scale.options().barSpacing / 2;
    for (const { from, to, color } of this.#spans) {
      const [left, right] = [scale.logicalToCoordinate(from as Logical), scale.logicalToCoordinate(to as Logical)];
      if (left === null || right === null) continue;
      context.fillStyle = color;
      context.fillRect(left - half, 0, right - left + 2 * half, height);
    }
  }
}
