import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { assetsQuery } from '#web/api/system-queries.ts';
import { type Bot, portfoliosOfQuery } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKindView } from '#web/kinds/use-kind.ts';
import { KindFrame, KindTag } from '#web/ui/figures/kind.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useActBlock } from '../acts/act-block.ts';
import { ConfirmLive } from '../confirm/confirm-live.tsx';
import { useIsLive } from '../confirm/use-is-live.ts';
import { CreateProblem } from '../exchange/create-problem.tsx';
import { type BotSource, useBotSources } from './bot-sources.ts';
import { MarginNote } from './margin-note.tsx';
import { neededMargin } from './needed-margin.ts';
import css from './new-bot.module.css';
import { NewBotFields } from './new-bot-fields.tsx';
import { firstForm, missingIn, NEW, type NewBotForm } from './new-bot-form.ts';
import { useCreateBot } from './use-create-bot.ts';

interface NewBotDialogProps {
  /** The bot to copy; null for a new one. */
  readonly copyOf: Bot | null;
  /** The portfolio chosen first; null: the kind's first. */
  readonly portfolioId: string | null;
  readonly onClose: () => void;
}

/** A new bot in one step: what it runs, where, on which symbols, what that ties up, and whether it starts. */
export function NewBotDialog(props: NewBotDialogProps) {
  return (
    <PartText part="botWork">
      <Worded {...props} />
    </PartText>
  );
}

function Worded({ copyOf, portfolioId, onClose }: NewBotDialogProps) {
  const t = useText();
  useReturnFocus();
  const { kind, tone } = useKindView();
  const { sources, error } = useBotSources(kind, copyOf);
  const portfolios = useQuery(portfoliosOfQuery(kind));
  const isReady = sources !== null && portfolios.data !== undefined;
  const failed = error ?? portfolios.error;
  return (
    <Modal opened onClose={onClose} title={t('newBot.title')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <KindFrame kind={tone}>
        <div className={css['body']}>
          {tone === null ? null : <KindTag kind={tone} />}
          {failed && !isReady ? <ProblemNote error={failed} /> : null}
          {isReady || failed ? null : <SkeletonRows rows={6} />}
          {isReady ? (
            <Form
              sources={sources}
              first={firstForm(sources, portfolioId ?? portfolios.data.items[0]?.portfolioId ?? NEW)}
              onClose={onClose}
            />
          ) : null}
        </div>
      </KindFrame>
    </Modal>
  );
}

interface FormProps {
  readonly sources: readonly BotSource[];
  readonly first: NewBotForm;
  readonly onClose: () => void;
}

function Form({ sources, first, onClose }: FormProps) {
  const t = useText();
  const navigate = useNavigate();
  const isLive = useIsLive();
  const { kind } = useKindView();
  const [form, setForm] = useState(first);
  const [isConfirming, setConfirming] = useState(false);
  const assets = useQuery(assetsQuery).data?.items ?? [];
  const portfolios = useQuery(portfoliosOfQuery(kind)).data?.items ?? [];
  const source = sources.find((one) => one.id === form.sourceId) ?? null;
  const create = useCreateBot({
    form,
    source,
    onPortfolio: (portfolioId) => setForm({ ...form, portfolioId }),
    onCreated: (bot) => {
      toast(t(form.isStarted ? 'start.done' : 'newBot.created', { name: bot.name }));
      onClose();
      void navigate({ to: kindAddress(kind, 'bots'), search: { bot: bot.botId } });
    },
  });
  const block = useActBlock() ?? missingIn(form, source, { isLive, t });
  const chosen = assets.filter((asset) => form.symbols.includes(asset.futuresTicker));
  const needed = source === null ? null : neededMargin(kind, source.params, chosen);
  return (
    <>
      {isConfirming ? (
        <ConfirmLive name={form.name.trim()} symbols={form.symbols} needed={needed} isStarted={form.isStarted}>
          {create.field}
        </ConfirmLive>
      ) : (
        <>
          <NewBotFields
            form={form}
            sources={sources}
            portfolios={portfolios}
            assets={assets}
            isLive={isLive}
            onChange={setForm}
          />
          {isLive ? null : (
            <MarginNote
              needed={needed}
              portfolio={portfolios.find((one) => one.portfolioId === form.portfolioId) ?? null}
              newBalance={form.balance}
            />
          )}
        </>
      )}
      {create.error ? <CreateProblem error={create.error} /> : null}
      <NewBotButtons
        form={form}
        block={block}
        step={stepOf(isLive, isConfirming)}
        create={create}
        onStep={setConfirming}
        onClose={onClose}
      />
    </>
  );
}

/** A paper bot is created at once; a live one after a second step. */
const stepOf = (isLive: boolean, isConfirming: boolean) => (isLive ? (isConfirming ? 'confirm' : 'fill-in') : 'only');

interface NewBotButtonsProps {
  readonly form: NewBotForm;
  readonly block: string | null;
  readonly step: 'only' | 'fill-in' | 'confirm';
  readonly create: ReturnType<typeof useCreateBot>;
  readonly onStep: (isConfirming: boolean) => void;
  readonly onClose: () => void;
}

function NewBotButtons({ form, block, step, create, onStep, onClose }: NewBotButtonsProps) {
  const t = useText();
  const described = block === null ? undefined : 'new-bot-missing';
  return (
    <>
      {block === null ? null : (
        <p className={css['missing']} id="new-bot-missing">
          {block}
        </p>
      )}
      <div className={css['acts']}>
        {step === 'confirm' ? (
          <Button onClick={() => onStep(false)}>{t('liveOrders.back')}</Button>
        ) : (
          <Button onClick={onClose}>{t('act.cancel')}</Button>
        )}
        {step === 'fill-in' ? (
          <Button variant="filled" disabled={block !== null} aria-describedby={described} onClick={() => onStep(true)}>
            {t('liveOrders.continue')}
          </Button>
        ) : (
          <Button
            variant="filled"
            disabled={block !== null || !create.isReady}
            aria-describedby={described}
            loading={create.isPending}
            onClick={() => create.send(() => {})}
          >
            {t(form.isStarted ? 'newBot.start' : 'newBot.create', { name: form.name.trim() || '…' })}
          </Button>
        )}
      </div>
    </>
  );
}
