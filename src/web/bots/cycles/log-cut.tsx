import { lazy, Suspense } from 'react';
import { PartText } from '#web/i18n/text.tsx';
import type { WholeLog } from './whole-log.ts';

interface LogCutProps {
  readonly log: WholeLog;
  /** What is drawn of the entries: they themselves, or marks on a curve. */
  readonly what?: 'entries' | 'marks';
  /** What the whole log is searched for, as in the address of its page. */
  readonly search: Readonly<Record<string, string>>;
}

// Hardly any log is that long: the note is no part of the first load.
const CutNote = lazy(async () => ({ default: (await import('./cut-note.tsx')).CutNote }));

/** Says that older entries of a log are left out, and leads to all of them; nothing for a log that was read whole. */
export function LogCut({ log, what = 'entries', search }: LogCutProps) {
  if (!log.isCut) return null;
  return (
    <Suspense>
      <PartText part="logs">
        <CutNote count={log.entries.length} what={what} search={search} />
      </PartText>
    </Suspense>
  );
}
