import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { useCycleAtom } from '#web/api/live/use-live-bots.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { cycleStatus } from '#web/bots/cycles/cycle-status.ts';
import { LiveBotPart } from '#web/bots/live-bot-part.tsx';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { SideDrawer } from '#web/ui/overlay/drawer.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock, SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { TabButtons } from '#web/ui/page/tabs.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { Duration } from '#web/ui/values/age.tsx';
import css from '../portfolio.module.css';
import { cycleQuery } from '../portfolio-queries.ts';
import type { PortfolioView } from '../portfolio-view.ts';
import { CycleActs, CycleDeals, CycleWorkingOrders } from './cycle-bot.tsx';
import { lastedMs } from './cycle-columns.tsx';
import { CycleFills } from './cycle-fills.tsx';
import { isOpenCycle, type ListedCycle } from './cycle-rows.ts';
import { useCycleList } from './use-cycle-list.ts';

/** The cycle that the address names, beside the list; arrows walk the list as it is filtered. */
export function CycleDrawer({ view }: { view: PortfolioView }) {
  const [openId] = useSearchText('cycle');
  return openId === '' ? null : <NamedCycle view={view} openId={openId} />;
}

function NamedCycle({ view, openId }: { view: PortfolioView; openId: string }) {
  const t = useText();
  const [, setOpenId] = useSearchText('cycle');
  const { rows, isPending } = useCycleList(view);
  // The drawer itself comes first; its chart, figures and buttons are drawn in slices once it stands. Not again for the next cycle.
  const hasBody = useDeferredValue(true, false);
  const index = rows.findIndex((one) => one.cycleId === openId);
  const { kind, portfolioId } = view.portfolio;
  const isAlone = index < 0 && !isPending;
  const alone = useQuery({ ...cycleQuery(kind, portfolioId, openId), enabled: isAlone });
  const cycle = rows[index] ?? alone.data?.items[0];
  if (cycle === undefined) {
    return (
      <SideDrawer title={t('cycles.cycle')} onClose={() => setOpenId(null)}>
        {alone.isError ? <ProblemNote error={alone.error} onRetry={() => void alone.refetch()} /> : null}
        {alone.isSuccess ? <Empty title={t('cycles.gone')} /> : null}
      </SideDrawer>
    );
  }
  const walk = (to: ListedCycle | undefined) => (to === undefined ? undefined : () => setOpenId(to.cycleId));
  return (
    <OpenDrawer
      key={cycle.cycleId}
      cycle={cycle}
      hasBody={hasBody}
      loadedAtom={view.atomOfCycle.get(cycle.cycleId) ?? null}
      bot={view.bots.find((one) => one.botId === cycle.botId) ?? null}
      marketNow={view.marketNow}
      decimals={view.decimals.get(cycle.symbol) ?? 2}
      onClose={() => setOpenId(null)}
      onPrevious={index < 0 ? undefined : walk(rows[index - 1])}
      onNext={index < 0 ? undefined : walk(rows[index + 1])}
    />
  );
}

interface OpenDrawerProps {
  readonly cycle: ListedCycle;
  /** Whether more than the head is drawn. */
  readonly hasBody: boolean;
  readonly loadedAtom: Atom | null;
  /** Null for a bot that was deleted. */
  readonly bot: Bot | null;
  readonly marketNow: number | null;
  readonly decimals: number;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

// The drawer opens with its chart: what the other tabs show is loaded with the first of each.
const CycleOrders = lazy(async () => ({ default: (await import('./cycle-orders.tsx')).CycleOrders }));
const CycleLog = lazy(async () => ({ default: (await import('./cycle-log.tsx')).CycleLog }));
// So are the words of the replay.
const CycleReplay = lazy(async () => ({ default: (await import('./replay/cycle-replay.tsx')).CycleReplay }));
const REPLAY_HEIGHT = 420;

const parts = ['chart', 'replay', 'orders', 'log'] as const;
type Part = (typeof parts)[number];

function OpenDrawer({ cycle, hasBody, loadedAtom, bot, marketNow, decimals, ...drawer }: OpenDrawerProps) {
  const t = useText();
  const [part, setPart] = useState<Part>('chart');
  const held = useCycleAtom(cycle, loadedAtom);
  const atom = isOpenCycle(cycle) ? held : null;
  const side = t(cycle.direction === 'buy' ? 'side.long' : 'side.short');
  return (
    <SideDrawer
      {...drawer}
      footer={
        bot === null || !hasBody ? undefined : (
          <LiveBotPart
            bot={bot}
            draw={(live) => <CycleActs bot={live} atomId={cycle.atomId} isOpen={cycle.endDate === null} />}
          />
        )
      }
      title={`${cycle.symbol} ${side}`}
      facts={
        <span className={css['drawerFacts']}>
          #{cycle.seq} <Status {...cycleStatus(cycle, t)} /> <Duration ms={lastedMs(cycle, marketNow)} />
        </span>
      }
    >
      <TabButtons
        label={t('cycles.part')}
        value={part}
        onChange={setPart}
        items={parts.map((value) => ({ value, label: t(`cycles.part.${value}`) }))}
      />
      {hasBody ? (
        <div className={css['drawerBody']}>
          {part === 'chart' ? <CycleFills cycle={cycle} atom={atom} marketNow={marketNow} decimals={decimals} /> : null}
          {part === 'replay' ? (
            <Suspense fallback={<SkeletonBlock height={REPLAY_HEIGHT} />}>
              <PartText part="risk">
                <CycleReplay cycle={cycle} marketNow={marketNow} decimals={decimals} />
              </PartText>
            </Suspense>
          ) : null}
          {(part === 'chart' || part === 'orders') && atom !== null ? <CycleWorkingOrders atom={atom} /> : null}
          {part === 'orders' ? <CycleDeals cycle={cycle} atoms={bot?.atoms ?? []} /> : null}
          <Suspense fallback={<SkeletonRows rows={6} height={30} />}>
            {part === 'orders' ? <CycleOrders cycleId={cycle.cycleId} decimals={decimals} /> : null}
            {part === 'log' ? <CycleLog cycleId={cycle.cycleId} /> : null}
          </Suspense>
        </div>
      ) : null}
    </SideDrawer>
  );
}
