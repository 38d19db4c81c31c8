import { useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '../form/button.tsx';
import { utcMinute } from '../values/format.ts';
import css from './log-list.module.css';
import { type LogLine, logSentence } from './log-sentence.ts';

interface Entry extends LogLine {
  readonly logId: string;
  readonly ts: string;
  readonly level: 'info' | 'warning' | 'error';
}

/** A long list is drawn in parts, so that nobody waits for entries that are not looked at. */
const PART_ENTRIES = 200;

/** Decisions as a list of sentences, each with its time. */
export function LogList({ entries }: { readonly entries: readonly Entry[] }) {
  const t = useText();
  const [drawn, setDrawn] = useState(PART_ENTRIES);
  const rest = entries.length - drawn;
  return (
    <>
      <ol className={css['log']}>
        {entries.slice(0, drawn).map((entry) => (
          <li key={entry.logId} data-level={entry.level}>
            <time dateTime={entry.ts}>{utcMinute(entry.ts, t.language)}</time>
            <span>{logSentence(entry, t)}</span>
          </li>
        ))}
      </ol>
      {rest > 0 ? (
        <Button className={css['more'] ?? ''} onClick={() => setDrawn(drawn + PART_ENTRIES)}>
          {t('table.more', { count: Math.min(rest, PART_ENTRIES), rest })}
        </Button>
      ) : null}
    </>
  );
}
