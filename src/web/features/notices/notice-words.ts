import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';
import { utcDay } from '#web/ui/values/format.ts';
import { logSentence } from '#web/ui/words/log-sentence.ts';
import type { Notice } from './notice-queries.ts';

/** What a notice says, in the reader's language: the sentence of the log line, or that of the program's own state. */
export function noticeSentence(notice: Notice, t: Text): string {
  const key = `notices.said.${notice.code}`;
  if (!isMessageKey(t, key)) return logSentence(notice, t);
  const values = Object.fromEntries(notice.figures.map(({ name, value }) => [name, figureText(name, value, t)]));
  return t(key, values);
}

function figureText(name: string, value: string, t: Text): string {
  if (name === 'day') return utcDay(value, t.language);
  if (name === 'result') return t.number(value, { decimals: 2, sign: 'always' });
  return /^-?\d+(\.\d+)?$/.test(value) ? t.number(value) : value;
}
