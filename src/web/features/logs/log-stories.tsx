import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { LogCut } from '#web/bots/cycles/log-cut.tsx';
import { cycleLogQuery, type LogEntry } from '#web/bots/cycles/whole-log.ts';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute, utcSecond } from '#web/ui/values/format.ts';
import { logSentence } from '#web/ui/words/log-sentence.ts';
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

/** A long story is drawn in parts. */
const PART_ENTRIES = 200;

/** Everything that happened in a cycle, in the order in which it happened. */
function WholeStory({ cycleId }: { cycleId: string }) {
  const t = useText();
  const log = useQuery(cycleLogQuery(useKind(), cycleId));
  const [drawn, setDrawn] = useState(PART_ENTRIES);
  if (log.isPending) return <SkeletonRows rows={4} />;
  if (log.isError) return <ProblemNote error={log.error} onRetry={() => void log.refetch()} />;
  const rest = log.data.entries.length - drawn;
  return (
    <>
      <LogCut log={log.data} search={{ cycle: cycleId }} />
      <ol className={css['story']}>
        {log.data.entries
          .toReversed()
          .slice(0, drawn)
          .map((entry) => (
            <li key={entry.logId} data-level={entry.level}>
              <span className={css['quiet']}>
                {utcMinute(entry.ts, t.language).replace(/ \S+$/, '')} {utcSecond(entry.ts, t.language)}
              </span>{' '}
              {logSentence(entry, t)}
            </li>
          ))}
      </ol>
      {rest > 0 ? (
        <div className={css['more']}>
          <Button onClick={() => setDrawn(drawn + PART_ENTRIES)}>
            {t('table.more', { count: Math.min(rest, PART_ENTRIES), rest })}
          </Button>
        </div>
      ) : null}
    </>
  );
}
