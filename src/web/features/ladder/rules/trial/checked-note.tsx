import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import type { ToldTrial } from '../tree/tree-reading.ts';
import css from './trial.module.css';

/** What a save would say of the rules: whether their values hold in a running bot, and how much of the past they read. */
export function CheckedNote({ trial: { unsteady, warnings, reads } }: { readonly trial: ToldTrial }) {
  const t = useText();
  if (reads.length === 0) return null;
  const bars = reads.map(({ timeframe, bars }) => t('rules.checked.bars', { bars: t.number(String(bars)), timeframe }));
  return (
    <Card title={t('rules.checked')}>
      <ul className={css['checked']}>
        {unsteady.length === 0 ? <li>{t('rules.checked.text', { bars: bars.join(', ') })}</li> : null}
        {unsteady.map(({ path, detail }) => (
          <li key={path} data-tone="danger">
            {t('rules.unsteady', { field: path, detail })}
          </li>
        ))}
        {warnings.map(({ path }) => (
          <li key={path} data-tone="warn">
            {t('rules.unknownSeries', { field: path })}
          </li>
        ))}
      </ul>
    </Card>
  );
}
