import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getOrdersFromLog } from '#contract/cycle.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { FillTable } from '#web/bots/cycles/fill-table.tsx';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { decimalsOf, utcMinute } from '#web/ui/values/format.ts';
import { Price } from '#web/ui/values/price.tsx';
import { orderWords } from '#web/ui/words/order-words.ts';
import css from './logs.module.css';

/** An order that a line names, with its fills. */
const namedOrderQuery = (kind: BotKind, orderId: string) =>
  queryOptions({
    queryKey: ['logs', 'order', kind, orderId],
    queryFn: ({ signal }) => api(getOrdersFromLog, { params: { kind }, query: { orderId }, signal }),
  });

/** The order that a line names, as it stands now, with its fills and the way to all of its entries. */
export function NamedOrder({ orderId }: { readonly orderId: string }) {
  const t = useText();
  const kind = useKind();
  const named = useQuery(namedOrderQuery(kind, orderId));
  if (named.isPending) return <SkeletonRows rows={3} height={30} />;
  if (!named.data) return <ProblemNote error={named.error} onRetry={() => void named.refetch()} />;
  const { order, trades } = named.data;
  // An average is not on the tick grid: it is shown with the decimals of the other prices.
  const prices = [order.price, order.triggerPrice, order.decisionPrice, ...trades.map(({ price }) => price)];
  const decimals = Math.max(...prices.map((price) => decimalsOf(price ?? '')));
  const facts = [
    [t('logs.order'), orderWords(order, t)],
    [t('cycles.order.state'), t(`cycles.order.${order.state}`)],
    [t('cycles.order.placed'), utcMinute(order.sentAt, t.language)],
    [t('logs.order.average'), <Price key="average" value={order.avgPrice} decimals={decimals} />],
  ] as const;
  return (
    <section className={css['order']} aria-label={t('logs.order')}>
      <dl className={css['figures']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {trades.length === 0 ? null : <FillTable trades={trades} hovered={null} onHover={ignored} />}
      <Link to={kindAddress(kind, 'logs')} search={{ order: orderId }}>
        {t('logs.order.all')}
      </Link>
    </section>
  );
}

const ignored = (): void => {};
