import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';

interface WordedOrder {
  readonly symbol: string;
  readonly role: string;
  readonly level: number;
  readonly side: 'BUY' | 'SELL';
  /** Null: at market. */
  readonly price: string | null;
  readonly triggerPrice?: string | null;
  /** Null: the whole position. */
  readonly qty: string | null;
}

/** "Step 4: buy 0.006 BTC at 106,305.6". */
export function orderWords(order: WordedOrder, t: Text): string {
  const price = order.price ?? order.triggerPrice ?? null;
  return t('order.words', {
    role: order.role === 'safety' ? t('ladder.row.step', { level: order.level }) : roleWords(order.role, t),
    side: t(`order.${order.side}`),
    quantity: order.qty === null ? t('order.whole') : t.number(order.qty),
    // Every contract is quoted in USDT; its quantities count the other asset.
    asset: order.symbol.replace(/USDT$/, ''),
    price: price === null ? t('order.market') : t('order.at', { price: t.number(price) }),
  });
}

/** What a role is called; an unknown one keeps its code. */
export function roleWords(role: string, t: Text): string {
  const key = `role.${role}`;
  return isMessageKey(t, key) ? t(key) : role;
}
