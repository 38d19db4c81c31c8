import { useKindView } from '#web/kinds/use-kind.ts';
import '#web/ui/form/field-styles.ts';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '#contract/call.ts';
import type { applyStrategy } from '#contract/strategy.ts';
import { type Bot, botsQuery } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { KindFrame, KindTag } from '#web/ui/figures/kind.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { orderWords } from '#web/ui/words/order-words.ts';
import css from './ladder-page.module.css';
import { type ApplyBody, applyPreviewQuery, type Strategy, useApplyStrategy } from './strategy-queries.ts';

type When = ApplyBody['when'];

/** Applies the newest version to bots on an older one, each after showing which orders change. */
export function ApplyDialog({ strategy, onClose }: { strategy: Strategy; onClose: () => void }) {
  const t = useText();
  useReturnFocus();
  const [when, setWhen] = useState<When>('next_cycle');
  const { kind, tone } = useKindView();
  const bots = useQuery(botsQuery(kind));
  const waiting = bots.data?.items.filter((bot) => isBehind(bot, strategy)) ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('apply.title', { version: strategy.version })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <KindFrame kind={tone}>
        <div className={css['dialog']}>
          {tone === null ? null : <KindTag kind={tone} />}
          <SegmentedControl
            aria-label={t('apply.when')}
            value={when}
            onChange={setWhen}
            data={[
              { value: 'next_cycle', label: t('apply.nextCycle') },
              { value: 'now', label: t('apply.now') },
            ]}
          />
          {bots.isPending ? <SkeletonRows rows={3} /> : null}
          {bots.isError ? <ProblemNote error={bots.error} onRetry={() => void bots.refetch()} /> : null}
          {bots.data && waiting.length === 0 ? <p>{t('apply.nobody', { version: strategy.version })}</p> : null}
          {waiting.map((bot) => (
            <ApplyRow key={bot.botId} bot={bot} strategy={strategy} when={when} />
          ))}
        </div>
      </KindFrame>
    </Modal>
  );
}

function isBehind(bot: Bot, strategy: Strategy): boolean {
  return (
    bot.strategyId === strategy.strategyId &&
    bot.strategyVersion !== strategy.version &&
    bot.pendingVersion !== strategy.version
  );
}

function ApplyRow({ bot, strategy, when }: { bot: Bot; strategy: Strategy; when: When }) {
  const t = useText();
  const body = { strategyExecutorId: bot.strategyExecutorId, strategyVersion: strategy.version, when };
  const preview = useQuery(applyPreviewQuery(bot.kind, body));
  const apply = useApplyStrategy();
  const run = () => apply.mutate(body, { onSuccess: () => toast(t('apply.done', { name: bot.name })) });
  return (
    <section className={css['applyRow']}>
      <h2>{t('apply.bot', { name: bot.name, version: bot.strategyVersion ?? '–' })}</h2>
      {preview.isPending ? <SkeletonRows rows={1} /> : null}
      {preview.isError ? <ProblemNote error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.data ? <Diff effect={preview.data.effect} /> : null}
      {apply.isError ? <ProblemNote error={apply.error} /> : null}
      <Button variant="filled" disabled={!preview.data} loading={apply.isPending} onClick={run}>
        {t(when === 'now' ? 'apply.actNow' : 'apply.actNext', { name: bot.name })}
      </Button>
    </section>
  );
}

type Effect = Reply<typeof applyStrategy>['effect'];

/** "Cancels 3 orders, places 4", each with its side, size and price. */
function Diff({ effect }: { effect: Effect }) {
  const t = useText();
  const groups = [
    { title: t.plural('apply.cancels', effect.cancels.length), orders: effect.cancels, sign: '−' },
    { title: t.plural('apply.places', effect.places.length), orders: effect.places, sign: '+' },
  ];
  return (
    <div className={css['diff']}>
      {groups.map((group) => (
        <div key={group.sign}>
          <h3>{group.title}</h3>
          <ul>
            {group.orders.map((order) => (
              <li key={`${order.symbol} ${order.side} ${order.role} ${order.level} ${order.price}`}>
                {group.sign} {orderWords(order, t)}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p>{t('apply.margin', { amount: t.number(effect.committedMargin, { decimals: 2 }) })}</p>
    </div>
  );
}
