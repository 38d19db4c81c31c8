import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { TradeCategory } from './trade-categories.ts';

/** The name of a category: as its user gave it, or in the reader's language where nobody has renamed it. */
export function categoryName({ tradeCategoryId, name, hasDefaultName }: TradeCategory, t: Text): string {
  const key = `category.default.${tradeCategoryId}`;
  return hasDefaultName && isMessageKey(t, key) ? t(key) : name;
}
