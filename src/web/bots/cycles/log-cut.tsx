import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Note } from '#web/ui/page/note.tsx';
import type { WholeLog } from './whole-log.ts';

interface LogCutProps {
  readonly log: WholeLog;
  /** What is drawn of the entries: they themselves, or marks on a curve. */
  readonly what?: 'entries' | 'marks';
  /** What the whole log is searched for, as in the address of its page. */
  readonly search: Readonly<Record<string, string>>;
}

/** Says that older entries of a log are left out, and leads to all of them; nothing for a log that was read whole. */
export function LogCut({ log, what = 'entries', search }: LogCutProps) {
  if (!log.isCut) return null;
  return (
    <Suspense>
      <PartText part="logs">
        <WordedCut count={log.entries.length} what={what} search={search} />
      </PartText>
    </Suspense>
  );
}

function WordedCut({ count, what, search }: Required<Omit<LogCutProps, 'log'>> & { readonly count: number }) {
  const t = useText();
  const kind = useKind();
  return (
    <Note
      tone="info"
      title={t(`logs.cut.${what}`, { count: t.number(String(count)) })}
      actions={
        <Link to={kindAddress(kind, 'logs')} search={search}>
          {t('logs.whole')}
        </Link>
      }
    />
  );
}
