import type { Atom, Order } from '#web/api/trading-queries.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';
import { decimalsOf, groupDecimal } from '#web/ui/format.ts';
import { isOpen } from './bot-rows.ts';

export type StopMode = 'protect' | 'close' | 'detach';

export interface StopEffect {
  readonly lines: readonly string[];
  readonly stays: readonly string[];
}

const isWorking = (order: Order): boolean => order.state === 'OPEN' || order.state === 'PARTIALLY_FILLED';
const raisesRisk = (order: Order): boolean => order.role === 'base' || order.role === 'safety';

/**
 * What a stop would do, order by order.
 * @param orders of the open cycles of the bot
 */
export function stopEffect(mode: StopMode, atoms: readonly Atom[], orders: readonly Order[], t: Text): StopEffect {
  const open = atoms.filter(isOpen);
  const working = orders.filter(isWorking);
  const cancelled = mode === 'protect' ? working.filter(raisesRisk) : working;
  const kept = working.filter((order) => !cancelled.includes(order));
  const lines = [t.plural('stop.cancels', cancelled.length), ...cancelled.map((order) => `− ${orderText(order, t)}`)];
  const positions = open.map((atom) => positionText(atom, t));
  if (mode === 'close')
    return { lines: [...lines, ...positions.map((position) => t('stop.closes', { position }))], stays: [] };
  if (mode === 'detach')
    return { lines: [...lines, ...positions.map((position) => t('stop.detaches', { position }))], stays: [] };
  const keeps = kept.map((order) => t('stop.keepsOrder', { order: orderText(order, t) }));
  return { lines, stays: [...positions.map((position) => t('stop.keeps', { position })), ...keeps] };
}

function positionText(atom: Atom, t: Text): string {
  return t('stop.position', {
    quantity: groupDecimal(atom.quantity),
    symbol: atom.symbol,
    side: t(atom.direction === 'buy' ? 'side.long' : 'side.short'),
    average:
      atom.averagePrice === null ? '–' : groupDecimal(atom.averagePrice, { decimals: decimalsOf(atom.mark ?? '0.00') }),
    open: groupDecimal(atom.unrealized, { decimals: 2, sign: 'always' }),
  });
}

function orderText(order: Order, t: Text): string {
  const price = order.price ?? order.triggerPrice;
  return t('stop.order', {
    role: order.role === 'safety' ? t('ladder.row.step', { level: order.level }) : roleText(order.role, t),
    symbol: order.symbol,
    price: price === null ? '–' : groupDecimal(price),
  });
}

function roleText(role: string, t: Text): string {
  const key = `role.${role}`;
  return isMessageKey(t, key) ? t(key) : role;
}
