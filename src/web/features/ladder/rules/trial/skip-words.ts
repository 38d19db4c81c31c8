import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';
import { durationText } from '#web/ui/values/format.ts';
import type { ToldTrial } from '../tree/tree-reading.ts';

export type Trigger = ToldTrial['triggers'][number];

/** Why triggers opened no cycle, in a few words. */
export function skipWords(code: string, t: Text): string {
  const key = `rules.skip.${code}`;
  return isMessageKey(t, key) ? t(key) : code;
}

/** The same of one trigger, with what was left of the pause that it fell into; empty where it opened one. */
export function skipText({ skippedBy, closedAt, pausedUntil }: Trigger, t: Text): string {
  if (skippedBy === null) return '';
  const reason = skipWords(skippedBy, t);
  if (pausedUntil === null) return reason;
  const left = durationText(Date.parse(pausedUntil) - Date.parse(closedAt), t);
  return t('rules.skip.until', { reason, left });
}

/** What ended a cycle: its exit rule in words where that did it. */
export function endText({ cycle }: Trigger, t: Text): string {
  if (cycle === null) return '';
  if (cycle.endAt === null) return t('rules.stillOpen');
  const key = `cycles.end.${cycle.closeReason}`;
  return isMessageKey(t, key) ? t(key) : (cycle.closeReason ?? '');
}
