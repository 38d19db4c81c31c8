import { percentText, trimDecimal } from '#base/decimal.ts';
import { type Cash, cash, multiplyDivide, RATE_ONE, rate } from '#base/exact.ts';
import { isoText } from '#base/iso-text.ts';

/** An instant from the database or the engine as ISO text. */
export function timeText(time: Date | number): string {
  return isoText(Number(time));
}

/** The same for a time that may be null. */
export function maybeTimeText(time: Date | number | null): string | null {
  return time === null ? null : timeText(time);
}

/** `part / whole` as percent text with at most six decimals, rounded half up; null when the whole is not positive. */
export function percentOf(part: Cash, whole: Cash): string | null {
  return whole <= 0 ? null : percentText(rate(multiplyDivide(part, RATE_ONE, whole, 'half-up')));
}

/** NUMERIC text as cash: the database pads amounts to eight decimals. */
export function cashOf(text: string): Cash {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const count = Number(whole + fraction.slice(0, 8).padEnd(8, '0'));
  return cash(text.startsWith('-') ? -count : count);
}

/** Digits that a value is told with; an indicator is an estimate. */
const DIGITS = 8;
const DECIMALS_MAX = 12;

/** A statistic as a plain decimal without an exponent. */
export function statisticText(value: number): string {
  const size = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value))) + 1;
  return trimDecimal(value.toFixed(Math.min(DECIMALS_MAX, Math.max(0, DIGITS - size))));
}
