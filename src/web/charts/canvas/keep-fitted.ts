import type { IChartApi } from 'lightweight-charts';

/**
 * Keeps a chart's whole content in view when its width changes, until the user zooms or scrolls it.
 * @param leftPx - room that what is drawn needs to the left of its first point, asked when the content is in view
 * @returns a function that fits the content with the next frame and from then on
 */
export function keepFitted(chart: IChartApi, leftPx: () => number = () => 0): () => void {
  const element = chart.chartElement();
  let isMoved = false;
  const show = () => {
    chart.timeScale().fitContent();
    // The library fits with its next frame. Before that everything is still measured where it was.
    requestAnimationFrame(() => {
      if (!isMoved && element.isConnected) makeRoom(chart, leftPx());
    });
  };
  const fit = () => {
    isMoved = false;
    show();
  };
  const move = (event: Event) => {
    // A pointer that moves without a button held only reads the chart.
    if (!(event instanceof PointerEvent) || event.buttons !== 0) isMoved = true;
  };
  element.addEventListener('wheel', move, { passive: true });
  element.addEventListener('pointermove', move, { passive: true });
  chart.timeScale().subscribeSizeChange(() => {
    if (!isMoved) show();
  });
  return fit;
}

/** Moves the content to the right by so many pixels, and nothing out of view. */
function makeRoom(chart: IChartApi, px: number): void {
  const scale = chart.timeScale();
  const range = scale.getVisibleLogicalRange();
  const width = scale.width();
  if (range === null || px <= 0 || width <= 2 * px) return;
  const bars = (range.to - range.from) * (px / (width - px));
  scale.setVisibleLogicalRange({ from: range.from - bars, to: range.to });
}
