import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import { ProgressGauge } from '#web/ui/figures/share-gauge.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { useCancelTest } from '../test-mutations.ts';
import { type ListedTest, queueQuery } from '../test-queries.ts';
import { progressText, symbolsText, toneOfTest } from '../test-words.ts';
import css from './history.module.css';

/** The tests that wait or are computed; nothing when there are none. */
export function QueueCard() {
  const t = useText();
  const queue = useQuery(queueQuery);
  // When the server does not answer, the list below says so.
  if (queue.data === undefined || queue.data.length === 0) return null;
  return (
    <Card title={t('backtest.queue')}>
      <ul className={css['queue']}>
        {queue.data.map((test) => (
          <QueuedTest key={test.conditionId} test={test} />
        ))}
      </ul>
    </Card>
  );
}

function QueuedTest({ test }: { readonly test: ListedTest }) {
  return (
    <li className={css['queued']}>
      <div className={css['queuedHead']}>
        <Link to="/backtest/$id" params={{ id: test.conditionId }}>
          {test.name}
        </Link>
        <SymbolsOf test={test} />
      </div>
      <TestProgress test={test} />
    </li>
  );
}

function SymbolsOf({ test }: { readonly test: ListedTest }) {
  const t = useText();
  return <span className={css['quiet']}>{symbolsText(test.symbols, t)}</span>;
}

/** How far a test is: state, phase, share, time left, and a button to cancel it. */
export function TestProgress({ test }: { readonly test: ListedTest }) {
  const t = useText();
  const cancel = useCancelTest();
  const end = () =>
    cancel.mutate(test.conditionId, {
      onSuccess: ({ changed }) => toast(t(changed ? 'backtest.cancelled' : 'backtest.hasEnded')),
    });
  return (
    <div className={css['progress']}>
      <div className={css['progressLine']}>
        <Status tone={toneOfTest[test.state]} word={t(`backtest.state.${test.state}`)} reason={progressText(test, t)} />
        <Button
          size="compact-xs"
          disabled={cancel.isPending}
          aria-label={t('backtest.cancelNamed', { name: test.name })}
          onClick={end}
        >
          {t('backtest.cancel')}
        </Button>
      </div>
      <ProgressGauge percent={test.progressPercent} label={t('backtest.progressOf', { name: test.name })} />
      {cancel.error ? <ProblemNote error={cancel.error} /> : null}
    </div>
  );
}
