import { type Text, useText } from '#web/i18n/text.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { durationText, missing } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Bps } from './bps.tsx';
import type { OrderStat, StatFigures } from './order-queries.ts';
import css from './orders.module.css';

/** The figures of the whole period. */
export function StatBand({ stat: { total, unsent } }: { readonly stat: OrderStat }) {
  const t = useText();
  const notional = addDecimals([total.buyNotional, total.sellNotional]);
  const slippage = addDecimals([total.entrySlippage, total.exitSlippage]);
  const money = (value: string) => t.number(value, { decimals: 2 });
  return (
    <KpiBand label={t('orders.band')}>
      <Kpi
        label={t('orders.kpi.sent')}
        value={countText(total.sent, t)}
        note={
          total.fillPercent === null
            ? undefined
            : t('orders.kpi.filled', { percent: percentText(total.fillPercent, t) })
        }
      />
      <Kpi
        label={t('orders.kpi.maker')}
        value={percentText(total.makerPercent, t)}
        unit={unitOf(total.makerPercent, '%')}
        note={t('orders.kpi.ofNotional', { amount: money(notional) })}
      />
      <Kpi
        label={t('orders.kpi.fee')}
        value={<Bps value={total.feeBps} kind="plain" />}
        unit={unitOf(total.feeBps, t('orders.bp'))}
        note={<Money kind="amount" value={total.commission} unit="USDT" />}
      />
      <Kpi
        label={t('orders.kpi.slippage')}
        value={<Bps value={total.slippageBps} />}
        unit={unitOf(total.slippageBps, t('orders.bp'))}
        note={t('orders.kpi.slippageCost', { amount: money(slippage) })}
      />
      <Kpi
        label={t('orders.kpi.rest')}
        value={restText(total.restP50S, t)}
        note={t('orders.kpi.restHigh', { time: restText(total.restP95S, t) })}
      />
      <Kpi
        label={t('orders.kpi.unsent')}
        value={countText(
          unsent.reduce((sum, { orders }) => sum + orders, 0),
          t,
        )}
        note={unsent.length === 0 ? undefined : t('orders.kpi.reasons', { count: unsent.length })}
      />
      <Unprotected total={total} />
    </KpiBand>
  );
}

function Unprotected({ total: { heldMs, unprotectedMs } }: { readonly total: StatFigures }) {
  const t = useText();
  const value = heldMs === 0 ? missing : durationText(unprotectedMs, t);
  return (
    <Kpi
      label={t('orders.kpi.unprotected')}
      value={unprotectedMs > 0 ? <span className={css['warn']}>{value}</span> : value}
      note={t('orders.kpi.held', { time: durationText(heldMs, t) })}
    />
  );
}

/** A dash has no unit. */
function unitOf(value: string | null, unit: string): string | undefined {
  return value === null ? undefined : unit;
}

function countText(count: number, t: Text): string {
  return t.number(String(count));
}

function percentText(percent: string | null, t: Text): string {
  return percent === null ? missing : t.number(percent, { decimals: 2 });
}

/** @param seconds - of market time; null when nothing rested and was filled */
export function restText(seconds: number | null, t: Text): string {
  return seconds === null ? missing : durationText(seconds * 1_000, t);
}
