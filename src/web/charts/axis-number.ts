import { pageLanguage } from '#web/i18n/language.ts';
import { numberText } from '#web/i18n/number-text.ts';

/** A price for an axis, in the language of the page. For drawing only; figures in text stay exact. */
export function axisNumber(value: number, decimals: number): string {
  return numberText(value.toFixed(decimals), pageLanguage());
}

/** A gain or a loss for an axis: the same with its sign. */
export function axisResult(value: number, decimals: number): string {
  return numberText(value.toFixed(decimals), pageLanguage(), { sign: 'always' });
}

const COMPACT_DIGITS = 3;

/** An amount of the whole market for an axis, in the language of the page: 7.75B, 7,75 млрд. */
export function axisAmount(value: number): string {
  const look = { notation: 'compact', maximumSignificantDigits: COMPACT_DIGITS } as const;
  return new Intl.NumberFormat(pageLanguage(), look).format(value);
}
