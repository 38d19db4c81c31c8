import { axisResult } from '../axis-number.ts';
import { axisLabels } from './axis-labels.ts';

/** A percentage with its sign, because it is a result. */
export const percentResult = (value: number, decimals: number): string => `${axisResult(value, decimals)}\u00a0%`;

/** The scale of returns and drawdowns, in percent. */
export const percentScale = {
  type: 'custom',
  minMove: 0.01,
  formatter: (value: number) => percentResult(value, 2),
  tickmarksFormatter: (values: readonly number[]) => axisLabels(values, percentResult, [0, 2]),
} as const;
