import type { ShownAccount } from '#web/api/exchange/exchange-account-query.ts';
import { useText } from '#web/i18n/text.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { sharePercent } from '#web/ui/values/distance.ts';
import { Money } from '#web/ui/values/money.tsx';
import { CapsButton } from './caps-button.tsx';
import css from './live-account.module.css';

/** Wallet, committed margin, caps and orders of unknown outcome. */
export function AccountBand({ account }: { readonly account: ShownAccount }) {
  const t = useText();
  const { wallet, committed, caps, unknownOrders } = account;
  const areSet = Object.values(caps).every((cap) => cap !== null);
  const share = wallet === null ? null : sharePercent(committed, wallet);
  const rest = t('live.caps.restNote', {
    rate: caps.ordersPerMinute === null ? '–' : t.number(String(caps.ordersPerMinute)),
    band: caps.priceBandPercent === null ? '–' : t.number(caps.priceBandPercent),
  });
  return (
    <div className={css['band']}>
      <KpiBand label={t('live.title')}>
        <Kpi label={t('live.wallet')} value={<Money kind="amount" value={wallet} />} unit="USDT" />
        <Kpi
          label={t('live.committed')}
          value={<Money kind="amount" value={committed} />}
          unit="USDT"
          note={share === null ? null : t('live.ofWallet', { percent: t.number(share, { decimals: 2 }) })}
        />
        <Kpi label={t('live.caps.bot')} value={<Money kind="amount" value={caps.botNotional} />} unit="USDT" />
        <Kpi
          label={t('live.caps.account')}
          value={<Money kind="amount" value={caps.accountNotional} />}
          unit="USDT"
          note={rest}
        />
        <Kpi
          label={t('live.caps.daily')}
          value={<Money kind="amount" value={caps.dailyLoss} />}
          unit="USDT"
          note={areSet ? <CapsButton /> : null}
        />
        <Kpi
          label={t('live.unknownCount')}
          value={t.number(String(unknownOrders.length))}
          note={unknownOrders.length === 0 ? t('live.unknownNone') : null}
        />
      </KpiBand>
    </div>
  );
}
