import type { LogEntry } from '#web/bots/cycles/whole-log.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';
import { valueWord } from '#web/ui/words/log-sentence.ts';

/** The name of a figure in the reader's language; the wire's own name when it has none. */
export function figureName(name: string, t: Text): string {
  const key = `logs.figure.${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  return isMessageKey(t, key) ? t(key) : name;
}

/** What a line is about, in words; its code when it has none. */
export function codeName({ code }: Pick<LogEntry, 'code'>, t: Text): string {
  const key = `logs.code.${code}`;
  return isMessageKey(t, key) ? t(key) : code;
}

/** A figure in the reader's words: numbers grouped, times as elsewhere, codes named. */
export function figureValue(value: string, t: Text): string {
  if (/^-?\d+(\.\d+)?$/.test(value)) return t.number(value);
  return valueWord(value, t);
}
