import type { TextField } from './ladder-draft.ts';

export interface FieldRange {
  readonly unit: '%' | 'USDT' | '×' | 's' | '';
  readonly min: string;
  readonly max: string;
  /** Maximum number of decimals; 0 for whole numbers. */
  readonly decimals: number;
}

const size = { unit: 'USDT', min: '0.00000001', max: '10000000', decimals: 8 } as const;
const scale = { unit: '×', min: '0.1', max: '10', decimals: 4 } as const;
const percent = (min: string, max: string) => ({ unit: '%', min, max, decimals: 6 }) as const;
const whole = (min: string, max: string, unit: FieldRange['unit'] = '') => ({ unit, min, max, decimals: 0 }) as const;

/** Of a step that is edited on its own. */
export const customDeviation = percent('0.01', '1000');

/** Units and ranges for hints and messages; a test compares them with the schema. */
export const fieldRanges: Readonly<Record<TextField, FieldRange>> = {
  baseOrderSize: size,
  baseOrderOffsetPercent: percent('0', '50'),
  baseOrderTtlS: whole('60', '604800', 's'),
  safetyOrderSize: size,
  safetyOrdersCount: whole('0', '100'),
  activeSafetyOrders: whole('1', '100'),
  stepPercent: percent('0.05', '50'),
  stepScale: scale,
  volumeScale: scale,
  takeProfitPercent: percent('0.01', '1000'),
  trailingPercent: percent('0.01', '10'),
  stopLossPercent: percent('0.01', '1000'),
  cooldownS: whole('0', '31536000', 's'),
  leverage: whole('1', '125', '×'),
  maxOpenCycles: whole('1', '1000'),
  maxCycles: whole('1', '1000000'),
  timeLimitS: whole('60', '31536000', 's'),
};
