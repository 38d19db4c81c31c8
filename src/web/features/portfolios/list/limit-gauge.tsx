import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { limitUse } from '../portfolio-sums.ts';
import css from './limit-gauge.module.css';

const NEAR_PERCENT = 80;

/** How much of the limit is committed; yellow, and in words, when it is nearly used up. */
export function LimitGauge({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useText();
  const use = limitUse(portfolio);
  if (use === null || portfolio.limit === null) return <span className={css['none']}>{t('portfolio.noLimit')}</span>;
  const committed = t.number(portfolio.committed, { decimals: 2 });
  const percent = Number(use);
  const words = t('portfolio.limitOf', { committed, limit: t.number(portfolio.limit, { decimals: 2 }) });
  return (
    <span className={css['limit']} data-near={percent >= NEAR_PERCENT ? '' : undefined} title={words}>
      <span className={css['bar']} aria-hidden="true">
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <span className={css['words']}>{t('portfolio.limitUse', { percent: t.number(use, { decimals: 2 }) })}</span>
    </span>
  );
}
