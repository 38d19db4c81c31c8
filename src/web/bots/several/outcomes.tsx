import { useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { problemText } from '#web/ui/words/problem-text.ts';
import css from './several.module.css';
import type { RunOutcome, RunTarget } from './use-several-runs.ts';

interface OutcomesProps {
  readonly targets: readonly RunTarget[];
  readonly outcomes: ReadonlyMap<string, RunOutcome>;
}

/** One line for every bot: done, waiting, or why it was refused. */
export function Outcomes({ targets, outcomes }: OutcomesProps) {
  return (
    <ul className={css['outcomes']} aria-live="polite">
      {targets.map(({ id, name }) => (
        <li key={id}>
          <strong>{name}</strong> <OutcomeWords outcome={outcomes.get(id) ?? { state: 'waiting' }} />
        </li>
      ))}
    </ul>
  );
}

function OutcomeWords({ outcome }: { readonly outcome: RunOutcome }) {
  const t = useText();
  if (outcome.state === 'waiting') return <Status tone="waiting" word={t('several.waiting')} />;
  if (outcome.state === 'done') return <Status tone="done" word={t('several.isDone')} />;
  const { what, detail } = problemText(outcome.error, t);
  return <Status tone="danger" word={t('several.refused')} reason={detail === null ? what : `${what} ${detail}`} />;
}
