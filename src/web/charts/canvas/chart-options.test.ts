import type { IChartApi, LogicalRange } from 'lightweight-charts';
import { describe, expect, it } from 'vitest';
import type { ChartColors } from '../chart-colors.ts';
import { paintChart } from './chart-options.ts';

/** Behaves like the library: options with the position of the newest bar move the view there. */
function fakeChart() {
  const LATEST = { from: 900, to: 1_002 };
  const chart = { view: LATEST, painted: 0 };
  const api = {
    applyOptions(options: { timeScale?: object }) {
      chart.painted += 1;
      if (options.timeScale !== undefined && 'rightOffset' in options.timeScale) chart.view = LATEST;
    },
    timeScale: () => ({
      getVisibleLogicalRange: () => chart.view,
      setVisibleLogicalRange: (view: LogicalRange) => {
        chart.view = view;
      },
    }),
  };
  return { chart, api: api as unknown as IChartApi }; // No other member is used.
}

const colors = (text: string) => ({ text, grid: '#000000', rule: '#000000' }) as ChartColors;

describe('drawing a chart', () => {
  it('a chart scrolled into the past stays there, also when the theme changes', () => {
    const { chart, api } = fakeChart();
    const [dark, light] = [colors('#ffffff'), colors('#000000')];
    paintChart(api, dark);
    const past = { from: 10, to: 112 };
    chart.view = past;
    paintChart(api, dark);
    expect([chart.painted, chart.view]).toEqual([1, past]);
    paintChart(api, light);
    expect([chart.painted, chart.view]).toEqual([2, past]);
  });
});
