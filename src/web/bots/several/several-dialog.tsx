import { useState } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { useActBlock } from '../acts/act-block.ts';
import { canDo } from '../acts/can-do.ts';
import { type ActChoice, actRuns, type SeveralAct } from './act-runs.ts';
import { ChoiceFields, choiceProblem, FIRST_CHOICE } from './choice-fields.tsx';
import { Outcomes } from './outcomes.tsx';
import { useCombinedEffect } from './use-combined-effect.ts';
import { type RunTarget, useSeveralRuns } from './use-several-runs.ts';

interface SeveralDialogProps {
  readonly act: SeveralAct;
  readonly bots: readonly Bot[];
  readonly onClose: () => void;
}

/** One act on several bots: a combined preview, then the outcome of every bot. */
export function SeveralDialog(props: SeveralDialogProps) {
  return (
    <PartText part="botWork">
      <Worded {...props} />
    </PartText>
  );
}

function Worded({ act, bots, onClose }: SeveralDialogProps) {
  const t = useText();
  const [choice, setChoice] = useState<ActChoice>(FIRST_CHOICE);
  // The bots as they were when the dialog opened: the list below must not change while it is carried out.
  const [chosen] = useState(bots);
  const able = chosen.filter((bot) => canDo(bot, act));
  const others = chosen.filter((bot) => !able.includes(bot));
  const effect = useCombinedEffect(act, able, choice);
  const runs = useSeveralRuns(({ bot }: BotTarget) => actRuns[act](bot, choice));
  const block = useActBlock();
  const tones = new Set(able.map((bot) => kindView(bot.kind).tone));
  const names = (some: readonly Bot[]) => some.map((bot) => bot.name).join(', ');
  if (runs.outcomes.size > 0) {
    const refused = able.filter((bot) => runs.outcomes.get(bot.botId)?.state === 'refused');
    const isRunning = [...runs.outcomes.values()].some(({ state }) => state === 'waiting');
    const again = refused.length > 0 ? { word: t('several.again', { count: refused.length }), bots: refused } : null;
    return (
      <Preview
        opened
        onClose={onClose}
        kind={tones.size === 1 ? ([...tones][0] ?? null) : null}
        isDestructive={again !== null}
        title={t(`several.title.${act}`, { count: able.length })}
        act={again === null || isRunning ? t('several.done') : again.word}
        cancelWord={t('act.close')}
        lines={[]}
        isBusy={isRunning}
        onConfirm={() => (again === null ? onClose() : runs.start(again.bots.map(targetOf)))}
      >
        <Outcomes targets={able.map(targetOf)} outcomes={runs.outcomes} />
      </Preview>
    );
  }
  const none = able.length === 0 ? t('several.none') : null;
  return (
    <Preview
      opened
      onClose={onClose}
      kind={tones.size === 1 ? ([...tones][0] ?? null) : null}
      isDestructive={act === 'stop' || act === 'delete'}
      title={t(`several.title.${act}`, { count: able.length })}
      act={t(`several.act.${act}`, { count: able.length })}
      lines={effect.lines}
      stays={[...effect.stays, ...(others.length === 0 ? [] : [t('several.others', { names: names(others) })])]}
      isBusy={!effect.isKnown}
      blockedBecause={block ?? none ?? choiceProblem(act, choice, t)}
      error={effect.error}
      onConfirm={() => runs.start(able.map(targetOf))}
    >
      <ChoiceFields act={act} choice={choice} onChange={setChoice} bots={able} />
    </Preview>
  );
}

interface BotTarget extends RunTarget {
  readonly bot: Bot;
}

const targetOf = (bot: Bot): BotTarget => ({ id: bot.botId, name: bot.name, bot });
