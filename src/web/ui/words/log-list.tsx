import { useText } from '#web/i18n/text.tsx';
import { utcMinute } from '../values/format.ts';
import css from './log-list.module.css';
import { type LogLine, logSentence } from './log-sentence.ts';

interface Entry extends LogLine {
  readonly logId: string;
  readonly ts: string;
  readonly level: 'info' | 'warning' | 'error';
}

/** Decisions as a list of sentences, each with its time. */
export function LogList({ entries }: { readonly entries: readonly Entry[] }) {
  const t = useText();
  return (
    <ol className={css['log']}>
      {entries.map((entry) => (
        <li key={entry.logId} data-level={entry.level}>
          <time dateTime={entry.ts}>{utcMinute(entry.ts, t.language)}</time>
          <span>{logSentence(entry, t)}</span>
        </li>
      ))}
    </ol>
  );
}
