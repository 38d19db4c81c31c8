import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Portfolio, portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { demoQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Page } from '#web/ui/page.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { SkeletonBlock, SkeletonRows } from '#web/ui/skeleton.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { DemoProgress, FirstSteps } from './first-steps.tsx';
import { PortfolioRows } from './portfolio-rows.tsx';
import { RemoveDemoDialog } from './remove-demo-dialog.tsx';
import { TotalsCard } from './totals-card.tsx';

/** What is owned, won, lost and at risk over all portfolios, then each of them. */
export function PortfoliosPage() {
  const t = useText();
  const [dialog, setDialog] = useState<'create' | 'removeDemo' | null>(null);
  const { data: demo } = useQuery(demoQuery);
  const close = () => setDialog(null);
  const actions = (
    <>
      {demo?.state === 'loaded' ? (
        <Button onClick={() => setDialog('removeDemo')}>{t('demo.removeOpen')}</Button>
      ) : null}
      <Button
        variant="filled"
        leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setDialog('create')}
      >
        {t('portfolio.create')}
      </Button>
    </>
  );
  return (
    <Page title={t('portfolio.title')} actions={actions}>
      <DemoProgress />
      <Content onCreate={() => setDialog('create')} isLoadingDemo={demo?.state === 'loading'} />
      {dialog === 'create' ? <CreateDialog onClose={close} /> : null}
      {dialog === 'removeDemo' ? <RemoveDemoDialog onClose={close} /> : null}
    </Page>
  );
}

interface ContentProps {
  readonly onCreate: () => void;
  readonly isLoadingDemo: boolean;
}

function Content({ onCreate, isLoadingDemo }: ContentProps) {
  const { data, error, refetch, isPending } = useQuery(portfoliosQuery);
  const isPhone = useMediaQuery('(max-width: 767px)');
  if (isPending) {
    return (
      <>
        <SkeletonBlock height={132} />
        <SkeletonRows rows={6} height={46} />
      </>
    );
  }
  const portfolios = data?.items ?? [];
  return (
    <>
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {data && portfolios.length === 0 && !isLoadingDemo ? <FirstSteps onCreate={onCreate} /> : null}
      <Totals kind="live" portfolios={portfolios.filter((one) => one.execution === 'live')} />
      <Totals kind="paper" portfolios={portfolios.filter((one) => one.execution !== 'live')} />
      {portfolios.length === 0 ? null : <PortfolioRows portfolios={portfolios} isPhone={isPhone} />}
    </>
  );
}

function Totals({ kind, portfolios }: { readonly kind: 'paper' | 'live'; readonly portfolios: readonly Portfolio[] }) {
  return portfolios.length === 0 ? null : <TotalsCard kind={kind} portfolios={portfolios} />;
}
