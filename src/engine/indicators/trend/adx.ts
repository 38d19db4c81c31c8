import { defineIndicator } from '../indicator.ts';
import { ratio } from '../lines/derived.ts';
import { type BarFrame, type BarLine, valueAt } from '../lines/frame.ts';
import { trueRangeOf } from '../lines/true-range-of.ts';
import { bars } from '../params.ts';
import { settlingOfWilder } from '../settling.ts';

type Length = { readonly n: number };

/**
 * As TA-Lib's ADX, PLUS_DI, MINUS_DI, PLUS_DM and MINUS_DM. Where nothing has moved, TA-Lib says 0, and its ADX begins with such
 * zeros; here they are unknown, and the ADX begins with the first n bars that have a direction.
 */
export const adx = defineIndicator({
  id: 'adx',
  formula:
    "Wilder's directional movement: plus_dm and minus_dm his sums, plus_di and minus_di 100 · them / sum of true ranges, adx the smoothed 100 · |difference| / sum of both; unknown if nothing moved",
  params: { n: bars(14, 2) },
  inputs: () => ['high', 'low', 'close'],
  outputs: {
    adx: ({ n }: Length) => 2 * n - 1,
    plus_di: ({ n }: Length) => n,
    minus_di: ({ n }: Length) => n,
    plus_dm: ({ n }: Length) => n - 1,
    minus_dm: ({ n }: Length) => n - 1,
  },
  unit: (_params, output) => (output.endsWith('_dm') ? 'price' : 'number'),
  settling: ({ n }) => settlingOfWilder(n, 2),
  build: ({ n }, frame) => {
    const trueRange = trueRangeOf(frame);
    const range = wilderSumOf(frame, trueRange, n);
    const [rise, fall] = movesOf(frame);
    const plus = wilderSumOf(frame, rise, n, frame.output('plus_dm'));
    const minus = wilderSumOf(frame, fall, n, frame.output('minus_dm'));
    const [plusDi, minusDi] = [frame.output('plus_di'), frame.output('minus_di')];
    const dx = frame.column();
    let [up, down, apart] = [Number.NaN, Number.NaN, Number.NaN];
    frame.begins(() => {
      [up, down, apart] = [Number.NaN, Number.NaN, Number.NaN];
    });
    frame.step((from, to) => {
      for (let bar = Math.max(from, n); bar < to; bar += 1) {
        const index = bar & frame.mask;
        const [plusSum, minusSum] = [valueAt(plus.values, index), valueAt(minus.values, index)];
        // Sums to which a bar adds nothing fade alike: their quotient stays, and their rounding must not turn it.
        if (valueAt(trueRange.values, index) !== 0 || Number.isNaN(up)) {
          up = 100 * ratio(plusSum, valueAt(range.values, index));
          down = 100 * ratio(minusSum, valueAt(range.values, index));
        }
        if (valueAt(rise.values, index) + valueAt(fall.values, index) !== 0 || Number.isNaN(apart))
          apart = 100 * ratio(Math.abs(plusSum - minusSum), plusSum + minusSum);
        plusDi[index] = up;
        minusDi[index] = down;
        dx[index] = apart;
      }
    });
    smoothKnown(frame, { values: dx, first: n }, n, frame.output('adx'));
  },
});

/** How far the high rose above the one before, or the low fell below: only the larger of both counts. */
function movesOf(frame: BarFrame): readonly [rise: BarLine, fall: BarLine] {
  const { mask } = frame;
  const [high, low] = [frame.input('high').values, frame.input('low').values];
  const [rise, fall] = [frame.column(), frame.column()];
  frame.looksBack(1);
  frame.step((from, to) => {
    for (let bar = Math.max(from, 1); bar < to; bar += 1) {
      const up = valueAt(high, bar & mask) - valueAt(high, (bar - 1) & mask);
      const down = valueAt(low, (bar - 1) & mask) - valueAt(low, bar & mask);
      rise[bar & mask] = up > 0 && up > down ? up : 0;
      fall[bar & mask] = down > 0 && down > up ? down : 0;
    }
  });
  return [
    { values: rise, first: 1 },
    { values: fall, first: 1 },
  ];
}

/** Wilder's sum of n values: the plain sum of the first n − 1, then each bar takes a n-th away and adds the new value. */
function wilderSumOf(frame: BarFrame, { values, first }: BarLine, n: number, into = frame.column()): BarLine {
  const { mask } = frame;
  const start = first + n - 2;
  let sum = 0;
  frame.begins(() => {
    sum = 0;
  });
  frame.step((from, to) => {
    for (let bar = Math.max(from, first); bar < to; bar += 1) {
      sum += valueAt(values, bar & mask) - (bar > start ? sum / n : 0);
      into[bar & mask] = sum;
    }
  });
  return { values: into, first: start };
}

/** Wilder's smoothing of the known values: it begins with the mean of the first n of them, and is unknown where the value is. */
function smoothKnown(frame: BarFrame, { values, first }: BarLine, n: number, into: Float64Array): void {
  const { mask } = frame;
  let [average, known] = [0, 0];
  frame.begins(() => {
    [average, known] = [0, 0];
  });
  frame.step((from, to) => {
    for (let bar = Math.max(from, first); bar < to; bar += 1) {
      const value = valueAt(values, bar & mask);
      if (!Number.isNaN(value)) {
        average += (known < n ? value : value - average) / n;
        known += 1;
      }
      into[bar & mask] = Number.isNaN(value) || known < n ? Number.NaN : average;
    }
  });
}
