import type { ReactNode } from 'react';
import type { Atom } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { decimalsOf } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Price } from '#web/ui/values/price.tsx';
import type { DealForm } from './deal-form.ts';
import type { ForetoldDeal } from './deal-queries.ts';
import css from './deals.module.css';

interface EffectTableProps {
  readonly effect: ForetoldDeal;
  readonly form: DealForm;
  readonly atom: Atom;
  /** Whether it is of what was entered before. */
  readonly isStale: boolean;
}

/** How a deal fills, and what that makes of the position. */
export function EffectTable({ effect, form, atom, isStale }: EffectTableProps) {
  const t = useText();
  const { fill } = effect;
  const decimals = decimalsOf(fill?.price ?? atom.mark ?? '');
  const words = fill && {
    price: t.number(fill.price),
    quantity: t.number(fill.qty),
    asset: atom.symbol.replace(/USDT$/, ''),
    fee: t.number(fill.commission, { decimals: 2 }),
  };
  return (
    <div data-stale={isStale || undefined} className={css['effect']} aria-live="polite" aria-busy={isStale}>
      {words === null ? null : <p>{t(form.orderType === 'limit' ? 'deal.fillsAll' : 'deal.fills', words)}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('deal.effect')}</th>
            <th scope="col">{t('deal.before')}</th>
            <th scope="col">{t('deal.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, draw }) => (
            <tr key={name}>
              <th scope="row">{t(`deal.effect.${name}`)}</th>
              <td>{draw(effect.before, decimals)}</td>
              <td>{draw(effect.after, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Position = ForetoldDeal['before'];

interface Row {
  readonly name: 'quantity' | 'average' | 'takeProfit' | 'stopLoss' | 'liquidation' | 'margin' | 'committed';
  readonly draw: (position: Position, decimals: number) => ReactNode;
}

const rows: readonly Row[] = [
  { name: 'quantity', draw: ({ quantity }) => <Price value={quantity} /> },
  { name: 'average', draw: ({ averagePrice }, decimals) => <Price value={averagePrice} decimals={decimals} /> },
  { name: 'takeProfit', draw: ({ takeProfitPrice }) => <Price value={takeProfitPrice} /> },
  { name: 'stopLoss', draw: ({ stopLossPrice }) => <Price value={stopLossPrice} /> },
  { name: 'liquidation', draw: ({ liquidationPrice }) => <Price value={liquidationPrice} /> },
  { name: 'margin', draw: ({ initialMargin }) => <Money kind="amount" value={initialMargin} /> },
  { name: 'committed', draw: ({ committedMargin }) => <Money kind="amount" value={committedMargin} /> },
];
