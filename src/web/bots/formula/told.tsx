import type { Bot } from '#web/api/trading-queries.ts';
import type { Text } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Outcomes } from '../several/outcomes.tsx';
import type { useSeveralRuns } from '../several/use-several-runs.ts';

type Runs = ReturnType<typeof useSeveralRuns>;

interface ToldInput {
  /** All that the edit was sent to. */
  readonly bots: readonly Bot[];
  readonly runs: Runs;
  readonly undo: Runs;
  readonly onClose: () => void;
}

/** The dialog once it was sent: what became of every bot, with one click back; then what became of that. */
export function told({ bots, runs, undo, onClose }: ToldInput, t: Text) {
  const isUndoing = undo.outcomes.size > 0;
  const now = isUndoing ? undo : runs;
  const done = bots.filter((bot) => runs.outcomes.get(bot.botId)?.state === 'done');
  const shown = isUndoing ? done : bots;
  const refused = shown.filter((bot) => now.outcomes.get(bot.botId)?.state === 'refused');
  const isBusy = shown.some((bot) => now.outcomes.get(bot.botId)?.state === 'waiting');
  const canUndo = !isUndoing && done.length > 0;
  return {
    title: t(isUndoing ? 'formula.undoTitle' : 'formula.title', { count: shown.length }),
    act: canUndo ? t('formula.undo', { count: done.length }) : t('several.done'),
    cancelWord: t('act.close'),
    lines: [],
    isBusy,
    onConfirm: () => (canUndo ? undo.start(done) : onClose()),
    children: (
      <>
        <Outcomes bots={shown} outcomes={now.outcomes} />
        {refused.length === 0 || isBusy ? null : (
          <div>
            <Button size="compact-sm" onClick={() => now.start(refused)}>
              {t('several.again', { count: refused.length })}
            </Button>
          </div>
        )}
      </>
    ),
  };
}
