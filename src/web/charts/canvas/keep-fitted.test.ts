// @vitest-environment jsdom
import type { IChartApi } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { keepFitted } from './keep-fitted.ts';

const BARS = 100;
const WIDTH = 400;

/** A time scale of a hundred bars that, as the library's own, applies what it is told with the next frame. */
function scaleThatWaits(first: { from: number; to: number }) {
  let range = first;
  const later = (next: { from: number; to: number }) => requestAnimationFrame(() => (range = next));
  const scale = {
    fitContent: () => later({ from: 0, to: BARS }),
    getVisibleLogicalRange: () => range,
    setVisibleLogicalRange: later,
    width: () => WIDTH,
    subscribeSizeChange: () => undefined,
  };
  const element = document.body.appendChild(document.createElement('div'));
  const chart = { timeScale: () => scale, chartElement: () => element } as unknown as IChartApi; // Only what is asked here.
  const xOfFirst = () => ((0 - range.from) / (range.to - range.from)) * WIDTH;
  return { chart, xOfFirst };
}

const nextFrames = async (count: number) => {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};

it.each([
  ['far from the left edge', { from: -100, to: 100 }],
  ['out of view to the left', { from: 60, to: 100 }],
])(
  'a label at the first point is not cut when the point was %s before the chart was fitted',
  async (_where, before) => {
    const { chart, xOfFirst } = scaleThatWaits(before);
    const show = keepFitted(chart, () => Math.max(0, 20 - xOfFirst()));
    show();
    await nextFrames(3);
    expect(xOfFirst()).toBeCloseTo(20);
  },
);
