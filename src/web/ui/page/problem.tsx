import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { problemText } from '../words/problem-text.ts';
import { Note } from './note.tsx';

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** What went wrong, why, and what to do; the rest of the page keeps working. */
export function ProblemNote({ error, onRetry }: ProblemProps) {
  const t = useText();
  const { what, detail } = problemText(error, t);
  const retry = onRetry ? (
    <Button size="compact-xs" onClick={onRetry}>
      {t('act.retry')}
    </Button>
  ) : undefined;
  return (
    <Note tone="danger" title={what} actions={retry}>
      {detail}
    </Note>
  );
}
