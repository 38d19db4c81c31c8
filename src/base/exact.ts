import { assert, BrokenBelief } from './assert.ts';

/**
 * Exact integers held in float64, each guarded below 2^53. The brand is the unit; arithmetic keeps it.
 * A price is a count of ticks, a quantity a count of steps, cash a count of 1e-8 USDT, a rate a count of 1e-8 (a fraction).
 */
declare const unit: unique symbol;
export type Exact<Unit extends string> = number & { readonly [unit]: Unit };

/** Price in ticks of its instrument. */
export type Ticks = Exact<'ticks'>;
/** Quantity in steps of its instrument. */
export type Steps = Exact<'steps'>;
/** Money in 1e-8 USDT. */
export type Cash = Exact<'cash'>;
/** A fraction in 1e-8: a fee of 0.05 % is 50,000, one percent is 1,000,000. */
export type Rate = Exact<'rate'>;

/** How a value between two whole numbers is rounded: `floor` and `ceil` by value, halves away from zero. */
export type Rounding = 'floor' | 'ceil' | 'half-up';

/** Decimals of an amount of cash in USDT. */
export const CASH_DECIMALS = 8;
/** One USDT as cash. */
export const CASH_PER_USDT = 100_000_000;
/** The whole, 100 %, as a rate. */
export const RATE_ONE = 100_000_000;

/** Brands a number that must already be a whole number below 2^53. */
function exactly<Unit extends string>(value: number): Exact<Unit> {
  if (!Number.isSafeInteger(value)) refuse(value);
  return (value + 0) as Exact<Unit>; // The only cast to the brand; adding zero turns minus zero into zero.
}

/** A separate function, so that the message is built only when it is needed: every amount passes this check. */
function refuse(value: number): never {
  throw new BrokenBelief(`${value} is a whole number below 2^53`);
}

/** A price from a whole count of ticks below 2^53; anything else is an internal error and stops the process. */
export const ticks = (count: number): Ticks => exactly<'ticks'>(count);
/** A quantity from a whole count of steps below 2^53; anything else is an internal error and stops the process. */
export const steps = (count: number): Steps => exactly<'steps'>(count);
/** Money from a whole count of 1e-8 USDT below 2^53 (some 90 million USDT); anything else is an internal error. */
export const cash = (count: number): Cash => exactly<'cash'>(count);
/** A fraction from a whole count of 1e-8 below 2^53; anything else is an internal error and stops the process. */
export const rate = (count: number): Rate => exactly<'rate'>(count);

/** No money; the start of a sum. */
export const ZERO_CASH: Cash = cash(0);
/** No quantity; a flat position holds this. */
export const ZERO_STEPS: Steps = steps(0);

/** `a + b` of one unit, exact; a sum that reaches 2^53 is an internal error and stops the process. */
export function add<U extends string>(a: Exact<U>, b: Exact<U>): Exact<U> {
  return exactly<U>(a + b);
}

/** `a − b` of one unit, exact; a difference that reaches 2^53 is an internal error and stops the process. */
export function subtract<U extends string>(a: Exact<U>, b: Exact<U>): Exact<U> {
  return exactly<U>(a - b);
}

/** `−a`; zero stays plain zero, so that equal amounts are also equal for `Object.is` and in JSON. */
export function negate<U extends string>(a: Exact<U>): Exact<U> {
  return exactly<U>(-a);
}

/** The smaller of two values of one unit. */
export function smaller<U extends string>(a: Exact<U>, b: Exact<U>): Exact<U> {
  return a < b ? a : b;
}

/** The larger of two values of one unit. */
export function larger<U extends string>(a: Exact<U>, b: Exact<U>): Exact<U> {
  return a > b ? a : b;
}

/**
 * The exact sum of values of one unit, zero of none; only the total is guarded, as it stays below 2^53 with its
 * parts.
 */
export function sum<U extends string>(values: Iterable<Exact<U>>): Exact<U> {
  let total = 0;
  for (const value of values) total += value;
  return exactly<U>(total);
}

/** `a · factor`, where the factor is a plain whole number such as a direction or a count. */
export function times<U extends string>(a: Exact<U>, factor: number): Exact<U> {
  return exactly<U>(a * factor);
}

/**
 * `numerator / denominator` as a whole number, rounded as requested. Exact at any size.
 * `half-up` rounds a half away from zero, as accounting does; `floor` and `ceil` go by value, not by magnitude.
 */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): number {
  assert(denominator !== 0n, 'the denominator is not zero');
  const [top, bottom] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator];
  const quotient = top / bottom;
  const remainder = top % bottom;
  return Number(quotient + adjustment(remainder, bottom, rounding));
}

function adjustment(remainder: bigint, bottom: bigint, rounding: Rounding): bigint {
  if (remainder === 0n) return 0n;
  if (rounding === 'floor') return remainder < 0n ? -1n : 0n;
  if (rounding === 'ceil') return remainder > 0n ? 1n : 0n;
  const magnitude = remainder < 0n ? -remainder : remainder;
  if (magnitude * 2n < bottom) return 0n;
  return remainder < 0n ? -1n : 1n;
}

/**
 * `a · b / c` as a whole number. Exact at any size: in float64 when the product stays below 2^53 or can be split into two
 * parts that do, as with all realistic amounts and rates; otherwise in BigInt.
 */
export function multiplyDivide(a: number, b: number, c: number, rounding: Rounding): number {
  const product = a * b;
  if (c <= 0) return divide(BigInt(a) * BigInt(b), BigInt(c), rounding);
  if (Number.isSafeInteger(product)) return quotient(product, c, rounding);
  return splitQuotient(a, b, c, rounding) ?? divide(BigInt(a) * BigInt(b), BigInt(c), rounding);
}

/**
 * `product / c` rounded, both whole, |product| < 2^53 and c > 0. Truncating the float quotient is exact: a quotient
 * below the next whole number n lies at least 1/c below it, but is rounded by less than |product| / c · 2^-53 < 1/c,
 * so it never reaches n.
 */
function quotient(product: number, c: number, rounding: Rounding): number {
  const whole = Math.trunc(product / c) + 0; // Adding zero turns minus zero into zero.
  const rest = product - whole * c;
  if (rest === 0) return whole;
  if (rounding === 'floor') return rest < 0 ? whole - 1 : whole;
  if (rounding === 'ceil') return rest > 0 ? whole + 1 : whole;
  return Math.abs(rest) >= c - Math.abs(rest) ? whole + Math.sign(rest) : whole;
}

/**
 * `a · b / c = head + tail / c` with `a = whole · c + rest`, `head = whole · b` and `tail = rest · b`. Head and tail have
 * one sign or are zero, as whole and rest do, so rounding the tail rounds the sum, a half away from zero included.
 *
 * @returns null when a part does not stay below 2^53
 */
function splitQuotient(a: number, b: number, c: number, rounding: Rounding): number | null {
  const whole = Math.trunc(a / c);
  const head = whole * b;
  const tail = (a - whole * c) * b;
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(head) || !Number.isSafeInteger(tail)) return null;
  const total = head + quotient(tail, c, rounding);
  return Number.isSafeInteger(total) ? total : null;
}

/** The share of an amount: `amount · rate`, rounded once. Fees and funding use `half-up`. */
export function share(amount: Cash, fraction: Rate, rounding: Rounding): Cash {
  return cash(multiplyDivide(amount, fraction, RATE_ONE, rounding));
}
