import { useNavigate } from '@tanstack/react-router';
import { Plus, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import '#web/kinds/kind-views.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { StarButton } from '../history/star-button.tsx';
import { PointName } from '../point/point-name.tsx';
import { useRepeat } from '../point/report-problem.tsx';
import type { RunOf } from '../report-queries.ts';
import { isOpenTest, type TestDetail } from '../test-queries.ts';
import { MoreMenu } from './more-menu.tsx';

const PaperBotDialog = lazy(async () => ({ default: (await import('../point/paper-bot-dialog.tsx')).PaperBotDialog }));

interface HeaderActsProps {
  readonly test: TestDetail;
  readonly run: RunOf | null;
}

/** What can be done with a test; on the phone what needs no form. */
export function TestHeaderActs({ test, run }: HeaderActsProps) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  return (
    <>
      <StarButton test={test} size={30} />
      <MoreMenu test={test} run={run} onDeleted={() => void navigate({ to: '/backtest' })} />
      {isPhone ? null : <AgainButtons test={test} />}
      {run === null ? null : <PaperBotButton test={test} run={run} />}
    </>
  );
}

function AgainButtons({ test }: { readonly test: TestDetail }) {
  const t = useText();
  const navigate = useNavigate();
  const repeat = useRepeat();
  return (
    <>
      <Button
        leftSection={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void navigate({ to: '/backtest/new', search: { like: test.conditionId } })}
      >
        {t('backtest.change')}
      </Button>
      <Button
        leftSection={<RotateCcw size={16} strokeWidth={1.75} aria-hidden="true" />}
        disabled={isOpenTest(test)}
        loading={repeat.isPending}
        onClick={() => repeat.run(test.conditionId)}
      >
        {t('backtest.repeat')}
      </Button>
    </>
  );
}

function PaperBotButton({ test, run }: { readonly test: TestDetail; readonly run: RunOf }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  // A live bot is created on its own pages, which ask for a confirmation.
  if (kindView(test.kind).tone === 'live') return null;
  return (
    <>
      <Button
        variant="filled"
        leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {test.axes.length === 0 ? (
          t('backtest.paperBot')
        ) : (
          <span>
            {t('backtest.paperBotFrom')} <PointName botId={run.botId} />
          </span>
        )}
      </Button>
      <Suspense>
        {isOpen ? <PaperBotDialog test={test} botId={run.botId} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
