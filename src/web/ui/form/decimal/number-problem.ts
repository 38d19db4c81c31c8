import { isDecimal } from '#base/decimal.ts';
import type { Text } from '#web/i18n/text.tsx';
import { isTypedDecimal } from './decimal-text.ts';

/** Any number that has both separators. */
const EXAMPLE = '1234.5';

/** Why the value of a field is refused, as a sentence beside it; null while it is a number or the beginning of one. */
export function numberProblem(value: string, decimals: number | undefined, t: Text): string | null {
  if (!isTypedDecimal(value)) return t('field.number', { example: t.number(EXAMPLE) });
  const part = value.split('.')[1];
  if (decimals === undefined || part === undefined) return null;
  if (decimals === 0) return t('field.whole');
  return part.length > decimals ? t('field.decimals', { decimals }) : null;
}

/** Why the value of a field cannot be sent; null for a number and for an empty field. */
export function unsendable(value: string, t: Text, decimals?: number): string | null {
  const problem = numberProblem(value, decimals, t);
  if (problem !== null || value === '' || isDecimal(value)) return problem;
  return t('field.number', { example: t.number(EXAMPLE) });
}
