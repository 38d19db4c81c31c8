import type { ReactNode } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { problemText } from '../words/problem-text.ts';
import { Empty } from './empty.tsx';
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

interface PageProblemProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** That what the address names does not exist; null for any other error. */
  readonly missing: string | null;
  /** The way back. */
  readonly link: ReactNode;
}

/** In the place of a page. What does not exist is no failure: another try would find nothing either. */
export function PageProblem({ error, onRetry, missing, link }: PageProblemProps) {
  if (missing !== null) return <Empty title={missing} link={link} />;
  return (
    <>
      <ProblemNote error={error} onRetry={onRetry} />
      <p>{link}</p>
    </>
  );
}
