import { isApiError } from '#web/api/api-error.ts';
import type { Text } from '#web/i18n/text.tsx';

/** What stands at the field of a portfolio's name; null when the name is not the trouble. */
export function nameTrouble(name: string, error: unknown, t: Text): string | null {
  if (name.trim() === '') return t('portfolio.nameMissing');
  return isApiError(error, 'NAME_TAKEN') ? t('problem.NAME_TAKEN') : null;
}
