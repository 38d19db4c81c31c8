import { createChart, type IChartApi } from 'lightweight-charts';
import { pageLanguage } from '#web/i18n/language.ts';
import { firstOptions } from './chart-options.ts';

const observers = new WeakMap<IChartApi, () => void>();

/**
 * A chart that keeps the size of its container. It is drawn anew after the page has been painted in its new shape, and not
 * before it as by the library itself: what takes the room, such as a drawer, does not wait for it.
 * @param resized - called once it has its new size: the library tells of a new width only
 */
export function makeChart(container: HTMLElement, resized: () => void = () => {}): IChartApi {
  const chart = createChart(container, { ...firstOptions, localization: { locale: pageLanguage() } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    // Drawn within the call, as the library does by itself.
    timer = setTimeout(() => {
      chart.resize(container.clientWidth, container.clientHeight, true);
      resized();
    });
  });
  observer.observe(container);
  observers.set(chart, () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  return chart;
}

export function removeChart(chart: IChartApi): void {
  observers.get(chart)?.();
  chart.remove();
}
