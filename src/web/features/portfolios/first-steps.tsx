import { useQuery } from '@tanstack/react-query';
import { demoQuery, settingsQuery } from '#web/api/system-queries.ts';
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
  const load = useLoadDemo();
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
      {load.isPending ? <DemoProgress percent={0} /> : null}
      {load.error ? <ProblemNote error={load.error} /> : null}
    </Card>
  );
}

/** Loads the demo beside portfolios that exist; nothing where there is none to load. */
export function LoadDemoButton() {
  const t = useText();
  const { data: settings } = useQuery(settingsQuery);
  const { data: demo } = useQuery(demoQuery);
  const load = useLoadDemo();
  if (settings?.environment !== 'sim' || demo?.state !== 'absent') return null;
  return (
    <>
      {load.error ? <ProblemNote error={load.error} /> : null}
      <Button loading={load.isPending} onClick={() => load.mutate()}>
        {t('demo.load')}
      </Button>
    </>
  );
}

/** How far the engine has computed the history of the demo. */
export function DemoProgressNote() {
  const { data: demo } = useQuery(demoQuery);
  return demo?.state === 'loading' ? <DemoProgress percent={demo.progressPercent} /> : null;
}

function DemoProgress({ percent }: { readonly percent: number }) {
  const t = useText();
  return (
    <div className={css['progress']}>
      <label>
        {t('demo.loading', { percent })}
        <progress max={100} value={percent} />
      </label>
    </div>
  );
}
