import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paperLadder } from '#engine/bots/registry.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { KindTag } from '#web/ui/figures/kind.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock, SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { BreakdownCard } from './breakdown/breakdown-card.tsx';
import { CycleBand } from './cycle-band.tsx';
import { ExecutedCard } from './list/executed-card.tsx';
import { WorstCard } from './list/worst-card.tsx';
import { type OrderStat, orderStatQuery } from './order-queries.ts';
import css from './orders.module.css';
import { OrdersToolbar } from './orders-toolbar.tsx';
import { PeriodSwitch } from './period-switch.tsx';
import { SlippageCard } from './slippage-card.tsx';
import { StatBand } from './stat-band.tsx';
import { UnsentCard } from './unsent-card.tsx';
import { type OrderChoice, useOrderFilter } from './use-order-filter.ts';
import { WaitsNote } from './waits-note.tsx';

/** How well the orders of a period were executed, down to single ones. */
export function OrdersPage() {
  const t = useText();
  const loading = (
    <Page title={t('nav.orders')}>
      <Loading />
    </Page>
  );
  return (
    <Suspense fallback={loading}>
      <PartText part="orders">
        <WordedPage />
      </PartText>
    </Suspense>
  );
}

function WordedPage() {
  const choice = useOrderFilter();
  const t = useText();
  if (choice !== null) return <OrderStatistics choice={choice} />;
  return (
    <Page kind="paper" title={t('orders.title')} tag={<KindTag kind="paper" />}>
      <Loading />
    </Page>
  );
}

function Loading() {
  return (
    <>
      <SkeletonBlock height={76} />
      <SkeletonRows rows={12} />
    </>
  );
}

function OrderStatistics({ choice }: { readonly choice: OrderChoice }) {
  const t = useText();
  const stat = useQuery(orderStatQuery(choice.stat));
  const { data } = stat;
  return (
    <Page
      kind={choice.execution}
      title={t('orders.title')}
      tag={<KindTag kind={choice.execution} />}
      facts={data === undefined ? null : t('orders.facts', { time: utcMinute(data.asOf, t.language) })}
      actions={<PeriodSwitch choice={choice} days={data?.days ?? []} />}
    >
      <OrdersToolbar choice={choice} />
      {stat.isPending ? <Loading /> : null}
      {stat.isError ? <ProblemNote error={stat.error} onRetry={() => void stat.refetch()} /> : null}
      {data === undefined ? null : <Content choice={choice} stat={data} isStale={stat.isPlaceholderData} />}
    </Page>
  );
}

interface ContentProps {
  readonly choice: OrderChoice;
  readonly stat: OrderStat;
  readonly isStale: boolean;
}

function Content({ choice, stat, isStale }: ContentProps) {
  if (isEmpty(stat)) return <NoOrders choice={choice} />;
  return (
    <div className={css['content']} data-stale={isStale || undefined}>
      <StatBand stat={stat} />
      <CycleBand stat={stat} />
      {choice.execution === 'paper' ? <WaitsNote /> : null}
      <div className={css['pair']}>
        <div className={css['side']}>
          <SlippageCard stat={stat} />
          <UnsentCard stat={stat} />
        </div>
        <WorstCard search={choice.stat} />
      </div>
      <BreakdownCard stat={stat} />
      <ExecutedCard choice={choice} />
    </div>
  );
}

function isEmpty({ total, unsent }: OrderStat): boolean {
  const { sent, filled, canceled, expired, rejected, fills, heldMs } = total;
  return sent + filled + canceled + expired + rejected + fills + heldMs + unsent.length === 0;
}

/** Nothing happened in this period, or nothing that the filter lets through. */
function NoOrders({ choice }: { readonly choice: OrderChoice }) {
  const t = useText();
  if (choice.isFiltered) {
    return <Empty title={t('orders.none')} action={<Button onClick={choice.clear}>{t('orders.clear')}</Button>} />;
  }
  return (
    <Empty
      title={t('orders.noneYet')}
      action={
        choice.span === 'month' ? undefined : (
          <Button variant="filled" onClick={() => choice.set({ span: 'month' })}>
            {t('orders.showMonth')}
          </Button>
        )
      }
      link={<Link to={kindAddress(paperLadder.kind, 'bots')}>{t('orders.toBots')}</Link>}
    >
      {t('orders.noneYetMore')}
    </Empty>
  );
}
