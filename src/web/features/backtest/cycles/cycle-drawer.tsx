import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cycleStatus } from '#web/bots/cycles/cycle-status.ts';
import { FillTable } from '#web/bots/cycles/fill-table.tsx';
import { OrderTable } from '#web/bots/cycles/order-table.tsx';
import { useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { SideDrawer } from '#web/ui/overlay/drawer.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { TabButtons } from '#web/ui/page/tabs.tsx';
import { useSearchSort } from '#web/ui/table/search-sort.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { LogList } from '#web/ui/words/log-list.tsx';
import { cyclePagesQuery, cycleStoryQuery, type RunOf, type TestCycle } from '../report-queries.ts';
import { CycleChart } from './cycle-chart.tsx';
import { cycleOrder, sideText } from './cycle-columns.tsx';
import css from './cycles.module.css';
import { useDecimals } from './use-decimals.ts';

interface CycleDrawerProps {
  readonly run: RunOf;
  readonly cycleId: string;
}

const parts = ['chart', 'orders', 'log'] as const;
type Part = (typeof parts)[number];

/** The cycle that the address names, beside the list of the run's cycles; arrows walk that list. */
export function CycleDrawer({ run, cycleId }: CycleDrawerProps) {
  const t = useText();
  const [sort] = useSearchSort();
  const [, setOpenId] = useSearchText('cycle');
  const pages = useInfiniteQuery(cyclePagesQuery(run, cycleOrder(sort)));
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const index = rows.findIndex((one) => one.cycleId === cycleId);
  const cycle = rows[index];
  const close = () => setOpenId(null);
  if (cycle === undefined) {
    return (
      <SideDrawer title={t('cycles.cycle')} onClose={close}>
        {pages.isSuccess ? <Empty title={t('cycles.gone')} /> : null}
      </SideDrawer>
    );
  }
  const walk = (to: TestCycle | undefined) => (to === undefined ? undefined : () => setOpenId(to.cycleId));
  return (
    <SideDrawer
      title={`${cycle.symbol} ${sideText(cycle, t)}`}
      facts={
        <span className={css['facts']}>
          #{cycle.seq} <Status {...cycleStatus(cycle, t)} />
        </span>
      }
      onClose={close}
      onPrevious={walk(rows[index - 1])}
      onNext={walk(rows[index + 1])}
    >
      <Story key={cycleId} run={run} cycle={cycle} />
    </SideDrawer>
  );
}

function Story({ run, cycle }: { readonly run: RunOf; readonly cycle: TestCycle }) {
  const t = useText();
  const [part, setPart] = useState<Part>('chart');
  const [hovered, setHovered] = useState<string | null>(null);
  const decimals = useDecimals([cycle.symbol]).get(cycle.symbol);
  const story = useQuery(cycleStoryQuery(run, cycle.cycleId));
  return (
    <>
      <TabButtons
        label={t('cycles.part')}
        value={part}
        onChange={setPart}
        items={parts.map((value) => ({ value, label: t(`cycles.part.${value}`) }))}
      />
      <div className={css['body']}>
        {story.isPending ? <SkeletonRows rows={6} height={30} /> : null}
        {story.isError ? <ProblemNote error={story.error} onRetry={() => void story.refetch()} /> : null}
        {story.data && part === 'chart' ? (
          <>
            <CycleChart cycle={cycle} trades={story.data.trades} hovered={hovered} onHover={setHovered} />
            <FillTable trades={story.data.trades} hovered={hovered} onHover={setHovered} />
          </>
        ) : null}
        {story.data && part === 'orders' ? <OrderTable orders={story.data.orders} decimals={decimals} /> : null}
        {story.data && part === 'log' ? <LogList entries={story.data.logs} /> : null}
      </div>
    </>
  );
}
