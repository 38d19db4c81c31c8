import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { OrderStat } from './order-queries.ts';
import css from './orders.module.css';

/** Orders that bots wanted and did not send, by why, in words. */
export function UnsentCard({ stat: { unsent } }: { readonly stat: OrderStat }) {
  const t = useText();
  return (
    <Card title={t('orders.unsent')} note={t('orders.unsentNote')}>
      {unsent.length === 0 ? (
        <Empty title={t('orders.noUnsent')} />
      ) : (
        <dl className={css['reasons']}>
          {unsent.map(({ reason, orders }) => (
            <div key={reason}>
              <dt>{reasonWords(reason, t)}</dt>
              <dd>{t.number(String(orders))}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

/** A reason keeps its code when it has no words. */
function reasonWords(reason: string, t: Text): string {
  const key = `orders.reason.${reason}`;
  return isMessageKey(t, key) ? t(key) : reason;
}
