import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { portfoliosQuery } from '#web/api/portfolio-queries.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import { SelectField } from '#web/ui/form/field.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { useActBlock } from '../acts/act-block.ts';
import type { BotsChange } from '../changes/bots-change.ts';
import { isBotsRefused, refusedBots } from '../changes/refused-bots.ts';
import { useChangeBots } from '../changes/use-change-bots.ts';
import { MoveTable } from './move-table.tsx';
import { whyNotMove } from './why-not-move.ts';

interface MoveDialogProps {
  readonly bots: readonly Bot[];
  readonly onClose: () => void;
}

/** Moves flat bots to another portfolio of their kind: all or none. The way back is on the page. */
export function MoveDialog(props: MoveDialogProps) {
  return (
    <PartText part="botWork">
      <Worded {...props} />
    </PartText>
  );
}

function Worded({ bots, onClose }: MoveDialogProps) {
  const t = useText();
  // The bots as they were when the dialog opened: what is sent is what the table shows.
  const [chosen] = useState(bots);
  const [target, setTarget] = useState('');
  const portfolios = useQuery(portfoliosQuery);
  const send = useChangeBots();
  const block = useActBlock();
  const refused = refusedBots(send.error, send.variables, t);
  const change = changeOf(
    chosen.filter((bot) => whyNotMove(bot, target) === null && !refused.has(bot.botId)),
    target,
  );
  const count = change?.items.length ?? 0;
  const [first] = chosen;
  const options = (portfolios.data?.items ?? [])
    .filter(({ kind, execution }) => kind === first?.kind && (execution ?? first.execution) === first.execution)
    .map(({ portfolioId, name }) => ({ value: portfolioId, label: name }));
  const hasOther = options.some(({ value }) => chosen.some((bot) => bot.portfolioId !== value));
  const missing = portfolios.data === undefined || hasOther ? t('move.choose') : t('move.noneElse');
  const nothing = count === 0 ? t('move.nothing') : null;
  return (
    <Preview
      opened
      onClose={onClose}
      kind={first === undefined ? null : (kindView(first.kind).tone ?? null)}
      isDestructive={false}
      title={t('move.title', { count: chosen.length })}
      act={t(refused.size > 0 ? 'move.actOthers' : 'move.act', { count })}
      lines={[...(refused.size > 0 ? [t('problem.BOTS_REFUSED')] : []), t('move.together'), t('move.wallet')]}
      stays={[t('move.stays'), t('move.state')]}
      isBusy={portfolios.data === undefined || send.isPending}
      blockedBecause={block ?? (target === '' ? missing : nothing)}
      error={portfolios.error ?? (isBotsRefused(send.error) ? null : send.error)}
      onConfirm={() => (change === null ? null : send.mutate(change, { onSuccess: onClose }))}
    >
      <SelectField
        label={t('move.to')}
        value={target}
        onChange={(value) => {
          send.reset();
          setTarget(value);
        }}
        options={[{ value: '', label: t('move.choose') }, ...options]}
      />
      <MoveTable bots={chosen} target={target} refused={refused} />
    </Preview>
  );
}

function changeOf(bots: readonly Bot[], to: string): BotsChange | null {
  const [first] = bots;
  if (first === undefined || to === '') return null;
  return { type: 'move', kind: first.kind, items: bots.map((bot) => ({ bot, from: bot.portfolioId, to })) };
}
