import type { BotKind } from '#engine/model/bot.ts';
import type { Order } from '#web/api/trading-queries.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { TableFile } from '#web/ui/table/table-file.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { Price } from '#web/ui/values/price.tsx';
import { OrderLogLink } from '../orders/order-log-link.tsx';
import css from './tables.module.css';

interface OrderTableProps {
  readonly orders: readonly Order[];
  /** Those of the tick: an average has more. Undefined while the tick is not known. */
  readonly decimals: number | undefined;
  /** The kind whose log tells of the orders; left out for orders of a test, which have no page of a log. */
  readonly kind?: BotKind | undefined;
}

/** Every order of a cycle, in the order of placement. */
export function OrderTable({ orders, decimals, kind }: OrderTableProps) {
  const t = useText();
  if (orders.length === 0) return <Empty title={t('cycles.noOrders')} />;
  return (
    <>
      <TableFile name={`${orders[0]?.symbol} orders`} columns={columnsOf(t)} rows={() => orders} />
      <Rows orders={orders} decimals={decimals} kind={kind} />
    </>
  );
}

function Rows({ orders, decimals, kind }: OrderTableProps) {
  const t = useText();
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
              <Price value={priceOf(order)} decimals={decimals} />
            </td>
            <td>{order.qty === null ? t('cycles.order.all') : t.number(order.qty)}</td>
            <td>
              <OrderState order={order} kind={kind} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The state of an order; that of one with fills leads to what the log says of them. */
function OrderState({ order, kind }: { readonly order: Order; readonly kind: BotKind | undefined }) {
  const t = useText();
  const state = t(`cycles.order.${order.state}`);
  if (kind === undefined || Number(order.filledQty) === 0) return state;
  return (
    <OrderLogLink kind={kind} order={order} label={`${state}, ${t('tabs.logs')}`}>
      {state}
    </OrderLogLink>
  );
}

/** What an order waits for or, where that is no price, what it was filled at. */
const priceOf = ({ price, triggerPrice, avgPrice }: Order): string | null => price ?? triggerPrice ?? avgPrice;

function columnsOf(t: Text): readonly FileColumn<Order>[] {
  return [
    { title: t('cycles.order.placed'), exact: ({ sentAt }) => sentAt },
    { title: t('cycles.order.order'), exact: (order) => roleText(order, t) },
    { title: t('cycles.order.price'), exact: priceOf },
    { title: t('cycles.order.qty'), exact: ({ qty }) => qty ?? t('cycles.order.all') },
    { title: t('cycles.order.state'), exact: ({ state }) => t(`cycles.order.${state}`) },
  ];
}

/** What an order is for: "Step 2", "Take profit". */
export function roleText({ role, level }: { readonly role: string; readonly level: number }, t: Text): string {
  if (role === 'safety') return t('ladder.row.step', { level });
  const key = `role.${role}`;
  return isMessageKey(t, key) ? t(key) : role;
}
