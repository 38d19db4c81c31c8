import { assert } from './assert.ts';
import { CASH_DECIMALS, type Cash, cash, type Rate, rate } from './exact.ts';

const DECIMAL = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,18})?$/;
const PERCENT_DECIMALS = 6; // One percent is 1e6 of a rate, so six decimals of a percent are exact.

/** Whether the text is a plain decimal: digits, at most one point, an optional minus; no exponent, no spaces. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

const NUMBER = /^([+-]?)(\d{1,30})?(?:\.(\d{0,40}))?(?:e([+-]?\d{1,2}))?$/i;

/**
 * Writes a number as programs print it ("1e-05", "1E3", ".5", "+2") as a plain decimal, exactly.
 * @returns null when the text is not one number: no spaces, no grouping, no decimal comma
 */
export function plainDecimal(text: string): string | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return null;
  const point = whole.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0');
  const place = Math.max(1, point);
  const left = digits.slice(0, place).replace(/^0+(?=\d)/, '');
  const right = digits.slice(place).replace(/0+$/, '');
  const plain = right === '' ? left : `${left}.${right}`;
  return sign === '-' && /[1-9]/.test(plain) ? `-${plain}` : plain;
}

/**
 * Reads a decimal string as a whole count of 10^-decimals.
 * @returns null when the text is not a decimal, has more decimals than allowed (trailing zeros do not count) or exceeds 2^53
 */
export function parseDecimal(text: string, decimals: number): number | null {
  return text.length <= SHORT_LENGTH_MAX ? parseShort(text, decimals) : parseLong(text, decimals);
}

/** Any whole number of this many digits is below 2^53. */
const SHORT_LENGTH_MAX = 15;
const [MINUS, POINT, ZERO] = [45, 46, 48];

/** Reads digit by digit: a year of candles has millions of numbers, and splitting texts would dominate its import. */
function parseShort(text: string, decimals: number): number | null {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  let [value, point] = [0, text.length];
  for (let index = first; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - ZERO;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (digit === POINT - ZERO && point === text.length) point = index;
    else return null;
  }
  const hasDigits = point > first && point !== text.length - 1;
  if (!hasDigits || (point > first + 1 && text.charCodeAt(first) === ZERO)) return null;
  let places = Math.max(0, text.length - point - 1);
  for (; places > decimals; places -= 1) {
    if (value % 10 !== 0) return null;
    value /= 10;
  }
  const count = value * (POWERS_OF_TEN[decimals - places] ?? Number.POSITIVE_INFINITY);
  if (!Number.isSafeInteger(count)) return value === 0 ? 0 : null;
  return first === 1 && count !== 0 ? -count : count;
}

function parseLong(text: string, decimals: number): number | null {
  if (!isDecimal(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return null;
  const value = Number(whole.replace('-', '') + significant.padEnd(decimals, '0'));
  if (!Number.isSafeInteger(value)) return null;
  return text.startsWith('-') && value !== 0 ? -value : value;
}

const POWERS_OF_TEN = Array.from({ length: 19 }, (_, exponent) => Number(`1e${exponent}`));

/** Writes a whole count of 10^-decimals as a decimal string with exactly that many decimals. */
export function formatDecimal(count: number, decimals: number): string {
  if (!Number.isSafeInteger(count)) assert(false, `${count} is a whole number below 2^53`); // Written only when needed.
  const magnitude = Math.abs(count);
  const text = decimals === 0 ? String(magnitude) : pointed(magnitude, decimals);
  return count < 0 ? `-${text}` : text;
}

/** A whole number with its point moved, computed with numbers: several times as fast as slicing digits. */
function pointed(count: number, decimals: number): string {
  const unit = POWERS_OF_TEN[decimals] ?? 10 ** decimals;
  const whole = Math.trunc(count / unit); // Exact for whole numbers below 2^53: see `quotient` in exact.ts.
  return `${whole}.${String(count - whole * unit).padStart(decimals, '0')}`;
}

/** Removes trailing zeros after the decimal point: "1.50" becomes "1.5", "2.00" becomes "2". */
export function trimDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const SENTENCE_DIGITS = 4;

/**
 * A decimal with at most four significant digits, for a sentence: "9.954381" becomes "9.954". Digits before the point stay.
 * @param rounding - `up`, away from zero, for a bound that a value must exceed
 */
export function fourDigits(text: string, rounding: 'half-up' | 'up' = 'half-up'): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.(\d+)$/.exec(text) ?? [];
  const idle = (/^0+/.exec(whole + fraction)?.[0] ?? '').length;
  const places = Math.max(0, idle + SENTENCE_DIGITS - whole.length);
  if (fraction.length <= places) return trimDecimal(text);
  const rest = fraction.slice(places);
  const isUp = rounding === 'up' ? /[1-9]/.test(rest) : rest >= '5';
  const digits = String(BigInt(whole + fraction.slice(0, places)) + (isUp ? 1n : 0n)).padStart(places + 1, '0');
  const cut = digits.length - places;
  return sign + trimDecimal(places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`);
}

/** Groups the thousands of a decimal for a sentence: "1848.33" becomes "1,848.33". */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** USDT text such as "1822.2725" as cash; the text must have at most eight decimals. */
export function cashFrom(text: string): Cash {
  const count = parseDecimal(text, CASH_DECIMALS);
  assert(count !== null, `"${text}" is an amount of USDT`);
  return cash(count);
}

/** Cash as decimal text with all eight decimals: 182,227,250,000 becomes "1822.27250000". */
export function cashText(amount: Cash): string {
  return formatDecimal(amount, CASH_DECIMALS);
}

/** Percent text such as "1.5" as a rate; at most six decimals. */
export function rateFromPercent(text: string): Rate {
  const count = parseDecimal(text, PERCENT_DECIMALS);
  assert(count !== null, `"${text}" is a percentage`);
  return rate(count);
}

/** A rate as percent text without trailing zeros: 1,500,000 becomes "1.5". */
export function percentText(value: Rate): string {
  return trimDecimal(formatDecimal(value, PERCENT_DECIMALS));
}

/** Fraction text such as "0.0005" as a rate; at most eight decimals. */
export function rateFrom(text: string): Rate {
  const count = parseDecimal(text, 8);
  assert(count !== null, `"${text}" is a rate`);
  return rate(count);
}

/** A rate as the text of a fraction, without trailing zeros: 50,000 becomes "0.0005". */
export function rateText(value: Rate): string {
  return trimDecimal(formatDecimal(value, 8));
}
