import { useNavigate } from '@tanstack/react-router';
import { isApiError } from '#web/api/api-error.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { problemText } from '#web/ui/words/problem-text.ts';
import { useRepeatTest } from '../test-mutations.ts';

interface ReportProblemProps {
  readonly error: unknown;
  readonly conditionId: string;
  readonly onRetry: () => void;
}

/** Why a part of a report is not shown. Where candles or program have changed, asking again would not help, but a repeat does. */
export function ReportProblem({ error, conditionId, onRetry }: ReportProblemProps) {
  const t = useText();
  const repeat = useRepeat();
  if (!isApiError(error) || error.code !== 'TEST_DATA_CHANGED') return <ProblemNote error={error} onRetry={onRetry} />;
  const { what, detail } = problemText(error, t);
  return (
    <Note
      tone="danger"
      title={what}
      actions={
        <Button size="compact-xs" loading={repeat.isPending} onClick={() => repeat.run(conditionId)}>
          {t('backtest.repeat')}
        </Button>
      }
    >
      {detail}
    </Note>
  );
}

/** Computes a test anew and opens it. */
export function useRepeat(): { readonly isPending: boolean; run(conditionId: string): void } {
  const t = useText();
  const navigate = useNavigate();
  const repeat = useRepeatTest();
  return {
    isPending: repeat.isPending,
    run: (repeated) =>
      repeat.mutate(repeated, {
        onSuccess: ({ conditionId }) => void navigate({ to: '/backtest/$id', params: { id: conditionId } }),
        onError: (error) => toast(problemText(error, t).what),
      }),
  };
}
