import { useText } from '#web/i18n/text.tsx';
import css from './screener.module.css';
import { absenceOf, type ScreenerRow } from './screener-queries.ts';

/** Above columns of coins that are all empty: what fills them. */
export function CoinNote({ rows }: { readonly rows: readonly ScreenerRow[] }) {
  const t = useText();
  const [first] = rows;
  if (first === undefined || absenceOf(first, 'cmcRank') !== 'NO_API_KEY') return null;
  return <p className={css['coinNote']}>{t('screener.coin.noKey')}</p>;
}
