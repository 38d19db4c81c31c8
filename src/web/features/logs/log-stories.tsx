import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute, utcSecond } from '#web/ui/values/format.ts';
import { logSentence } from '#web/ui/words/log-sentence.ts';
import { cycleLogQuery, type LogEntry } from './log-queries.ts';
import { CycleLink } from './log-rows.tsx';
import css from './logs.module.css';
import { storiesOf } from './stories-of.ts';

/** One line a cycle, the one with the newest entry first; each unfolds to its whole story. */
export function LogStories({ entries }: { entries: readonly LogEntry[] }) {
  const stories = storiesOf(entries);
  return (
    <ol className={css['stories']}>
      {stories.map((newest) => (
        <li key={newest.cycleId ?? newest.logId}>
          {newest.cycleId === null ? <Alone entry={newest} /> : <Story newest={newest} cycleId={newest.cycleId} />}
        </li>
      ))}
    </ol>
  );
}

/** A line that belongs to no cycle. */
function Alone({ entry }: { entry: LogEntry }) {
  const t = useText();
  return (
    <p className={css['alone']} data-level={entry.level}>
      <span className={css['quiet']}>{utcMinute(entry.ts, t.language)}</span> <b>{entry.botName}</b>{' '}
      {logSentence(entry, t)}
    </p>
  );
}

function Story({ newest, cycleId }: { newest: LogEntry; cycleId: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const side = newest.direction && t(newest.direction === 'buy' ? 'side.long' : 'side.short');
  return (
    <>
      <div className={css['storyHead']} data-level={newest.level}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ChevronRight size={14} strokeWidth={1.75} aria-hidden />
          <span className={css['quiet']}>{utcMinute(newest.ts, t.language)}</span>
          <b>{newest.botName}</b>
          <span>
            {newest.symbol} {side}
          </span>
          <span className={css['last']}>{logSentence(newest, t)}</span>
        </button>
        <CycleLink entry={newest} />
      </div>
      {isOpen ? <WholeStory cycleId={cycleId} /> : null}
    </>
  );
}

/** Everything that happened in a cycle, in the order in which it happened. */
function WholeStory({ cycleId }: { cycleId: string }) {
  const t = useText();
  const lines = useQuery(cycleLogQuery(useKind(), cycleId));
  if (lines.isPending) return <SkeletonRows rows={4} />;
  if (lines.isError) return <ProblemNote error={lines.error} onRetry={() => void lines.refetch()} />;
  return (
    <ol className={css['story']}>
      {lines.data.items.toReversed().map((entry) => (
        <li key={entry.logId} data-level={entry.level}>
          <span className={css['quiet']}>
            {utcMinute(entry.ts, t.language).replace(/ \S+$/, '')} {utcSecond(entry.ts, t.language)}
          </span>{' '}
          {logSentence(entry, t)}
        </li>
      ))}
    </ol>
  );
}
