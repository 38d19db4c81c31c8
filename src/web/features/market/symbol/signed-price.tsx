import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isApiError } from '#web/api/api-error.ts';
import { exchangeKeyQuery } from '#web/api/exchange-key-query.ts';
import { signedPriceQuery } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Kpi } from '#web/ui/figures/kpi.tsx';
import { missing, utcMinute } from '#web/ui/values/format.ts';
import { Price } from '#web/ui/values/price.tsx';

/** The last price as the exchange returns it for the user's own key; without a key, a link to add one. */
export function KeyPrice({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const key = useQuery(exchangeKeyQuery);
  const isUsable = key.data?.isPresent === true && key.data.refusal === null;
  const price = useQuery({ ...signedPriceQuery(symbol), enabled: isUsable });
  const label = t('market.signed');
  if (price.data) {
    const time = utcMinute(price.data.time, t.language);
    const note = price.isError ? t('market.signedFailed') : t('market.signedAt', { time });
    return <Kpi label={label} value={<Price value={price.data.price} />} note={note} />;
  }
  if (key.data && !key.data.isPresent) {
    const add = <Link to="/account">{t('market.signedNone')}</Link>;
    return <Kpi label={label} value={missing} note={add} />;
  }
  const isKeyBad = (key.data && !isUsable) || isKeyFault(price.error);
  const note = isKeyBad ? (
    <Link to="/account">{t('market.signedKey')}</Link>
  ) : price.isError ? (
    t('market.signedFailed')
  ) : (
    ''
  );
  return <Kpi label={label} value={missing} note={note} />;
}

function isKeyFault(error: unknown): boolean {
  return isApiError(error) && error.code.startsWith('EXCHANGE_KEY_');
}
