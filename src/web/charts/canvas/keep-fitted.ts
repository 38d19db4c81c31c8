import type { IChartApi } from 'lightweight-charts';

/**
 * Keeps a chart's whole content in view when its width changes, until the user zooms or scrolls it.
 * @returns a function that fits the content at once and from then on
 */
export function keepFitted(chart: IChartApi): () => void {
  let isMoved = false;
  const fit = () => {
    isMoved = false;
    chart.timeScale().fitContent();
  };
  const move = (event: Event) => {
    // A pointer that moves without a button held only reads the chart.
    if (!(event instanceof PointerEvent) || event.buttons !== 0) isMoved = true;
  };
  const element = chart.chartElement();
  element.addEventListener('wheel', move, { passive: true });
  element.addEventListener('pointermove', move, { passive: true });
  chart.timeScale().subscribeSizeChange(() => {
    if (!isMoved) chart.timeScale().fitContent();
  });
  return fit;
}
