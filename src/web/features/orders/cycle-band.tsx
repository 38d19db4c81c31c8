import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { Money } from '#web/ui/values/money.tsx';
import type { OrderStat } from './order-queries.ts';
import { ratioText } from './ratio-text.ts';

/** What the orders of the period came to: the result of its cycles, how they ended, and what that took. */
export function CycleBand({ stat: { total, closed } }: { readonly stat: OrderStat }) {
  const t = useText();
  const count = (value: number) => t.number(String(value));
  const money = (value: string) => t.number(value, { decimals: 2, sign: 'always' });
  return (
    <KpiBand label={t('orders.cycles')}>
      <Kpi
        label={t('orders.kpi.net')}
        value={<Money value={total.net} />}
        unit="USDT"
        note={
          <span title={t('orders.kpi.netWhy')}>
            {t('orders.kpi.netOf', { gross: money(total.gross), funding: money(total.funding) })}
          </span>
        }
      />
      <Kpi label={t('orders.column.opened')} value={count(total.cyclesOpened)} />
      <Kpi label={t('orders.column.closed')} value={count(total.cyclesClosed)} note={reasonsText(closed, t)} />
      <Kpi label={t('orders.column.levelMax')} value={count(total.levelMax)} />
      <Kpi
        label={t('orders.column.stopLosses')}
        value={count(total.stopLosses)}
        note={t('orders.kpi.takeProfits', { count: count(total.takeProfits) })}
      />
      <Kpi
        label={t('orders.column.replaced')}
        value={count(total.replaced)}
        note={t('orders.kpi.ofCanceled', { count: count(total.canceled) })}
      />
      <Kpi label={t('orders.column.ordersPerFill')} value={ratioText(total.ordersPerFill, t)} />
      <Kpi label={t('orders.column.rejected')} value={count(total.rejected)} />
    </KpiBand>
  );
}

/** "Take profit 32, Stop-loss 3"; undefined where no cycle ended. */
function reasonsText(closed: OrderStat['closed'], t: Text): string | undefined {
  if (closed.length === 0) return undefined;
  return closed.map(({ reason, cycles }) => `${endWords(reason, t)}\u00a0${t.number(String(cycles))}`).join(', ');
}

/** A reason keeps its code when it has no words. */
function endWords(reason: string, t: Text): string {
  const key = `cycles.end.${reason}`;
  return isMessageKey(t, key) ? t(key) : reason;
}
