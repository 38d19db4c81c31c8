import type { Atom, Order } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { TableFile } from '#web/ui/table/table-file.tsx';
import { distancePercent } from '#web/ui/values/distance.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { roleWords } from '#web/ui/words/order-words.ts';
import { isOpen } from '../is-open.ts';
import css from './orders.module.css';
import { useWorkingOrders } from './use-working-orders.ts';

interface Line {
  readonly id: string;
  readonly atom: Atom;
  readonly words: string;
  readonly price: string | null;
  /** Null: the whole position. */
  readonly quantity: string | null;
  /** True: no order rests yet; the engine sends one when the price is reached. */
  readonly isHeld: boolean;
}

/** What rests or waits for these atoms: steps, take profit and stop-loss, the nearest to the mark first. */
export function WorkingOrders({ atoms }: { readonly atoms: readonly Atom[] }) {
  const t = useText();
  const kind = useKind();
  const { orders, error } = useWorkingOrders({ kind, atoms });
  if (orders === null) return error ? <ProblemNote error={error} /> : <SkeletonRows rows={3} height={28} />;
  const lines = atoms.flatMap((atom) => linesOf(atom, orders, t));
  if (lines.length === 0) return <p className={css['quiet']}>{t('drawer.noOrders')}</p>;
  return (
    <>
      <TableFile name="working orders" columns={columnsOf(t)} rows={() => lines} />
      <Rows lines={lines} hasSymbols={new Set(atoms.map((atom) => atom.atomId)).size > 1} />
    </>
  );
}

function columnsOf(t: Text): readonly FileColumn<Line>[] {
  return [
    { title: t('cycles.column.symbol'), exact: ({ atom }) => atom.symbol },
    { title: t('cycles.order.order'), exact: ({ words, isHeld }) => (isHeld ? `${words} ${t('drawer.held')}` : words) },
    { title: t('cycles.order.price'), exact: ({ price }) => price ?? t('order.market') },
    { title: t('cycles.order.qty'), exact: ({ quantity }) => quantity ?? t('cycles.order.all') },
    { title: t('drawer.away'), exact: ({ atom, price }) => distancePercent(atom.mark, price) },
  ];
}

interface RowsProps {
  readonly lines: readonly Line[];
  /** Whether the lines are of several positions. */
  readonly hasSymbols: boolean;
}

function Rows({ lines, hasSymbols }: RowsProps) {
  const t = useText();
  return (
    <table className={css['orders']}>
      <thead>
        <tr>
          {(['order', 'price', 'qty'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`cycles.order.${column}`)}
            </th>
          ))}
          <th scope="col">{t('drawer.away')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              {hasSymbols ? `${line.atom.symbol} ` : null}
              {line.words}
              {line.isHeld ? <span className={css['quiet']}> {t('drawer.held')}</span> : null}
            </td>
            <td>{line.price === null ? t('order.market') : <Price value={line.price} />}</td>
            <td>{line.quantity === null ? t('cycles.order.all') : t.number(line.quantity)}</td>
            <td>
              <Pct value={distancePercent(line.atom.mark, line.price)} unit />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function linesOf(atom: Atom, orders: readonly Order[], t: Text): readonly Line[] {
  const own = orders.filter((order) => order.atomId === atom.atomId);
  const resting = own.map((order) => ({
    id: order.orderId,
    atom,
    words: order.role === 'safety' ? t('ladder.row.step', { level: order.level }) : roleWords(order.role, t),
    price: order.price ?? order.triggerPrice,
    quantity: order.qty,
    isHeld: false,
  }));
  const awayOf = ({ price }: Line) => Math.abs(Number(distancePercent(atom.mark, price) ?? 0));
  return [...resting, ...heldExits(atom, own, t)].sort((a, b) => awayOf(a) - awayOf(b));
}

/** Exits that rest nowhere yet: the engine watches the price and closes at market. */
function heldExits(atom: Atom, own: readonly Order[], t: Text): readonly Line[] {
  if (!isOpen(atom)) return [];
  const exits = [
    { role: 'take_profit', price: atom.takeProfitPrice },
    { role: 'stop_loss', price: atom.stopLossPrice },
  ];
  return exits
    .filter(({ role, price }) => price !== null && !own.some((order) => order.role === role))
    .map(({ role, price }) => {
      return { id: `${atom.atomId} ${role}`, atom, words: roleWords(role, t), price, quantity: null, isHeld: true };
    });
}
