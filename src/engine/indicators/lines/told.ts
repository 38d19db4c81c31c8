import type { BarInput } from '../bar-input.ts';
import { defineIndicator, type Indicator } from '../indicator.ts';
import { derived } from './derived.ts';
import { valueAt } from './frame.ts';

/** An indicator that tells of each bar what is known of it. */
export function toldOf(
  id: string,
  formula: string,
  input: BarInput,
  value = (told: number): number => told,
): Indicator {
  return defineIndicator({
    id,
    formula,
    params: {},
    inputs: () => [input],
    outputs: { value: () => 0 },
    settling: () => 1,
    build: (_params, frame) => {
      const { values } = frame.input(input);
      derived(frame, { first: 0, into: frame.output('value') }, (bar) => value(valueAt(values, bar & frame.mask)));
    },
  });
}
