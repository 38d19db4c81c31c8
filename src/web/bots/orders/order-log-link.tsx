import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BotKind } from '#engine/model/bot.ts';
import type { Order } from '#web/api/trading-queries.ts';
import { kindAddress } from '#web/kinds/kind-address.ts';

interface OrderLogLinkProps {
  readonly kind: BotKind;
  readonly order: Pick<Order, 'botId' | 'cycleId' | 'orderId' | 'filledQty'>;
  /** Its accessible name, where its words do not say that it leads to the log. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** To what the log says of an order. Only fills are logged with their order, so one without a fill leads to its cycle. */
export function OrderLogLink({ kind, order, label, children }: OrderLogLinkProps) {
  const { botId, cycleId, orderId, filledQty } = order;
  const named = Number(filledQty) > 0 ? { order: orderId } : {};
  return (
    <Link to={kindAddress(kind, 'logs')} search={{ bot: botId, cycle: cycleId, ...named }} aria-label={label}>
      {children}
    </Link>
  );
}
