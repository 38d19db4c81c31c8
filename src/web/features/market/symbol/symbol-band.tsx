import type { MarketRow } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { decimalsOf, missing, utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { millions } from '../market-rows.ts';
import { KeyPrice } from './signed-price.tsx';

const FUNDING_DECIMALS = 4;

/** Key figures of one contract. */
export function SymbolBand({ row }: { readonly row: MarketRow }) {
  const t = useText();
  const decimals = decimalsOf(row.tickSize);
  const index = row.indexPrice === null ? missing : t.number(row.indexPrice, { decimals });
  const range = row.lowPrice === null ? missing : t.number(row.lowPrice);
  const next = row.nextFundingAt === null ? missing : utcMinute(row.nextFundingAt, t.language);
  return (
    <KpiBand label={t('market.title')}>
      <Kpi label={t('market.last')} value={<Price value={row.lastPrice} />} unit="USDT" />
      <Kpi label={t('market.change')} value={<Pct value={row.changePercent} kind="result" unit />} />
      <Kpi label={t('market.range')} value={<Price value={row.highPrice} />} note={range} />
      <Kpi
        label={t('market.turnover')}
        value={<Money value={millions(row.turnover)} kind="amount" decimals={1} />}
        unit={t('market.millions')}
      />
      <Kpi
        label={t('market.mark')}
        value={<Price value={row.markPrice} decimals={decimals} />}
        note={t('market.index', { price: index })}
      />
      <Kpi
        label={t('market.funding')}
        value={<Pct value={row.fundingPercent} decimals={FUNDING_DECIMALS} unit />}
        note={t('market.fundingNext', { time: next, hours: row.fundingHours })}
      />
      <KeyPrice symbol={row.symbol} />
    </KpiBand>
  );
}
