import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { costsOf, waterfallOf } from './waterfall.ts';

describe('the parts of a result', () => {
  it('worked example 1 splits exactly into price move and fees', () => {
    const cycle = {
      gross: '19.02421000',
      commission: '0.79271384',
      funding: '0.00000000',
      liquidationFee: '0.00000000',
    };
    const waterfall = waterfallOf(cycle, '0');
    expect(waterfall.steps.map((step) => [step.part, step.amount])).toEqual([
      ['price', '19.02421000'],
      ['fees', '-0.79271384'],
      ['funding', '0.00000000'],
    ]);
    expect(waterfall.result).toBe('18.23149616');
  });

  it('an open cycle includes its open price move and any liquidation fee', () => {
    const cycle = { gross: '-3.5', commission: '0.25', funding: '-1.125', liquidationFee: '2' };
    const waterfall = waterfallOf(cycle, '-10.00000001');
    expect(waterfall.steps.map((step) => step.part)).toEqual(['price', 'fees', 'funding', 'liquidation']);
    expect(waterfall.result).toBe('-16.87500001');
  });

  it('500 random cycles add up: each bar begins where the last one ended', () => {
    const seed = 20_250_504;
    const random = chance(seed);
    const text = (low: number) =>
      `${random.between(low, 9_999)}.${String(random.between(0, 99_999_999)).padStart(8, '0')}`;
    for (let round = 0; round < 500; round += 1) {
      const cycle = { gross: text(-9_999), commission: text(0), funding: text(-99), liquidationFee: text(0) };
      const waterfall = waterfallOf(cycle, text(-9_999));
      const last = waterfall.steps.at(-1);
      expect(last?.to, `seed ${seed}, round ${round}`).toBe(cashFrom(waterfall.result));
      for (const [index, step] of waterfall.steps.entries()) {
        expect(step.from).toBe(index === 0 ? 0 : waterfall.steps[index - 1]?.to);
        expect(step.to - step.from).toBe(cashFrom(step.amount));
      }
    }
  });

  it('slippage is taken out of the price move and stands as a part of its own: the result stays the same', () => {
    const sums = { gross: '100.5', commission: '2', funding: '-1', liquidationFee: '3', slippage: '0.50000001' };
    const waterfall = costsOf(sums);
    expect(waterfall.steps.map(({ part, amount }) => [part, amount])).toEqual([
      ['price', '101.00000001'],
      ['fees', '-2.00000000'],
      ['funding', '-1.00000000'],
      ['slippage', '-0.50000001'],
      ['liquidation', '-3.00000000'],
    ]);
    expect(waterfall.result).toBe('94.50000000');
    expect(waterfall.result).toBe(waterfallOf(sums, '0').result);
  });
});
