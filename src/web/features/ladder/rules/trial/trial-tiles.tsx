import { useText } from '#web/i18n/text.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import type { ToldTrial } from '../tree/tree-reading.ts';
import { skipWords } from './skip-words.ts';

interface TilesProps {
  readonly trial: ToldTrial;
  readonly days: number;
}

/** What the trial comes to: how often the rule acted, what became of that, and what doing nothing would have brought. */
export function TrialTiles({ trial, days }: TilesProps) {
  const t = useText();
  const { figures, wallet } = trial;
  const skipped = figures.triggers - figures.entered;
  const reasons = figures.skipped.map(({ code, count }) => `${skipWords(code, t)} ${count}`).join(', ');
  const decimal = (value: string | null, decimals: number) => (value === null ? '–' : t.number(value, { decimals }));
  return (
    <KpiBand label={t('rules.trial.title', { days })}>
      <Kpi
        label={t('rules.trial.triggers', { days })}
        value={figures.triggers}
        note={t('rules.trial.month', { count: figures.triggersOfMonth })}
      />
      <Kpi
        label={t('rules.trial.entered')}
        value={figures.entered}
        {...(skipped === 0 ? {} : { note: t('rules.trial.skipped', { count: skipped, reasons }) })}
      />
      <Kpi
        label={t('rules.trial.mean')}
        value={<Pct value={figures.meanPercent} kind="result" unit />}
        {...(figures.winPercent === null
          ? {}
          : {
              note: t('rules.trial.won', {
                percent: decimal(figures.winPercent, 2),
                payoff: decimal(figures.payoff, 2),
              }),
            })}
      />
      <Kpi label={t('rules.trial.worst')} value={<Pct value={figures.worstPercent} kind="result" unit />} />
      <Kpi
        label={t('rules.trial.result', { wallet: t.number(wallet, { decimals: 0 }) })}
        value={<Money value={figures.result} />}
        note={t('rules.trial.drawdown', { percent: decimal(figures.drawdownPercent, 2) })}
      />
      <Kpi label={t('rules.trial.holding')} value={<Pct value={figures.holdingPercent} kind="result" unit />} />
    </KpiBand>
  );
}
