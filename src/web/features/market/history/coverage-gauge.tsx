import { useText } from '#web/i18n/text.tsx';
import { ShareFigure, ShareGauge } from '#web/ui/figures/share-gauge.tsx';
import css from '../market.module.css';

/** How much of the last 30 days is stored: a bar and its figure. */
export function CoverageGauge({ percent }: { readonly percent: number }) {
  const t = useText();
  return <ShareFigure percent={percent} label={t('market.covered', { percent })} />;
}

/** The same with a label, where no column names it. */
export function CoverageLine({ percent }: { readonly percent: number }) {
  const t = useText();
  return (
    <span className={css['coverage']}>
      <ShareGauge percent={percent} label={null} />
      <span className={css['quiet']}>{t('market.covered', { percent })}</span>
    </span>
  );
}
