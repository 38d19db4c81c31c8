import { axisResult } from '../axis-number.ts';
import { axisLabels } from './axis-labels.ts';

/** A percentage with its sign, because it is a result. */
export const percentText = (value: number, decimals: number): string => `${axisResult(value, decimals)}\u00a0%`;

/** The scale of returns and drawdowns, in percent. */
export const percentScale = {
  type: 'custom',
  minMove: 0.01,
  formatter: (value: number) => percentText(value, 2),
  tickmarksFormatter: (values: readonly number[]) => axisLabels(values, percentText, [0, 2]),
} as const;
