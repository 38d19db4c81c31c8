import { NAME_LENGTH_MAX } from '#contract/limits.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { SavedStrategy } from './strategy-queries.ts';

/** The name of a copy, shortened where both would be too long. */
export function copyName(name: string, t: Text): string {
  const room = NAME_LENGTH_MAX - t('strategy.copyName', { name: '' }).length;
  return t('strategy.copyName', { name: name.slice(0, room) });
}

/** What is said of a version that was just saved. */
export function savedText({ version, bots }: Pick<SavedStrategy, 'version' | 'bots'>, t: Text): string {
  return bots.length === 0
    ? t('strategy.savedFirst', { version })
    : t.plural('strategy.saved', bots.length, { version });
}
