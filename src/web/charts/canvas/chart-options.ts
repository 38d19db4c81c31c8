import { ColorType, CrosshairMode, type DeepPartial, type IChartApi, type TimeChartOptions } from 'lightweight-charts';
import { axisNumber } from '../axis-number.ts';
import { type ChartColors, faded } from '../chart-colors.ts';

const FONT = "'Inter Variable', Inter, system-ui, sans-serif";

/** Options for creating a chart: with its logo it would add a style element, which the security policy refuses. */
export const firstOptions: DeepPartial<TimeChartOptions> = { layout: { attributionLogo: false } };

const painted = new WeakMap<IChartApi, ChartColors>();

/**
 * Applies the options of a chart when its colours have changed. They include the position of the newest bar, so
 * applying them again would move the view back there.
 */
export function paintChart(chart: IChartApi, colors: ChartColors): void {
  if (painted.get(chart) === colors) return;
  const view = painted.has(chart) ? chart.timeScale().getVisibleLogicalRange() : null;
  painted.set(chart, colors);
  chart.applyOptions(chartOptions(colors));
  if (view !== null) chart.timeScale().setVisibleLogicalRange(view);
}

/** What every chart shares: transparent ground, horizontal lines only, 11 px axis text. */
function chartOptions(colors: ChartColors): DeepPartial<TimeChartOptions> {
  return {
    layout: {
      attributionLogo: false, // The library and its licence are named on the login and About pages instead.
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colors.text,
      fontSize: 11,
      fontFamily: FONT,
      panes: { separatorColor: colors.grid, separatorHoverColor: faded(colors.rule, 0.4), enableResize: false },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colors.grid } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { color: colors.rule, labelBackgroundColor: colors.rule },
      horzLine: { color: colors.rule, labelBackgroundColor: colors.rule },
    },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 2, minBarSpacing: 0.1 },
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: true, axisPressedMouseMove: { price: false, time: true } },
  };
}

/** How candles are drawn whose prices have so many decimals. */
export function candleLook(decimals: number, colors: ChartColors) {
  return {
    upColor: colors.candleUp,
    downColor: colors.candleDown,
    wickUpColor: colors.candleUp,
    wickDownColor: colors.candleDown,
    borderVisible: false,
    priceLineColor: colors.accent,
    priceFormat: {
      type: 'custom',
      minMove: 10 ** -decimals,
      formatter: (price: number) => axisNumber(price, decimals),
    },
  } as const;
}
