import { Button } from '@mantine/core';
import type { Problem as ServerProblem } from '#contract/problem.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Note } from './note.tsx';

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** What went wrong, why, and what to do; the rest of the page lives on. */
export function Problem({ error, onRetry }: ProblemProps) {
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

/** The sentence of an error in the user's language; one with an unknown code carries the code. */
export function problemText(error: unknown, t: Text): { what: string; detail: string | null } {
  if (!isFailure(error)) return { what: t('problem.UNEXPECTED'), detail: null };
  const key = `problem.${error.code}`;
  const what = isMessageKey(t, key) ? t(key) : t('problem.UNKNOWN', { code: error.code });
  const fields = error.problem?.errors.map((entry) => reasonText(entry, t)) ?? [];
  if (error.problem && error.problem.status >= 500) {
    fields.push(t('problem.requestId', { id: error.problem.requestId }));
  }
  return { what, detail: fields.length === 0 ? null : fields.join(' ') };
}

/** One entry of `errors`: its own sentence with its figures, else what the server said of the field. */
function reasonText(
  entry: { path: string; code: string; detail: string; figures: readonly { name: string; value: string }[] },
  t: Text,
): string {
  const key = `refusal.${entry.code}`;
  if (!isMessageKey(t, key)) return entry.path === '' ? entry.detail : `${entry.path}: ${entry.detail}`;
  return t(key, Object.fromEntries(entry.figures.map((figure) => [figure.name, figure.value])));
}

/** An error with a code: a refused call, or a sign-in that failed. `problem` is the server's own answer. */
interface Failure {
  readonly code: string;
  readonly problem?: ServerProblem | null;
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
