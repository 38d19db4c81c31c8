import { expect, it } from 'vitest';
import { waterfallSpans } from './waterfall-spans.ts';

it('each cost begins where the one before ended, and the result at zero', () => {
  const { spans, zero } = waterfallSpans([
    { name: 'gross', amount: '100' },
    { name: 'commission', amount: '-30' },
    { name: 'funding', amount: '-10' },
    { name: 'open', amount: '-80' },
    { name: 'result', amount: '-20' },
  ]);
  const from = (amount: number) => ((amount + 20) / 120) * 100;
  expect(zero).toBeCloseTo(from(0));
  const expected = [
    [0, 100],
    [70, 100],
    [60, 70],
    [-20, 60],
    [-20, 0],
  ];
  expected.forEach(([low = 0, high = 0], index) => {
    expect(spans[index]?.from).toBeCloseTo(from(low));
    expect(spans[index]?.to).toBeCloseTo(from(high));
  });
});

it('nothing earned and nothing paid is drawn as nothing', () => {
  expect(waterfallSpans([{ name: 'gross', amount: '0' }])).toEqual({ spans: [{ from: 0, to: 0 }], zero: 0 });
});
