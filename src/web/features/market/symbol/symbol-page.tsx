import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type MarketRow, marketQuery } from '#web/api/market/market-queries.ts';
import { PartText, type Text, useText } from '#web/i18n/text.tsx';
import { MovesCard } from '#web/moves/moves-card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { utcDay } from '#web/ui/values/format.ts';
import { BotsCard } from '../asset/bots-card.tsx';
import { CoinCard } from '../asset/coin-card.tsx';
import { NoteCard } from '../asset/note-card.tsx';
import { ExchangeNote } from '../exchange-note.tsx';
import { HistoryCard } from '../history/history-card.tsx';
import { JobsCard } from '../history/jobs-card.tsx';
import css from '../market.module.css';
import { MarketStatus } from '../market-status.tsx';
import { FundingCard } from '../past/funding-card.tsx';
import { InterestCard } from '../past/interest-card.tsx';
import { StaleAge, useStaleSeconds } from '../stale-age.tsx';
import { SymbolBand } from './symbol-band.tsx';
import { SymbolChart } from './symbol-chart.tsx';

const LOADING_HEIGHT = 520;

/** One contract: its figures, its candles, how it moved, its funding and open interest, and what the user has on it. */
export function SymbolPage() {
  const t = useText();
  const { symbol = '' } = useParams({ strict: false });
  const loading = (
    <Page title={symbol} crumbs={[{ label: t('nav.market'), to: '/market' }]}>
      <SkeletonBlock height={LOADING_HEIGHT} />
    </Page>
  );
  return (
    <Suspense fallback={loading}>
      <PartText part="market">
        <LoadedPage symbol={symbol} />
      </PartText>
    </Suspense>
  );
}

function LoadedPage({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const market = useQuery(marketQuery);
  const row = market.data?.items.find((one) => one.symbol === symbol);
  const staleSeconds = useStaleSeconds(market.dataUpdatedAt);
  return (
    <Page
      title={symbol}
      crumbs={[{ label: t('market.title'), to: '/market' }]}
      tag={row ? <MarketStatus status={row.status} /> : undefined}
      facts={row ? factsOf(row, t) : undefined}
    >
      <ExchangeNote />
      {market.isPending ? <SkeletonBlock height={LOADING_HEIGHT} /> : null}
      {market.isError ? <ProblemNote error={market.error} onRetry={() => void market.refetch()} /> : null}
      {market.data && row === undefined ? (
        <Empty title={t('market.unknown', { symbol })} link={<Link to="/market">{t('market.toList')}</Link>} />
      ) : null}
      {staleSeconds === null ? null : <StaleAge seconds={staleSeconds} />}
      {row ? <Contract row={row} contracts={market.data?.items.length ?? 0} /> : null}
    </Page>
  );
}

function Contract({ row, contracts }: { readonly row: MarketRow; readonly contracts: number }) {
  return (
    <>
      <SymbolBand row={row} />
      <div className={css['pair']}>
        <SymbolChart symbol={row.symbol} />
        <div className={css['side']}>
          <NoteCard symbol={row.symbol} />
          <BotsCard symbol={row.symbol} />
          <CoinCard symbol={row.symbol} />
          <HistoryCard symbol={row.symbol} contracts={contracts} />
          <JobsCard />
        </div>
        <div className={css['main']}>
          <MovesCard symbol={row.symbol} />
          <FundingCard symbol={row.symbol} />
          <InterestCard symbol={row.symbol} baseAsset={row.baseAsset} />
        </div>
      </div>
    </>
  );
}

function factsOf({ baseAsset, sector, listedAt }: MarketRow, t: Text): string {
  const words = { base: baseAsset, sector, day: utcDay(listedAt, t.language) };
  return t(sector === '' ? 'market.listedPlain' : 'market.listed', words);
}
