import { useQuery } from '@tanstack/react-query';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { MapCard } from '../map/map-card.tsx';
import { TopPoints } from '../map/top-points.tsx';
import { CostsCard } from '../point/costs-card.tsx';
import { FiguresCard } from '../point/figures-card.tsx';
import { GroupsCard } from '../point/groups-card.tsx';
import { ReportProblem } from '../point/report-problem.tsx';
import { type RunOf, reportQuery } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';
import { Caveats } from './caveats.tsx';
import { EquityCard } from './equity-card.tsx';
import { Headline } from './headline.tsx';
import css from './result.module.css';
import { SliceSwitch } from './slice-switch.tsx';
import { WalkForwardCard } from './walk-forward-card.tsx';

interface ResultTabProps {
  readonly test: TestDetail;
  readonly run: RunOf;
}

const LOADING_HEIGHT = 460;

/** What a point came to: what makes it doubtful before its figures, then curves, the grid around it and its windows. */
export function ResultTab({ test, run }: ResultTabProps) {
  const report = useQuery(reportQuery(run));
  return (
    <>
      {test.outOfSamplePercent === null ? null : <SliceSwitch slice={run.slice} />}
      {report.isError ? (
        <ReportProblem error={report.error} conditionId={test.conditionId} onRetry={() => void report.refetch()} />
      ) : null}
      {report.isPending ? <SkeletonBlock height={LOADING_HEIGHT} /> : null}
      {report.data ? (
        <>
          <Caveats test={test} report={report.data} />
          <Headline test={test} report={report.data} />
        </>
      ) : null}
      <div className={css['columns']} data-alone={test.axes.length === 0 || undefined}>
        {report.isError && test.windows.length === 0 ? null : (
          <div className={css['column']}>
            {report.data ? <EquityCard test={test} report={report.data} /> : null}
            {test.windows.length === 0 ? null : <WalkForwardCard test={test} />}
            {report.data ? (
              <>
                <CostsCard report={report.data} />
                <GroupsCard report={report.data} />
              </>
            ) : null}
          </div>
        )}
        <div className={css['column']}>
          {test.axes.length === 0 ? null : (
            <>
              <MapCard test={test} botId={run.botId} />
              <TopPoints test={test} botId={run.botId} />
            </>
          )}
          {report.data ? <FiguresCard report={report.data} /> : null}
        </div>
      </div>
    </>
  );
}
