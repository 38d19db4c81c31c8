import { useText } from '#web/i18n/text.tsx';
import css from '../market.module.css';

const WHOLE = 100;

/** How much of the last 30 days is stored: a bar and its figure. */
export function CoverageGauge({ percent }: { readonly percent: number }) {
  const t = useText();
  return (
    <span className={css['coverage']}>
      <span className={css['bar']} role="img" aria-label={t('market.covered', { percent })}>
        <span style={{ width: `${percent}%` }} data-whole={percent === WHOLE ? '' : undefined} />
      </span>
      <span className={css['percent']} aria-hidden="true">
        {percent} %
      </span>
    </span>
  );
}

/** The same with a label, where no column names it. */
export function CoverageLine({ percent }: { readonly percent: number }) {
  const t = useText();
  return (
    <span className={css['coverage']}>
      <span className={css['bar']} aria-hidden="true">
        <span style={{ width: `${percent}%` }} data-whole={percent === WHOLE ? '' : undefined} />
      </span>
      <span className={css['quiet']}>{t('market.covered', { percent })}</span>
    </span>
  );
}
