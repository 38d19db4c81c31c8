import { describe, expect, it } from 'vitest';
import { axisLabels } from './axis-labels.ts';

const write = (price: number, decimals: number) => price.toFixed(decimals);

describe('the labels of an axis', () => {
  it('labels that differ keep the fewest decimals', () => {
    expect(axisLabels([10_000, 10_050, 10_100], write, [0, 2])).toEqual(['10000', '10050', '10100']);
  });

  it('labels that would repeat get decimals until they differ', () => {
    expect(axisLabels([10_000, 10_000.2, 10_000.4], write, [0, 2])).toEqual(['10000.0', '10000.2', '10000.4']);
    expect(axisLabels([0, -0.05, -0.1], write, [1, 2])).toEqual(['0.00', '-0.05', '-0.10']);
  });

  it('a label tells where its mark stands, however few there are', () => {
    expect(axisLabels([0, -0.5], write, [0, 2])).toEqual(['0.0', '-0.5']);
    expect(axisLabels([0.25], write, [0, 2])).toEqual(['0.25']);
    expect(axisLabels([20, 15, 10], write, [0, 2])).toEqual(['20', '15', '10']);
  });

  it('a label is left out rather than repeated', () => {
    expect(axisLabels([1, 1.001, 1.002], write, [0, 2])).toEqual(['1.00', '', '']);
  });
});
