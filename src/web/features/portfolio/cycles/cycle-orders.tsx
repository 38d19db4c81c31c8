import { useQuery } from '@tanstack/react-query';
import { ordersQuery } from '#web/api/trading-queries.ts';
import { OrderTable } from '#web/bots/cycles/order-table.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';

interface CycleOrdersProps {
  readonly cycleId: string;
  /** Of prices of its symbol. */
  readonly decimals: number;
}

/** Every order of the cycle, in the order of placement. */
export function CycleOrders({ cycleId, decimals }: CycleOrdersProps) {
  const kind = useKind();
  const orders = useQuery(ordersQuery(kind, cycleId));
  if (orders.isPending) return <SkeletonRows rows={6} height={30} />;
  if (!orders.data) return <ProblemNote error={orders.error} onRetry={() => void orders.refetch()} />;
  return <OrderTable orders={orders.data.items} decimals={decimals} kind={kind} />;
}
