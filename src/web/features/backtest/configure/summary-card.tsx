import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import type { DraftEditor } from '../draft/draft-editor.ts';
import type { TestPeriod } from '../draft/period.ts';
import { testBody } from '../draft/test-body.ts';
import type { TestSource } from '../draft/test-sources.ts';
import { CandleCoverage } from './candle-coverage.tsx';
import css from './configure.module.css';
import { EstimateFacts } from './estimate-facts.tsx';
import { StartTest } from './start-test.tsx';
import { type Estimating, useEstimate } from './use-estimate.ts';

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
  const estimating = useEstimate(body);
  return (
    <div className={css['summary']}>
      <Card title={t('backtest.summary')}>
        {body === null ? null : <Estimated estimating={estimating} editor={editor} period={period} />}
        <StartTest body={body} missing={missing} estimating={estimating} />
      </Card>
    </div>
  );
}

interface EstimatedProps {
  readonly estimating: Estimating;
  readonly editor: DraftEditor;
  readonly period: TestPeriod;
}

function Estimated({ estimating, editor, period }: EstimatedProps) {
  const { estimate, error, isCurrent, retry } = estimating;
  if (error !== null) return <ProblemNote error={error} onRetry={retry} />;
  if (estimate === null) return <SkeletonRows rows={6} height={26} />;
  return (
    <div className={css['estimate']} data-stale={!isCurrent || undefined}>
      <EstimateFacts estimate={estimate} />
      <CandleCoverage coverage={estimate.coverage} editor={editor} period={period} />
    </div>
  );
}
