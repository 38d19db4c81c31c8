import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { ToldTrial } from '../tree/tree-reading.ts';
import { CheckedNote } from './checked-note.tsx';
import type { LookedBar } from './looked-bar.ts';
import css from './trial.module.css';
import { TrialChart } from './trial-chart.tsx';
import { TrialNotes } from './trial-notes.tsx';
import type { RuleTrees } from './trial-picture.ts';
import { TrialTiles } from './trial-tiles.tsx';
import { TriggerTable } from './trigger-table.tsx';

interface PanelProps {
  readonly trial: ToldTrial | null;
  readonly trees: RuleTrees;
  readonly isStale: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly bar: number | null;
  readonly days: number;
  readonly setDays: (days: number) => void;
  readonly look: LookedBar;
}

const CHART_HEIGHT = 420;

/** The draft on the stored past: chart, what makes it doubtful, figures, and every trigger. */
export function TrialPanel(props: PanelProps) {
  const t = useText();
  const { trial, trees, error, retry, isPending, isStale, bar, days, setDays, look } = props;
  return (
    <section className={css['parts']} aria-label={t('rules.trial.title', { days })} aria-busy={isStale}>
      {error ? <ProblemNote error={error} onRetry={retry} /> : null}
      {isPending ? <SkeletonBlock height={CHART_HEIGHT} /> : null}
      {trial === null && !isPending && !error ? <Note tone="info" title={t('rules.trial.unfit')} /> : null}
      {trial === null ? null : (
        <>
          <TrialChart
            trial={trial}
            trees={trees}
            isStale={isStale}
            days={days}
            onDays={setDays}
            looked={bar}
            onLook={(next) => look.look(trial, next)}
            onUntil={look.setUntil}
          />
          <TrialNotes trial={trial} />
          <TrialTiles trial={trial} days={days} />
          <TriggerTable trial={trial} selected={look.picked} onPick={(trigger) => look.pick(trial, trigger)} />
          <CheckedNote trial={trial} />
        </>
      )}
    </section>
  );
}
