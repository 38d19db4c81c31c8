import type { Order } from '#web/api/trading-queries.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { Price } from '#web/ui/values/price.tsx';
import css from './tables.module.css';

/** Every order of a cycle, in the order of placement. */
export function OrderTable({ orders }: { readonly orders: readonly Order[] }) {
  const t = useText();
  if (orders.length === 0) return <Empty title={t('cycles.noOrders')} />;
  return (
    <table className={css['rows']}>
      <thead>
        <tr>
          {(['placed', 'order', 'price', 'qty', 'state'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`cycles.order.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.orderId}>
            <td>{utcMinute(order.sentAt, t.language)}</td>
            <td>{roleText(order, t)}</td>
            <td>
              <Price value={order.price ?? order.triggerPrice ?? order.avgPrice} />
            </td>
            <td>{order.qty === null ? t('cycles.order.all') : t.number(order.qty)}</td>
            <td>{t(`cycles.order.${order.state}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What an order is for: "Step 2", "Take profit". */
export function roleText({ role, level }: { readonly role: string; readonly level: number }, t: Text): string {
  if (role === 'safety') return t('ladder.row.step', { level });
  const key = `role.${role}`;
  return isMessageKey(t, key) ? t(key) : role;
}
