import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { isApiError } from '#web/api/api-error.ts';
import { portfolioQuery } from '#web/api/portfolio-queries.ts';
import type { Portfolio } from '#web/api/trading-queries.ts';
import { LiveAccountPart } from '#web/bots/exchange/live-account-part.tsx';
import { NewBotButton } from '#web/bots/new/new-bot-button.tsx';
import { PortfolioMenu } from '#web/bots/portfolio/portfolio-menu.tsx';
import { PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Chips } from '#web/ui/form/chips.tsx';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { PageProblem } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import type { ChartPeriod } from '#web/ui/values/chart-period.ts';
import { sharePercent } from '#web/ui/values/distance.ts';
import { CycleDrawer } from './cycles/cycle-drawer.tsx';
import { CyclesCard } from './cycles/cycles-card.tsx';
import { EmptyPortfolio } from './empty-portfolio.tsx';
import { periods, usePeriod } from './period.ts';
import { PortfolioBots } from './portfolio-bots.tsx';
import { PortfolioResult } from './portfolio-result.tsx';
import { type PortfolioView, usePortfolioView } from './portfolio-view.ts';

const PAGE_HEIGHT = 420;

/** One portfolio of the kind; a portfolio of another kind is shown under its own path. */
export function PortfolioPage() {
  const t = useText();
  const kind = useKind();
  const id = useParams({ strict: false, select: (params: { readonly id?: string }) => params.id ?? '' });
  const portfolio = useQuery(portfolioQuery(id));
  if (portfolio.data && portfolio.data.kind !== kind) {
    return <Navigate to={kindAddress(portfolio.data.kind, 'portfolio', id)} replace />;
  }
  if (portfolio.data) return <LoadedPortfolio portfolio={portfolio.data} />;
  return (
    <KindPage title={t('cycles.portfolio')} crumbs={[{ label: t('cycles.portfolios'), to: '/portfolios' }]} tab={null}>
      {portfolio.isError ? (
        <PageProblem
          error={portfolio.error}
          onRetry={() => void portfolio.refetch()}
          missing={isApiError(portfolio.error, 'PORTFOLIO_NOT_FOUND') ? t('problem.PORTFOLIO_NOT_FOUND') : null}
          link={<Link to="/portfolios">{t('page.toPortfolios')}</Link>}
        />
      ) : (
        <SkeletonBlock height={PAGE_HEIGHT} />
      )}
    </KindPage>
  );
}

const views = ['overview', 'analysis', 'bots'] as const;

// What a result is made of is loaded when it is asked for, so that the page draws sooner.
const PortfolioAnalysis = lazy(async () => ({
  default: (await import('./analysis/portfolio-analysis.tsx')).PortfolioAnalysis,
}));
const ANALYSIS_HEIGHT = 420;

function LoadedPortfolio({ portfolio }: { portfolio: Portfolio }) {
  const t = useText();
  const [viewText] = useSearchText('view');
  const { periodText, period, setPeriod } = usePeriod();
  const view = views.find((one) => one === viewText) ?? 'overview';
  const to = kindAddress(portfolio.kind, 'portfolio', portfolio.portfolioId);
  const kept: Readonly<Record<string, string>> = periodText === '' ? {} : { period: periodText };
  const shared = usePortfolioView(portfolio);
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const isEmpty = portfolio.botsTotal === 0 && portfolio.closedCycles + portfolio.openCycles === 0;
  const choosePeriod = (
    <Chips
      label={t('cycles.period')}
      value={period}
      onChange={setPeriod}
      items={periods.map((value) => ({ value, label: t(`cycles.period.${value}`) }))}
    />
  );
  return (
    <KindPage
      title={portfolio.name}
      crumbs={[{ label: t('cycles.portfolios'), to: '/portfolios' }]}
      facts={<Facts portfolio={portfolio} />}
      side={<CycleDrawer view={shared} />}
      actions={
        <>
          {isPhone || isEmpty ? null : choosePeriod}
          <NewBotButton portfolioId={portfolio.portfolioId} place="header" />
          <PortfolioMenu
            portfolio={portfolio}
            size={isPhone ? 44 : 30}
            onDeleted={() => void navigate({ to: '/portfolios', replace: true })}
          />
        </>
      }
      tab={null}
      tabs={
        <TabLinks
          label={t('cycles.view')}
          items={[
            { to, label: t('cycles.view.overview'), search: kept, isActive: view === 'overview' },
            {
              to,
              label: t('cycles.view.analysis'),
              search: { ...kept, view: 'analysis' },
              isActive: view === 'analysis',
            },
            {
              to,
              label: t('cycles.view.bots'),
              search: { ...kept, view: 'bots' },
              count: portfolio.botsTotal,
              isActive: view === 'bots',
            },
          ]}
        />
      }
    >
      <LiveAccountPart look="line" />
      {isPhone && !isEmpty ? choosePeriod : null}
      {isEmpty ? <EmptyPortfolio portfolio={portfolio} /> : null}
      {isEmpty || portfolio.isBehind ? null : <Shown view={view} shared={shared} period={period} />}
      {portfolio.isBehind && !isEmpty ? <SkeletonBlock height={PAGE_HEIGHT} /> : null}
    </KindPage>
  );
}

interface ShownProps {
  readonly view: (typeof views)[number];
  readonly shared: PortfolioView;
  readonly period: ChartPeriod;
}

function Shown({ view, shared, period }: ShownProps) {
  switch (view) {
    case 'bots':
      return <PortfolioBots bots={shared.bots} name={shared.portfolio.name} />;
    case 'analysis':
      return (
        <Suspense fallback={<SkeletonBlock height={ANALYSIS_HEIGHT} />}>
          <PartText part="risk">
            <PortfolioAnalysis view={shared} period={period} />
          </PartText>
        </Suspense>
      );
    default:
      return (
        <>
          <PortfolioResult view={shared} period={period} />
          <CyclesCard view={shared} />
        </>
      );
  }
}

function Facts({ portfolio }: { portfolio: Portfolio }) {
  const t = useText();
  const bots = t.plural('bots', portfolio.botsTotal);
  const { limit } = portfolio;
  if (portfolio.isBehind) return <>{bots}</>;
  if (limit === null) return <>{`${bots} · ${t('cycles.noLimit')}`}</>;
  const percent = sharePercent(portfolio.committed, limit);
  const used = { limit: t.number(limit, { decimals: 2 }), percent: t.number(percent ?? '0', { decimals: 2 }) };
  return <>{`${bots} · ${t('cycles.limitUse', used)}`}</>;
}
