import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CandlePicture } from '../candle-picture.ts';
import type { ChartColors } from '../chart-colors.ts';
import type { Reading } from '../legend/reading.ts';
import { CandleDrawing } from './candle-drawing.ts';
import { type CurvePoint, EquityDrawing, type EquityPicture } from './equity-drawing.ts';
import { ReturnsDrawing } from './returns-drawing.ts';

/** What the library was told of one series. */
interface ToldSeries {
  readonly type: string;
  readonly pane: number;
  options: Record<string, unknown>;
  data: { readonly time: number; readonly value?: number }[];
  markers: { readonly time: number; readonly text: string; readonly position: string }[];
  lines: { readonly price: number; readonly title: string }[];
}

const library = vi.hoisted(() => ({
  series: [] as ToldSeries[],
  crosshair: (_move: { time?: number; logical?: number }) => {},
  pixelsASecond: 1,
}));

// jsdom has no canvas, so the library cannot draw; what it is told to draw is compared instead.
vi.mock('lightweight-charts', async (original) => {
  const seriesOf = (type: string, pane: number) => {
    const told: ToldSeries = { type, pane, options: {}, data: [], markers: [], lines: [] };
    library.series.push(told);
    return {
      told,
      applyOptions: (options: object) => void Object.assign(told.options, options),
      setData: (data: ToldSeries['data']) => {
        told.data = [...data];
      },
      update: (point: ToldSeries['data'][number]) => void told.data.push(point),
      pop: (count: number) => void told.data.splice(-count),
      createPriceLine: (line: ToldSeries['lines'][number]) => {
        told.lines.push(line);
        return { ...line, options: () => line, applyOptions: () => {} };
      },
      removePriceLine: ({ price }: { price: number }) => {
        told.lines = told.lines.filter((line) => line.price !== price);
      },
      priceToCoordinate: (price: number) => price,
    };
  };
  const range = { from: 0, to: 1 };
  const timeScale = {
    fitContent: () => {},
    width: () => 0,
    options: () => ({ barSpacing: library.pixelsASecond * 60 }),
    timeToCoordinate: (time: number) => time * library.pixelsASecond,
    getVisibleLogicalRange: () => range,
    setVisibleLogicalRange: () => {},
    subscribeSizeChange: () => {},
    subscribeVisibleLogicalRangeChange: () => {},
  };
  const createChart = (container: HTMLElement) => ({
    chartElement: () => container,
    addSeries: ({ type }: { type: string }, _options: object, pane = 0) => seriesOf(type, pane),
    removeSeries: ({ told }: { told: ToldSeries }) => library.series.splice(library.series.indexOf(told), 1),
    applyOptions: () => {},
    priceScale: () => ({ applyOptions: () => {} }),
    paneSize: () => ({ height: 100, width: 100 }),
    panes: () => [],
    subscribeCrosshairMove: (listener: typeof library.crosshair) => {
      library.crosshair = listener;
    },
    timeScale: () => timeScale,
    remove: () => {},
    resize: () => {},
  });
  const createSeriesMarkers = (series: { told: ToldSeries }) => ({
    setMarkers: (markers: ToldSeries['markers']) => {
      series.told.markers = [...markers];
    },
  });
  return { ...(await original<object>()), createChart, createSeriesMarkers };
});

const COLORS = new Proxy({}, { get: (_, name) => (name === 'accent' ? '#7aa5ff' : '#ff7480') }) as ChartColors;
const HOUR = 3_600_000;
const point = (hour: number, equity: number, drawdown = 0): CurvePoint => ({
  ...{ time: hour * HOUR, equity, closed: equity - 5, drawdown },
});

let reading: Reading | null = null;
const tell = (told: Reading | null) => {
  reading = told;
};
const shown = () =>
  Object.fromEntries(reading?.values.map(({ name, value }) => [name, value.replace('\u00a0', ' ')]) ?? []);

beforeEach(() => {
  library.series.length = 0;
  library.pixelsASecond = 1;
  reading = null;
  vi.clearAllMocks();
});

describe('the chart of equity and drawdown', () => {
  const picture = (change: Partial<EquityPicture> = {}): EquityPicture => ({
    viewKey: 'p1 30d',
    points: [point(0, 10_000), point(1, 10_050), point(2, 9_900, -1.49)],
    now: null,
    start: 10_000,
    events: [],
    ...change,
  });
  const open = (first: EquityPicture = picture()) => {
    const drawing = new EquityDrawing(document.createElement('div'), tell);
    drawing.show(first, COLORS);
    const [equity, closed, drawdown] = library.series;
    return { drawing, equity: equity as ToldSeries, closed: closed as ToldSeries, drawdown: drawdown as ToldSeries };
  };

  it('fills from zero: equity from the wallet at the start, the drawdown from no drawdown at all', () => {
    const { equity, closed, drawdown } = open();
    expect(equity.options['baseValue']).toEqual({ type: 'price', price: 10_000 });
    expect(drawdown.options['baseValue']).toEqual({ type: 'price', price: 0 });
    expect([equity.type, closed.type, drawdown.type]).toEqual(['Baseline', 'Line', 'Baseline']);
    expect(drawdown.pane).toBe(1);
  });

  it('the scale of the drawdown begins at zero even when it never came back to it', () => {
    const { drawdown } = open();
    const scale = drawdown.options['autoscaleInfoProvider'] as (original: () => unknown) => unknown;
    const range = { minValue: -4, maxValue: -1.49 };
    expect(scale(() => ({ priceRange: range }))).toEqual({ priceRange: { minValue: -4, maxValue: 0 } });
    expect(scale(() => null)).toBeNull();
  });

  it('the legend tells every series: the newest values, and those under the crosshair', () => {
    open();
    expect(shown()).toEqual({ equity: '9,900.00', closed: '9,895.00', drawdown: '\u22121.49 %' });
    library.crosshair({ time: 3_600 });
    expect(reading?.time).toBe(HOUR);
    expect(shown()).toEqual({ equity: '10,050.00', closed: '10,045.00', drawdown: '0.00 %' });
    library.crosshair({});
    expect(reading?.time).toBe(2 * HOUR);
  });

  it('the labels of its axes never repeat: they get decimals where whole amounts would be the same', () => {
    const { equity, drawdown } = open();
    const labels = (series: ToldSeries, values: readonly number[]) =>
      (series.options['priceFormat'] as { tickmarksFormatter: (of: readonly number[]) => string[] }).tickmarksFormatter(
        values,
      );
    expect(labels(equity, [10_000, 10_000.5, 10_001])).toEqual(['10,000.0', '10,000.5', '10,001.0']);
    expect(labels(drawdown, [0, -2, -4])).toEqual(['0 %', '\u22122 %', '\u22124 %']);
  });

  it('start, stop and a new version are marked on the curve, at its next point', () => {
    const events = [
      { time: 0, text: 'Start' },
      { time: HOUR + 1, text: 'v2' },
    ];
    const { equity } = open(picture({ events }));
    expect(equity.markers.map(({ time, text }) => [time, text])).toEqual([
      [0, 'Start'],
      [7_200, 'v2'],
    ]);
  });

  it('marks that would overlap share one label', () => {
    library.pixelsASecond = 0.001;
    const events = [
      { time: 0, text: 'Start' },
      { time: HOUR, text: 'v2' },
    ];
    const { equity } = open(picture({ events }));
    expect(equity.markers.map(({ text }) => text)).toEqual(['Start v2']);
  });

  it('a tick moves only the end of the curves', () => {
    const { drawing, equity } = open(picture({ now: point(3, 9_950, -1) }));
    const before = equity.data;
    drawing.show(picture({ points: picture().points, now: point(3, 9_950, -1) }), COLORS);
    const points = picture().points;
    drawing.show(picture({ points, now: point(3, 9_960, -0.9) }), COLORS);
    const after = equity.data;
    drawing.show(picture({ points, now: point(3, 9_970, -0.8) }), COLORS);
    expect(equity.data).toBe(after); // The rest was not drawn again.
    expect(after).not.toBe(before);
    expect(equity.data.map(({ value }) => value)).toEqual([10_000, 10_050, 9_900, 9_970]);
    expect(shown()).toMatchObject({ equity: '9,970.00' });
  });

  it('without a point nothing is told', () => {
    open(picture({ points: [] }));
    expect(reading).toBeNull();
  });

  it('the wallet at the start is a dashed line, and another start replaces it', () => {
    const { drawing, equity } = open();
    expect(equity.lines.map(({ price }) => price)).toEqual([10_000]);
    drawing.show(picture({ start: 12_000 }), COLORS);
    expect(equity.lines.map(({ price }) => price)).toEqual([12_000]);
    drawing.show(picture({ start: null }), COLORS);
    expect(equity.lines).toEqual([]);
  });
});

describe('the chart of returns beside holding', () => {
  const line = (id: string, percents: readonly number[], look: 1 | 'holding' = 1) => ({
    ...{ id, look },
    points: percents.map((percent, hour) => ({ time: hour * HOUR, percent })),
  });

  it('the legend names what has a value at the crosshair, and leaves out what had not begun', () => {
    const drawing = new ReturnsDrawing(document.createElement('div'), tell);
    const young = { ...line('young', [0]), points: [{ time: 2 * HOUR, percent: 0 }] };
    drawing.show({ viewKey: 'all', lines: [line('old', [0, 1.5, -2.25]), young] }, COLORS);
    expect(shown()).toEqual({ old: '\u22122.25 %', young: '0.00 %' });
    library.crosshair({ time: 3_600 });
    expect(shown()).toEqual({ old: '+1.50 %' });
  });

  it('a line that is no longer chosen leaves the chart', () => {
    const drawing = new ReturnsDrawing(document.createElement('div'), tell);
    drawing.show({ viewKey: 'all', lines: [line('a', [0, 1]), line('holding', [0, 2], 'holding')] }, COLORS);
    expect(library.series).toHaveLength(2);
    drawing.show({ viewKey: 'all', lines: [line('a', [0, 1])] }, COLORS);
    expect(library.series).toHaveLength(1);
    expect(shown()).toEqual({ a: '+1.00 %' });
  });

  it('what is compared with is thinner and dotted, so that it is told apart without colour', () => {
    const drawing = new ReturnsDrawing(document.createElement('div'), tell);
    drawing.show({ viewKey: 'all', lines: [line('a', [0, 1]), line('holding', [0, 2], 'holding')] }, COLORS);
    const [own, holding] = library.series.map(({ options }) => [options['lineWidth'], options['lineStyle']]);
    expect(own).not.toEqual(holding);
    expect(holding?.[0]).toBe(1);
  });
});

describe('the chart of a cycle', () => {
  const bar = (minute: number) => ({ time: minute * 60_000, open: 100, high: 103, low: 99, close: 102 });
  const fill = (id: string, minute: number, side: 'BUY' | 'SELL', text: string) => ({
    ...{ id, time: minute * 60_000 + 1, side, text },
  });
  const picture = (change: Partial<CandlePicture> = {}): CandlePicture => ({
    ...{ viewKey: 'c1', bars: [bar(0), bar(1), bar(2), bar(3)], lines: [], highlighted: null, decimals: 2 },
    markers: [fill('f1', 0, 'BUY', 'B'), fill('f2', 1, 'BUY', '1'), fill('f3', 3, 'SELL', 'TP')],
    ...change,
  });
  const listeners = { hovered: vi.fn(), read: tell, placed: vi.fn() };
  const open = (first: CandlePicture) => {
    const drawing = new CandleDrawing(document.createElement('div'), listeners);
    drawing.show(first, COLORS);
    return { drawing, candles: library.series[0] as ToldSeries };
  };

  it('buys are marked below their bar and sells above it, each with its step', () => {
    const { candles } = open(picture());
    expect(candles.markers.map(({ time, text, position }) => [time, text, position])).toEqual([
      [0, 'B', 'belowBar'],
      [60, '1', 'belowBar'],
      [180, 'TP', 'aboveBar'],
    ]);
  });

  it('labels of fills that overlap are stacked at the first; every arrow stays at its bar', () => {
    library.pixelsASecond = 0.01;
    const { candles } = open(picture());
    expect(candles.markers.map(({ time, text }) => [time, text])).toEqual([
      [0, 'B 1'],
      [60, ''],
      [180, 'TP'],
    ]);
  });

  it('a row that is pointed at makes its marker larger', () => {
    const { candles } = open(picture({ highlighted: 'f2' }));
    const sizes = candles.markers.map((marker) => (marker as unknown as { size: number }).size);
    expect(sizes).toEqual([1, 1.6, 1]);
  });

  it('the legend tells the bar under the crosshair with the decimals of the tick', () => {
    open(picture({ bars: [bar(0), { ...bar(1), close: 101.5 }] }));
    expect(shown()).toMatchObject({ open: '100.00', close: '101.50' });
    library.crosshair({ logical: 0 });
    expect(shown()).toMatchObject({ close: '102.00' });
  });

  it('lines are placed anew when only the height of the chart has changed', async () => {
    let changeHeight = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(changed: () => void) {
          changeHeight = changed;
        }
        observe() {}
        disconnect() {}
      },
    );
    open(picture());
    await waitFor(() => expect(listeners.placed).toHaveBeenCalled());
    listeners.placed.mockClear();
    changeHeight();
    await waitFor(() => expect(listeners.placed).toHaveBeenCalledTimes(1));
  });

  it('a line off the scale is told with the edge behind which it lies', async () => {
    const spec = (id: string, price: number) => ({
      ...{ id, title: id, price, tone: 'loss' as const, dash: 'solid' as const, width: 2 as const, isInScale: false },
    });
    open(picture({ lines: [spec('in view', 40), spec('liquidation', 612), spec('above', -8)] }));
    await waitFor(() => expect(listeners.placed).toHaveBeenCalled());
    expect(listeners.placed.mock.lastCall?.[0]).toEqual([
      { id: 'in view', y: 40, edge: null },
      { id: 'liquidation', y: 612, edge: 'below' },
      { id: 'above', y: -8, edge: 'above' },
    ]);
  });
});
