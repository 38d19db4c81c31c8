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
  const { kind } = useKindView();
  const [form, setForm] = useState(first);
  const assets = useQuery(assetsQuery).data?.items ?? [];
  const portfolios = useQuery(portfoliosOfQuery(kind)).data?.items ?? [];
  const create = useCreateBot();
  const chosen = assets.filter((asset) => form.symbols.includes(asset.futuresTicker));
  const source = sources.find((one) => one.id === form.sourceId) ?? null;
  const block = useActBlock() ?? missingIn(form, source, t);
  const run = () => {
    if (source === null) return;
    create.mutate(
      { form, source, onPortfolio: (portfolioId) => setForm({ ...form, portfolioId }) },
      {
        onSuccess: (bot) => {
          toast(t(form.isStarted ? 'start.done' : 'newBot.created', { name: bot.name }));
          onClose();
          void navigate({ to: kindAddress(kind, 'bots'), search: { bot: bot.botId } });
        },
      },
    );
  };
  return (
    <>
      <NewBotFields form={form} sources={sources} portfolios={portfolios} assets={assets} onChange={setForm} />
      {source === null ? null : (
        <MarginNote
          needed={neededMargin(kind, source.params, chosen)}
          portfolio={portfolios.find((one) => one.portfolioId === form.portfolioId) ?? null}
          newBalance={form.balance}
        />
      )}
      {create.isError ? <ProblemNote error={create.error} /> : null}
      {block === null ? null : (
        <p className={css['missing']} id="new-bot-missing">
          {block}
        </p>
      )}
      <div className={css['acts']}>
        <Button onClick={onClose}>{t('act.cancel')}</Button>
        <Button
          variant="filled"
          disabled={block !== null}
          aria-describedby={block === null ? undefined : 'new-bot-missing'}
          loading={create.isPending}
          onClick={run}
        >
          {t(form.isStarted ? 'newBot.start' : 'newBot.create', { name: form.name.trim() || '…' })}
        </Button>
      </div>
    </>
  );
}
