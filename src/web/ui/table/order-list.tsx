import type { ReactNode } from 'react';

/** A line of a preview, with the orders it mentions listed below, each with a sign. */
export function OrderList({ title, sign, orders }: { title: ReactNode; sign: '+' | '−'; orders: readonly string[] }) {
  return (
    <>
      {title}
      <ul>
        {orders.map((order) => (
          <li key={order}>
            {sign} {order}
          </li>
        ))}
      </ul>
    </>
  );
}
