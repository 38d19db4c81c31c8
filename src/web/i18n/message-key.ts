import type { MessageKey, Text } from './text.tsx';

/** Whether a key built from an external code has a sentence. */
export function isMessageKey(t: Text, key: string): key is MessageKey {
  return t.has(key);
}
