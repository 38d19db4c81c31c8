import { Link } from '@tanstack/react-router';
import { roleText } from '#web/bots/cycles/order-table.tsx';
import { OrderLogLink } from '#web/bots/orders/order-log-link.tsx';
import type { Text } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import type { Column } from '#web/ui/table/column.ts';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { decimalsOf, utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { Bps } from '../bps.tsx';
import type { ExecutedOrder } from '../order-queries.ts';
import css from '../orders.module.css';

type OrderColumn = Column<ExecutedOrder>;

/** When an order ended or, as long as it rests, when it was sent. */
const endOf = ({ doneAt, sentAt }: ExecutedOrder): string => doneAt ?? sentAt;
/** What its fills are compared with. */
const decidedAt = ({ decisionPrice, triggerPrice }: ExecutedOrder): string | null => decisionPrice ?? triggerPrice;
/** An average is not on the tick grid: it is shown with the decimals of the other prices. */
const decimalsFor = (order: ExecutedOrder): number =>
  Math.max(...[order.price, order.triggerPrice, order.decisionPrice].map((price) => decimalsOf(price ?? '')));

/** Columns of the worst orders. */
export function worstColumns(t: Text): readonly OrderColumn[] {
  const { ended, bot, role, decided, filledAt, slippage, cost, links } = allColumns(t);
  return [ended, bot, role, decided, filledAt, slippage, cost, links];
}

/** Columns of the list of orders; where there is little room, what the others imply or the file holds gives way. */
export function executedColumns(t: Text): readonly OrderColumn[] {
  const { ended, bot, symbol, role, side, state, qty, decided, filledAt, value, fee, slippage, cost, links } =
    allColumns(t);
  const all = [ended, bot, symbol, role, side, state, qty, decided, filledAt, value, fee, slippage, cost, links];
  const spared: readonly OrderColumn[] = [side, qty, decided, fee];
  return all.map((column) => (spared.includes(column) ? { ...column, yieldsTo: 'drawer' } : column));
}

function allColumns(t: Text) {
  return { ...nameColumns(t), ...priceColumns(t), ...costColumns(t) };
}

function nameColumns(t: Text) {
  const text = (id: string, title: string, of: (order: ExecutedOrder) => string): OrderColumn => ({
    id,
    title,
    cell: of,
    exact: of,
  });
  return {
    ended: { ...text('ended', t('orders.column.ended'), endOf), cell: (one) => utcMinute(endOf(one), t.language) },
    bot: { ...text('bot', t('orders.column.bot'), ({ botName }) => botName), isHideable: false },
    symbol: text('symbol', t('orders.column.symbol'), ({ symbol }) => symbol),
    role: { ...text('role', t('orders.column.role'), ({ role }) => role), cell: (one) => roleText(one, t) },
    side: { ...text('side', t('orders.column.side'), ({ side }) => side), cell: ({ side }) => t(`order.${side}`) },
    state: {
      ...text('state', t('orders.column.state'), ({ state }) => state),
      cell: ({ state }) => t(`cycles.order.${state}`),
    },
    links: { id: 'links', title: t('orders.column.links'), cell: (one) => <OrderLinks order={one} t={t} /> },
  } satisfies Record<string, OrderColumn>;
}

function priceColumns(t: Text) {
  return {
    qty: {
      id: 'qty',
      title: t('orders.column.qty'),
      cell: ({ filledQty }) => t.number(filledQty),
      exact: ({ filledQty }) => filledQty,
      align: 'right',
    },
    decided: {
      id: 'decided',
      title: t('orders.column.decided'),
      hint: t('orders.hint.decided'),
      cell: (one) => <Price value={decidedAt(one)} />,
      exact: decidedAt,
      align: 'right',
    },
    filledAt: {
      id: 'filledAt',
      title: t('orders.column.filledAt'),
      cell: (one) => <Price value={one.avgPrice} decimals={decimalsFor(one)} />,
      exact: ({ avgPrice }) => avgPrice,
      align: 'right',
    },
  } satisfies Record<string, OrderColumn>;
}

function costColumns(t: Text) {
  const money = (id: string, title: string, of: (order: ExecutedOrder) => string | null): OrderColumn => ({
    id,
    title,
    cell: (one) => <Money kind="amount" value={of(one)} />,
    exact: of,
    align: 'right',
  });
  return {
    value: money('value', t('orders.column.value'), ({ quoteQty }) => quoteQty),
    fee: money('fee', t('orders.column.fee'), ({ commission }) => commission),
    slippage: {
      id: 'slippage',
      title: t('orders.column.slippage'),
      hint: t('orders.hint.slippage'),
      cell: ({ slippageBps }) => <Bps value={slippageBps} />,
      exact: ({ slippageBps }) => slippageBps,
      align: 'right',
    },
    cost: money('cost', t('orders.column.slippageCost'), ({ slippageCost }) => slippageCost),
  } satisfies Record<string, OrderColumn>;
}

/** To the chart of its cycle, and to what the log says of it. */
function OrderLinks({ order, t }: { readonly order: ExecutedOrder; readonly t: Text }) {
  const { kind, portfolioId, cycleId } = order;
  return (
    <span className={css['links']}>
      <Link to={kindAddress(kind, 'portfolio', portfolioId)} search={{ cycle: cycleId }}>
        {t('orders.toChart')}
      </Link>
      <OrderLogLink kind={kind} order={order}>
        {t('orders.toLog')}
      </OrderLogLink>
    </span>
  );
}

/** An order on the phone. */
export function orderCard(order: ExecutedOrder, t: Text): CardParts {
  return {
    title: `${order.symbol} · ${roleText(order, t)}`,
    figure: <Money kind="amount" value={order.quoteQty} />,
    state: `${t(`cycles.order.${order.state}`)}, ${utcMinute(endOf(order), t.language)}`,
    aside:
      order.slippageBps === null ? undefined : (
        <>
          <Bps value={order.slippageBps} /> {t('orders.bp')}
        </>
      ),
    below: (
      <>
        {order.botName} <OrderLinks order={order} t={t} />
      </>
    ),
  };
}
