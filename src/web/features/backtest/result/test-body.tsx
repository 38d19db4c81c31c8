import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { CyclesTab } from '../cycles/cycles-tab.tsx';
import { FillsTab } from '../cycles/fills-tab.tsx';
import { TestProgress } from '../history/queue-card.tsx';
import { MonteCarloTab } from '../point/monte-carlo-tab.tsx';
import { MonthsTab } from '../point/months-tab.tsx';
import { WhyTab } from '../point/why-tab.tsx';
import { PointsTab } from '../points/points-tab.tsx';
import type { RunOf } from '../report-queries.ts';
import { isOpenTest, type TestDetail } from '../test-queries.ts';
import { failureText } from '../test-words.ts';
import { ResultTab } from './result-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { useTestTab } from './test-tabs.tsx';

interface TestBodyProps {
  readonly test: TestDetail;
  /** Null while no point is computed. */
  readonly run: RunOf | null;
}

/** How far the test is, and the part of it that is open. */
export function TestBody({ test, run }: TestBodyProps) {
  const t = useText();
  return (
    <>
      {isOpenTest(test) ? (
        <Card title={t('backtest.progress')}>
          <TestProgress test={test} />
        </Card>
      ) : null}
      {test.failure === null ? null : (
        <Note tone="danger" title={t('backtest.failed')}>
          {failureText(test.failure, t)}
        </Note>
      )}
      {test.state === 'CANCELED' ? (
        <Note
          tone="info"
          title={t('backtest.cancelledNote', {
            done: t.number(String(test.pointsDone)),
            total: t.number(String(test.pointsTotal)),
          })}
        />
      ) : null}
      <OpenTab test={test} run={run} />
    </>
  );
}

function OpenTab({ test, run }: TestBodyProps) {
  const tab = useTestTab();
  if (tab === 'settings') return <SettingsTab test={test} />;
  if (tab === 'points') return <PointsTab test={test} run={run} />;
  if (run === null) return <NoPoint test={test} />;
  switch (tab) {
    case 'result':
      return <ResultTab test={test} run={run} />;
    case 'cycles':
      return <CyclesTab test={test} run={run} />;
    case 'fills':
      return <FillsTab test={test} run={run} />;
    case 'months':
      return <MonthsTab test={test} run={run} />;
    case 'monteCarlo':
      return <MonteCarloTab test={test} run={run} />;
    case 'why':
      return <WhyTab test={test} run={run} />;
  }
}

/** Why there is nothing to show yet, or at all. */
function NoPoint({ test }: { readonly test: TestDetail }) {
  const t = useText();
  if (test.state === 'QUEUED') return <Empty title={t('backtest.waits')} />;
  if (test.state === 'RUNNING') return <Empty title={t('backtest.noPointYet')} />;
  return <Empty title={t(test.pointsDone > 0 ? 'backtest.allRefused' : 'backtest.noPoint')} />;
}
