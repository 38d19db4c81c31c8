import { useQuery } from '@tanstack/react-query';
import { ordersQuery } from '#web/api/trading-queries.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { Price } from '#web/ui/values/price.tsx';
import css from '../portfolio.module.css';

/** Every order of the cycle, in the order of placement. */
export function CycleOrders({ cycleId }: { cycleId: string }) {
  const t = useText();
  const orders = useQuery(ordersQuery(useKind(), cycleId));
  if (orders.isPending) return <SkeletonRows rows={6} height={30} />;
  if (!orders.data) return <ProblemNote error={orders.error} onRetry={() => void orders.refetch()} />;
  if (orders.data.items.length === 0) return <Empty title={t('cycles.noOrders')} />;
  return (
    <table className={css['fills']}>
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
        {orders.data.items.map((order) => (
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

function roleText({ role, level }: { role: string; level: number }, t: Text): string {
  if (role === 'safety') return t('ladder.row.step', { level });
  const key = `role.${role}`;
  return isMessageKey(t, key) ? t(key) : role;
}
