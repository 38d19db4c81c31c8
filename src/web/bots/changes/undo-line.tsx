import type { Bot } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { useActBlock } from '../acts/act-block.ts';
import { type BotsChange, isInForce } from './bots-change.ts';
import css from './changes.module.css';
import { refusedBots } from './refused-bots.ts';
import { useUndoChange } from './use-change-bots.ts';

interface UndoLineProps {
  readonly change: BotsChange;
  /** The bots of the kind as they are now. */
  readonly bots: readonly Bot[];
}

/** The last change of several bots with one click back, for as long as each is as the change left it. */
export function UndoLine(props: UndoLineProps) {
  if (!isInForce(props.change, props.bots)) return null;
  return (
    <PartText part="botWork">
      <Worded {...props} />
    </PartText>
  );
}

function Worded({ change, bots }: UndoLineProps) {
  const t = useText();
  const undo = useUndoChange();
  const block = useActBlock();
  const count = change.items.length;
  const refused = [...refusedBots(undo.error, change, t)].map(([botId, why]) => `${nameOf(botId, bots)}: ${why}`);
  return (
    <section className={css['line']} aria-label={t('change.line')}>
      <span role="status">{t(`change.done.${change.type}`, { count })}</span>
      <Button
        size="compact-sm"
        disabled={undo.isPending || block !== null}
        title={block ?? undefined}
        onClick={() => undo.mutate(change)}
      >
        {t('change.undo')}
      </Button>
      {refused.map((line) => (
        <span key={line} role="alert">
          {line}
        </span>
      ))}
      {undo.error !== null && refused.length === 0 ? <ProblemNote error={undo.error} /> : null}
    </section>
  );
}

function nameOf(botId: string, bots: readonly Bot[]): string {
  return bots.find((bot) => bot.botId === botId)?.name ?? '';
}
