import { describe, expect, it } from 'vitest';
import { type PriceLineSpec, scaleOf } from './candle-picture.ts';

function line(price: number, isInScale = true): PriceLineSpec {
  return { id: String(price), title: '', price, tone: 'step', dash: 'dashed', width: 1, isInScale };
}

const ladder = [line(1_900), line(2_000)];
const rounded = (span: ReturnType<typeof scaleOf>) => span && [Math.round(span.low), Math.round(span.high)];

describe('the scale of a chart with price lines', () => {
  it('a chart scaled to its lines cuts bars off that lie far beyond them', () => {
    expect(rounded(scaleOf({ lines: ladder, scale: 'lines' }, { low: 1_000, high: 5_000 }))).toEqual([1_864, 2_036]);
    expect(rounded(scaleOf({ lines: ladder, scale: 'lines' }, { low: 1_950, high: 1_960 }))).toEqual([1_896, 2_004]);
  });

  it('a chart of a trade shows all its bars', () => {
    expect(rounded(scaleOf({ lines: ladder }, { low: 1_000, high: 5_000 }))).toEqual([840, 5_160]);
  });

  it('a far line does not stretch the scale', () => {
    const lines = [...ladder, line(100, false)];
    expect(rounded(scaleOf({ lines, scale: 'lines' }, { low: 1_950, high: 1_960 }))).toEqual([1_896, 2_004]);
  });

  it('without lines the scale is that of the bars', () => {
    expect(scaleOf({ lines: [], scale: 'lines' }, { low: 1, high: 2 })).toEqual({ low: 1, high: 2 });
  });
});
