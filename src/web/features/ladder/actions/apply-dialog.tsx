import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { type Bot, botsQuery } from '#web/api/trading-queries.ts';
import { RealOrdersNote } from '#web/bots/confirm/real-orders-note.tsx';
import { OrderDiff } from '#web/bots/orders/order-diff.tsx';
import { PartText, useText } from '#web/i18n/text.tsx';
import { useKindView } from '#web/kinds/use-kind.ts';
import { KindFrame, KindTag } from '#web/ui/figures/kind.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import css from '../ladder-page.module.css';
import { type ApplyBody, applyPreviewQuery, type SavedStrategy, useApplyStrategy } from '../strategy-queries.ts';

type When = ApplyBody['when'];

interface ApplyDialogProps {
  readonly strategy: SavedStrategy;
  readonly onClose: () => void;
}

/** Applies the newest version to bots on an older one, each after showing which orders change. */
export function ApplyDialog(props: ApplyDialogProps) {
  return (
    <Suspense>
      <PartText part="botWork">
        <WordedDialog {...props} />
      </PartText>
    </Suspense>
  );
}

function WordedDialog({ strategy, onClose }: ApplyDialogProps) {
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
          <RealOrdersNote />
          <Segments
            label={t('apply.when')}
            value={when}
            onChange={setWhen}
            options={[
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

function isBehind(bot: Bot, strategy: SavedStrategy): boolean {
  return (
    bot.strategyId === strategy.strategyId &&
    bot.strategyVersion !== strategy.version &&
    bot.pendingVersion !== strategy.version
  );
}

function ApplyRow({ bot, strategy, when }: { bot: Bot; strategy: SavedStrategy; when: When }) {
  const t = useText();
  const body = { strategyExecutorId: bot.strategyExecutorId, strategyVersion: strategy.version, when };
  const preview = useQuery(applyPreviewQuery(bot.kind, body));
  const apply = useApplyStrategy(body);
  const run = () => apply.send((error) => error === null && toast(t('apply.done', { name: bot.name })));
  return (
    <section className={css['applyRow']}>
      <h2>{t('apply.bot', { name: bot.name, version: bot.strategyVersion ?? '–' })}</h2>
      {preview.isPending ? <SkeletonRows rows={1} /> : null}
      {preview.isError ? <ProblemNote error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.data ? <OrderDiff effect={preview.data.effect} /> : null}
      {apply.field}
      {apply.error ? <ProblemNote error={apply.error} /> : null}
      <Button variant="filled" disabled={!preview.data || !apply.isReady} loading={apply.isPending} onClick={run}>
        {t(when === 'now' ? 'apply.actNow' : 'apply.actNext', { name: bot.name })}
      </Button>
    </section>
  );
}
