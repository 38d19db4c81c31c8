import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { problemText } from '#web/ui/words/problem-text.ts';
import css from './several.module.css';
import type { BotOutcome } from './use-several-runs.ts';

interface OutcomesProps {
  readonly bots: readonly Bot[];
  readonly outcomes: ReadonlyMap<string, BotOutcome>;
}

/** One line for every bot: done, waiting, or why it was refused. */
export function Outcomes({ bots, outcomes }: OutcomesProps) {
  return (
    <ul className={css['outcomes']} aria-live="polite">
      {bots.map((bot) => (
        <li key={bot.botId}>
          <strong>{bot.name}</strong> <OutcomeWords outcome={outcomes.get(bot.botId) ?? { state: 'waiting' }} />
        </li>
      ))}
    </ul>
  );
}

function OutcomeWords({ outcome }: { readonly outcome: BotOutcome }) {
  const t = useText();
  if (outcome.state === 'waiting') return <Status tone="waiting" word={t('several.waiting')} />;
  if (outcome.state === 'done') return <Status tone="done" word={t('several.isDone')} />;
  const { what, detail } = problemText(outcome.error, t);
  return <Status tone="danger" word={t('several.refused')} reason={detail === null ? what : `${what} ${detail}`} />;
}
