import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PartText, type Text, useText } from '#web/i18n/text.tsx';
import { useKindView } from '#web/kinds/use-kind.ts';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { problemText } from '#web/ui/words/problem-text.ts';
import { useActBlock } from '../acts/act-block.ts';
import { type BotDialogProps, done } from '../acts/bot-dialog.ts';
import { type DealChoice, dealChoices } from './deal-choices.ts';
import { DealFields } from './deal-fields.tsx';
import { type DealForm, dealBody, firstForm, missingIn } from './deal-form.ts';
import { dealEffectQuery, useOrderDeal } from './deal-queries.ts';
import { EffectTable } from './effect-table.tsx';

interface DealDialogProps extends BotDialogProps {
  /** The atom to begin with; left out: the first that takes a deal. */
  readonly atomId?: string | undefined;
}

/** A deal by hand in a bot, with what comes of it, computed by the engine while it is entered. */
export function DealDialog(props: DealDialogProps) {
  return (
    <PartText part="botWork">
      <Worded {...props} />
    </PartText>
  );
}

function Worded({ bot, atomId, onClose }: DealDialogProps) {
  const t = useText();
  const choices = dealChoices(bot);
  const [first] = useState(() => choices.find(({ atom }) => atom.atomId === atomId) ?? choices[0] ?? null);
  const tone = useKindView().tone;
  if (first === null || choices.length === 0) {
    const title = t('deal.title', { name: bot.name });
    const lines = [t('deal.none', { name: bot.name })];
    return (
      <Preview
        opened
        onClose={onClose}
        kind={tone}
        title={title}
        act={t('act.close')}
        lines={lines}
        onConfirm={onClose}
      />
    );
  }
  return <Entered bot={bot} choices={choices} first={first} onClose={onClose} />;
}

interface EnteredProps extends BotDialogProps {
  readonly choices: readonly DealChoice[];
  readonly first: DealChoice;
}

/** Shorter pauses while typing are not computed. */
const TYPING_MS = 250;

function Entered({ bot, choices, first, onClose }: EnteredProps) {
  const t = useText();
  const tone = useKindView().tone;
  const [entered, setForm] = useState(() => firstForm(first));
  const choice = choices.find(({ atom }) => atom.atomId === entered.atomId) ?? first;
  const form = fitting(entered, choice);
  const body = dealBody(form, choice.atom);
  const missing = missingIn(form);
  const [settled] = useDebouncedValue(JSON.stringify(body), TYPING_MS);
  const effect = useQuery({ ...dealEffectQuery(bot.botId, JSON.parse(settled)), enabled: missing === null });
  const isCurrent = effect.isSuccess && !effect.isPlaceholderData && settled === JSON.stringify(body);
  const order = useOrderDeal(bot.botId);
  const act = t(`deal.act.${form.kind}`, wordsOf(choice, t));
  const waits = missing === null ? (isCurrent ? null : t('deal.computing')) : t(`deal.${missing}`);
  return (
    <Preview
      opened
      onClose={onClose}
      kind={tone}
      isDestructive={form.kind === 'close'}
      title={t('deal.title', { name: bot.name })}
      act={act}
      lines={[t(`deal.line.${form.kind}`)]}
      stays={form.kind === 'adopt' ? [] : [t('deal.stays.levels'), t('deal.stays.undo')]}
      isBusy={order.isPending}
      blockedBecause={useActBlock() ?? (effect.isError && missing === null ? whyNot(effect.error, t) : waits)}
      error={order.error}
      onConfirm={() =>
        order.mutate(
          { ...body, comment: form.comment },
          { onSuccess: () => done(t('deal.done', { name: act }), onClose) },
        )
      }
    >
      <DealFields form={form} choices={choices} choice={choice} onChange={setForm} />
      {effect.data === undefined || missing !== null || effect.isError ? null : (
        <EffectTable effect={effect.data} form={form} atom={choice.atom} isStale={!isCurrent} />
      )}
    </Preview>
  );
}

/** The deal of another atom, or of one that has changed meanwhile, may be of a kind that this one does not take. */
function fitting(form: DealForm, { kinds }: DealChoice): DealForm {
  return kinds.includes(form.kind) ? form : { ...form, kind: kinds[0] };
}

function wordsOf({ atom }: DealChoice, t: Text) {
  const side = t(atom.direction === 'buy' ? 'side.long' : 'side.short');
  return { asset: atom.symbol.replace(/USDT$/, ''), side };
}

function whyNot(error: Error, t: Text): string {
  const { what, detail } = problemText(error, t);
  return detail ?? what;
}
