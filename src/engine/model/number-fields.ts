import * as z from 'zod/mini';
import { isDecimal, parseDecimal } from '#base/decimal.ts';

const PERCENT_DECIMALS = 6;
const SCALE_DECIMALS = 4;
const USDT_DECIMALS = 8;

/** A decimal string with a bounded number of decimals, inside a closed range given as decimal strings. */
function decimal(options: { decimals: number; min: string; max: string; unit: string }) {
  const count = (text: string): number => parseDecimal(text, options.decimals) ?? Number.NaN;
  const [low, high] = [count(options.min), count(options.max)];
  return z.string().check(
    z.maxLength(40),
    z.refine((text) => isDecimal(text), { error: 'must be a decimal number in a string, such as "1.5"', abort: true }),
    z.refine((text) => parseDecimal(text, options.decimals) !== null, {
      error: `must have at most ${options.decimals} decimals`,
      abort: true,
    }),
    z.refine((text) => count(text) >= low && count(text) <= high, {
      error: `must be from ${options.min} to ${options.max} ${options.unit}`.trim(),
    }),
  );
}

/** A percentage as a decimal string with at most six decimals, inside the closed range. */
export const percent = (min: string, max: string) => decimal({ decimals: PERCENT_DECIMALS, min, max, unit: '%' });
export const scale = (min: string, max: string) => decimal({ decimals: SCALE_DECIMALS, min, max, unit: '' });
/** An amount of USDT as a decimal string with at most eight decimals, inside the closed range. */
export const usdt = (min: string, max: string) => decimal({ decimals: USDT_DECIMALS, min, max, unit: 'USDT' });
export const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
