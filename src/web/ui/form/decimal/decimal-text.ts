import type { Separators } from '#web/i18n/number-text.ts';

/**
 * The decimal string that a text means which somebody types or pastes. Letters are left out. A point is a decimal separator
 * in every language, because a number that is copied from an exchange has one; where both separators stand, the last one is.
 * @param decimalsMax - digits after the separator; further ones are left out
 */
export function decimalOf(
  typed: string,
  { group, decimal }: Separators,
  decimalsMax = Number.POSITIVE_INFINITY,
): string {
  const isGroup = (letter: string) => letter === group && letter !== '.';
  const kept = [...typed].filter((letter) => !isGroup(letter));
  const last = kept.findLastIndex((letter) => letter === decimal || letter === '.');
  const digits = (letters: readonly string[]) => letters.filter((letter) => /\d/.test(letter)).join('');
  const sign = typed.trimStart().startsWith('-') ? '-' : '';
  if (last < 0 || decimalsMax === 0) return sign + digits(kept.slice(0, last < 0 ? undefined : last));
  return `${sign}${digits(kept.slice(0, last))}.${digits(kept.slice(last)).slice(0, decimalsMax)}`;
}

/** A decimal string as a field shows it: thousands apart, every digit as it was typed. */
export function shownDecimal(value: string, { group, decimal }: Separators): string {
  const [whole = '', part] = value.split('.');
  const apart = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return part === undefined ? apart : `${apart}${decimal}${part}`;
}

/** The place in `shown` behind as many digits, signs and decimal separators as stand before `caret` in `typed`. */
export function caretIn(shown: string, typed: string, caret: number, { group }: Separators): number {
  const counts = (letter: string) => letter !== group && /[\d.,-]/.test(letter);
  let left = [...typed.slice(0, caret)].filter(counts).length;
  let place = 0;
  while (left > 0 && place < shown.length) {
    if (counts(shown.charAt(place))) left -= 1;
    place += 1;
  }
  return place;
}
