import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense, useState } from 'react';
import { type Portfolio, portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { demoQuery, isLoading } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { HeaderCreateButton } from '#web/ui/page/create-button.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock, SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { DemoProgressNote, FirstSteps, LoadDemoButton } from './first-steps.tsx';
import { PortfolioRows } from './list/portfolio-rows.tsx';
import { hasNotBegun } from './portfolio-sums.ts';
import css from './portfolios-page.module.css';
import { ReturnsCard } from './returns/returns-card.tsx';
import { RiskCards } from './risk/risk-cards.tsx';
import { StressCard } from './stress/stress-card.tsx';
import { TotalsCard } from './totals-card.tsx';

// The code of a dialog loads when it is opened, so that the page draws sooner.
const CreateDialog = lazy(async () => ({ default: (await import('./dialogs/create-dialog.tsx')).CreateDialog }));
const RemoveDemoDialog = lazy(async () => ({
  default: (await import('./dialogs/remove-demo-dialog.tsx')).RemoveDemoDialog,
}));

/** Equity, results and risk over all portfolios, then each portfolio. */
export function PortfoliosPage() {
  const t = useText();
  const [dialog, setDialog] = useState<'create' | 'removeDemo' | null>(null);
  const { data: demo } = useQuery(demoQuery);
  const close = () => setDialog(null);
  const isPhone = useIsPhone();
  const remove =
    demo?.state === 'loaded' ? <Button onClick={() => setDialog('removeDemo')}>{t('demo.removeOpen')}</Button> : null;
  return (
    <Page
      title={t('portfolio.title')}
      actions={
        <>
          {isPhone ? null : remove}
          <HeaderCreateButton label={t('portfolio.create')} onClick={() => setDialog('create')} />
        </>
      }
    >
      <DemoProgressNote />
      <Content onCreate={() => setDialog('create')} isLoadingDemo={isLoading(demo)} isPhone={isPhone} />
      {isPhone ? remove : null}
      <Suspense>
        {dialog === 'create' ? <CreateDialog onClose={close} /> : null}
        {dialog === 'removeDemo' ? <RemoveDemoDialog onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}

const NONE: readonly Portfolio[] = [];
const TOTALS_HEIGHT = 132;
const OVERVIEW_HEIGHT = 320;

const isBehind = (portfolio: Portfolio): boolean => portfolio.isBehind;

interface ContentProps {
  readonly onCreate: () => void;
  readonly isLoadingDemo: boolean;
  readonly isPhone: boolean;
}

/** Everything as it was loaded; what moves is read by the parts that show it, so that a tick draws them alone. */
function Content({ onCreate, isLoadingDemo, isPhone }: ContentProps) {
  const { data, error, refetch, isPending } = useQuery(portfoliosQuery);
  const portfolios = data?.items ?? NONE;
  if (isPending) {
    return (
      <>
        <SkeletonBlock height={TOTALS_HEIGHT} />
        <SkeletonRows rows={6} height={46} />
      </>
    );
  }
  return (
    <>
      {error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : null}
      {data && portfolios.length === 0 && !isLoadingDemo ? <FirstSteps onCreate={onCreate} /> : null}
      {byExecution(portfolios).map(([kind, group]) =>
        group.some(isBehind) ? (
          <SkeletonBlock key={kind} height={TOTALS_HEIGHT} />
        ) : (
          <TotalsCard
            key={kind}
            kind={kind}
            portfolios={group}
            deleted={data?.deleted.find(({ execution }) => execution === kind) ?? null}
          />
        ),
      )}
      {isPhone ? null : <Overviews portfolios={portfolios} />}
      {portfolios.length === 0 ? null : (
        <>
          <PortfolioRows portfolios={portfolios} isPhone={isPhone} />
          {isPhone ? <Overviews portfolios={portfolios} /> : null}
          <p>
            <LoadDemoButton />
          </p>
        </>
      )}
    </>
  );
}

/** Where a bot can trade: what it earned and what is at risk. No sum is shown while one of its parts is missing. */
function Overviews({ portfolios }: { readonly portfolios: readonly Portfolio[] }) {
  return byExecution(portfolios.filter((one) => !hasNotBegun(one))).map(([kind, group]) =>
    group.some(isBehind) ? (
      <SkeletonBlock key={kind} height={OVERVIEW_HEIGHT} />
    ) : (
      <Fragment key={kind}>
        <div className={css['overview']}>
          {kind === 'paper' ? <ReturnsCard kind={kind} portfolios={group} /> : null}
          <div className={css['side']}>
            <RiskCards kind={kind} portfolios={group} />
          </div>
        </div>
        {kind === 'paper' ? <StressCard kind={kind} portfolios={group} /> : null}
      </Fragment>
    ),
  );
}

/** Paper and live apart, live first; without those that hold nothing. */
function byExecution(portfolios: readonly Portfolio[]) {
  const groups = [
    ['live', portfolios.filter((one) => one.execution === 'live')],
    ['paper', portfolios.filter((one) => one.execution !== 'live')],
  ] as const;
  return groups.filter(([, group]) => group.length > 0);
}
