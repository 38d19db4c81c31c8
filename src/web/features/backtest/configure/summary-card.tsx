import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import type { DraftEditor } from '../draft/draft-editor.ts';
import type { TestPeriod } from '../draft/period.ts';
import { testBody } from '../draft/test-body.ts';
import type { TestSource } from '../draft/test-sources.ts';
import { useCreateTest } from '../test-mutations.ts';
import { estimateQuery, type TestBody } from '../test-queries.ts';
import { CandleCoverage } from './candle-coverage.tsx';
import css from './configure.module.css';
import { EstimateFacts } from './estimate-facts.tsx';

/** Shorter pauses while typing are not estimated. */
const TYPING_MS = 400;

interface SummaryCardProps {
  readonly editor: DraftEditor;
  readonly source: TestSource | null;
  readonly period: TestPeriod;
  /** What has to be filled in first; null when nothing is. */
  readonly missing: string | null;
}

/** What the test would need and how long it takes; and its start. */
export function SummaryCard({ editor, source, period, missing }: SummaryCardProps) {
  const t = useText();
  const body = source === null || missing !== null ? null : testBody(editor.draft, source, { period, t });
  return (
    <div className={css['summary']}>
      <Card title={t('backtest.summary')}>
        {body === null ? null : <Estimated body={body} editor={editor} period={period} />}
        <Start body={body} missing={missing} />
      </Card>
    </div>
  );
}

interface EstimatedProps {
  readonly body: TestBody;
  readonly editor: DraftEditor;
  readonly period: TestPeriod;
}

function Estimated({ body, editor, period }: EstimatedProps) {
  const [text] = useDebouncedValue(JSON.stringify(body), TYPING_MS);
  const settled: TestBody = JSON.parse(text);
  const estimate = useQuery(estimateQuery(settled));
  if (estimate.isPending) return <SkeletonRows rows={6} height={26} />;
  if (estimate.isError) return <ProblemNote error={estimate.error} onRetry={() => void estimate.refetch()} />;
  return (
    <div className={css['estimate']} data-stale={estimate.isPlaceholderData || undefined}>
      <EstimateFacts estimate={estimate.data} />
      <CandleCoverage coverage={estimate.data.coverage} editor={editor} period={period} />
    </div>
  );
}

function Start({ body, missing }: { readonly body: TestBody | null; readonly missing: string | null }) {
  const t = useText();
  const reasonId = useId();
  const navigate = useNavigate();
  const create = useCreateTest();
  const start = () => {
    if (body === null) return;
    create.mutate(body, {
      onSuccess: ({ conditionId, isReused }) => {
        if (isReused) toast(t('backtest.reused'));
        void navigate({ to: '/backtest/$id', params: { id: conditionId } });
      },
    });
  };
  return (
    <div className={css['start']}>
      {create.isError ? <ProblemNote error={create.error} /> : null}
      {missing === null ? null : (
        <p className={css['missing']} id={reasonId}>
          {missing}
        </p>
      )}
      <Button
        variant="filled"
        className={css['wideButton']}
        disabled={body === null}
        loading={create.isPending}
        aria-describedby={missing === null ? undefined : reasonId}
        onClick={start}
      >
        {t('backtest.start')}
      </Button>
    </div>
  );
}
