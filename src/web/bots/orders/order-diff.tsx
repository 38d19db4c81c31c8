import type { OrderEffect } from '#contract/bots/order-effect.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { orderWords } from '#web/ui/words/order-words.ts';
import css from './order-diff.module.css';

type Order = OrderEffect['places'][number];

/** What would change: orders replaced, cancelled and placed, how many stay, and where the positions are liquidated. */
export function OrderDiff({ effect }: { effect: OrderEffect }) {
  const t = useText();
  const { replaced, cancelled, placed } = pairsOf(effect);
  const groups = [
    {
      title: t.plural('apply.replaces', replaced.length),
      lines: replaced.map(
        ({ from, to }) => `→ ${orderWords(to, t)}, ${t('apply.was', { before: wasWords(from, to, t) })}`,
      ),
    },
    {
      title: t.plural('apply.cancels', cancelled.length),
      lines: cancelled.map((order) => `− ${orderWords(order, t)}`),
    },
    { title: t.plural('apply.places', placed.length), lines: placed.map((order) => `+ ${orderWords(order, t)}`) },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <div className={css['diff']}>
      {groups.length === 0 ? <p>{t('apply.sameOrders')}</p> : null}
      {groups.map(({ title, lines }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      <p>{t.plural('apply.unchanged', effect.unchanged)}</p>
      {effect.liquidations.map((change) => (
        <p key={`${change.symbol} ${change.direction}`}>{liquidationWords(change, t)}</p>
      ))}
      <p>{t('apply.margin', { amount: t.number(effect.committedMargin, { decimals: 2 }) })}</p>
    </div>
  );
}

/** A cancelled order and the one placed for the same level are one order replaced. */
function pairsOf({ cancels, places }: OrderEffect) {
  const left = [...places];
  const replaced: { from: Order; to: Order }[] = [];
  const cancelled = cancels.filter((from) => {
    const index = left.findIndex((to) => nameOf(to) === nameOf(from));
    const [to] = index < 0 ? [] : left.splice(index, 1);
    if (to !== undefined) replaced.push({ from, to });
    return to === undefined;
  });
  return { replaced, cancelled, placed: left };
}

const nameOf = ({ symbol, side, role, level }: Order): string => [symbol, side, role, level].join(' ');

/** What of the order was otherwise: its price, its quantity, or both. */
function wasWords(from: Order, to: Order, t: Text): string {
  const price = from.price === null ? t('order.market') : t.number(from.price);
  if (from.qty === to.qty) return price;
  const quantity = from.qty === null ? t('order.whole') : t.number(from.qty);
  return from.price === to.price ? quantity : `${quantity} ${t('order.at', { price })}`;
}

function liquidationWords({ symbol, direction, before, after }: OrderEffect['liquidations'][number], t: Text): string {
  const side = t(direction === 'buy' ? 'side.long' : 'side.short');
  const priced = (price: string | null) => (price === null ? t('apply.noLiquidation') : t.number(price));
  if (before === after) return t('apply.liquidationSame', { symbol, side, price: priced(after) });
  return t('apply.liquidation', { symbol, side, before: priced(before), after: priced(after) });
}
