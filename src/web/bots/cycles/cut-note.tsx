import { Link } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Note } from '#web/ui/page/note.tsx';

interface CutNoteProps {
  readonly count: number;
  readonly what: 'entries' | 'marks';
  readonly search: Readonly<Record<string, string>>;
}

/** The note of a log that was cut off after so many entries. */
export function CutNote({ count, what, search }: CutNoteProps) {
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
