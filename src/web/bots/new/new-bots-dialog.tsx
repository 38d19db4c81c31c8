import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allKinds, paperLadder } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { portfoliosOfQuery } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import '#web/kinds/kind-views.ts';
import { KindFrame, KindTag } from '#web/ui/figures/kind.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useBotSources } from './bot-sources.ts';
import css from './new-bot.module.css';
import { firstForm, NEW } from './new-bot-form.ts';
import { NewBotsForm } from './new-bots-form.tsx';

interface NewBotsDialogProps {
  readonly symbols: readonly string[];
  /** What the bots begin with where the page is about a strategy; null: the newest ladder. */
  readonly first: { readonly kind: BotKind; readonly sourceId: string } | null;
  readonly onClose: () => void;
}

/** Paper bots that run the same, one on each symbol. */
export function NewBotsDialog(props: NewBotsDialogProps) {
  return (
    <PartText part="botWork">
      <WordedBots {...props} />
    </PartText>
  );
}

const paperKinds = allKinds().filter(({ isAvailable, executions }) => isAvailable && executions.includes('paper'));

function WordedBots({ symbols, first, onClose }: NewBotsDialogProps) {
  const t = useText();
  useReturnFocus();
  const [kind, setKind] = useState<BotKind>(first?.kind ?? paperLadder.kind);
  // The selection as it was when the dialog opened: the page below goes on asking.
  const [chosen] = useState(symbols);
  const [isFilled, setFilled] = useState(true);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('newBots.title', { count: chosen.length })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <KindFrame kind="paper">
        <div className={css['body']}>
          <KindTag kind="paper" />
          <p className={css['margin']}>{t('newBots.each', { symbols: chosen.join(', ') })}</p>
          {isFilled ? (
            <Segments
              label={t('newBots.kind')}
              value={kind}
              onChange={setKind}
              options={paperKinds.map((one) => ({ value: one.kind, label: kindView(one.kind).title(t) }))}
            />
          ) : null}
          <KindForm
            key={kind}
            kind={kind}
            symbols={chosen}
            sourceId={first?.sourceId ?? ''}
            onRun={() => setFilled(false)}
            onClose={onClose}
          />
        </div>
      </KindFrame>
    </Modal>
  );
}

interface KindFormProps {
  readonly kind: BotKind;
  readonly symbols: readonly string[];
  readonly sourceId: string;
  readonly onRun: () => void;
  readonly onClose: () => void;
}

function KindForm({ kind, symbols, sourceId, onRun, onClose }: KindFormProps) {
  const { sources, error } = useBotSources(kind, null);
  const portfolios = useQuery(portfoliosOfQuery(kind));
  const failed = error ?? portfolios.error;
  if (sources === null || portfolios.data === undefined) {
    return failed ? <ProblemNote error={failed} /> : <SkeletonRows rows={6} />;
  }
  return (
    <NewBotsForm
      kind={kind}
      symbols={symbols}
      sources={sources}
      portfolios={portfolios.data.items}
      first={firstForm(sources, portfolios.data.items[0]?.portfolioId ?? NEW, sourceId)}
      onRun={onRun}
      onClose={onClose}
    />
  );
}
