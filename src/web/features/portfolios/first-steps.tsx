import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { demoQuery, isLoading, settingsQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './first-steps.module.css';
import { useLoadDemo } from './portfolio-mutations.ts';

/** An installation without portfolios: load the demo, or create the first portfolio. */
export function FirstSteps({ onCreate }: { readonly onCreate: () => void }) {
  const t = useText();
  const { data: settings } = useQuery(settingsQuery);
  const { load, error } = useDemo();
  const hasDemo = settings?.environment === 'sim';
  const create = (
    <Button variant={hasDemo ? 'default' : 'filled'} onClick={onCreate}>
      {t('demo.createFirst')}
    </Button>
  );
  return (
    <Card>
      <Empty
        title={t('demo.title')}
        action={
          hasDemo ? (
            <Button variant="filled" loading={load.isPending} onClick={() => load.mutate()}>
              {t('demo.load')}
            </Button>
          ) : (
            create
          )
        }
        link={hasDemo ? create : undefined}
      >
        {hasDemo ? t('demo.text') : t('demo.textNoDemo')}
      </Empty>
      {load.isPending ? <DemoProgress state="fetching" percent={0} /> : null}
      {error ? <ProblemNote error={error} /> : null}
    </Card>
  );
}

/** Loads the demo beside portfolios that exist; nothing where there is none to load. */
export function LoadDemoButton() {
  const t = useText();
  const { data: settings } = useQuery(settingsQuery);
  const { demo, load, error } = useDemo();
  if (settings?.environment !== 'sim' || demo?.state !== 'absent') return null;
  return (
    <>
      {error ? <ProblemNote error={error} /> : null}
      <Button loading={load.isPending} onClick={() => load.mutate()}>
        {t('demo.load')}
      </Button>
    </>
  );
}

/** The demo, how to load it, and why that failed: it was refused, or ended while its candles were fetched. */
function useDemo() {
  const { data: demo } = useQuery(demoQuery);
  const load = useLoadDemo();
  return { demo, load, error: load.error ?? (demo?.failure ? new ApiError(demo.failure) : null) };
}

/** How far the demo is: first its candles are fetched, then the engine computes its history. */
export function DemoProgressNote() {
  const { data: demo } = useQuery(demoQuery);
  return demo && isLoading(demo) ? <DemoProgress state={demo.state} percent={demo.progressPercent} /> : null;
}

interface DemoProgressProps {
  readonly state: string;
  readonly percent: number;
}

function DemoProgress({ state, percent }: DemoProgressProps) {
  const t = useText();
  return (
    <div className={css['progress']}>
      <label>
        {t(state === 'fetching' ? 'demo.fetching' : 'demo.loading', { percent })}
        <progress max={100} value={percent} />
      </label>
    </div>
  );
}
