import { pageLanguage } from '#web/i18n/language.ts';
import { numberText } from '#web/i18n/number-text.ts';

/** A price for an axis, in the language of the page. For drawing only; figures in text stay exact. */
export function axisNumber(value: number, decimals: number): string {
  return numberText(value.toFixed(decimals), pageLanguage());
}
