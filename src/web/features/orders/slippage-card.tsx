import { useState } from 'react';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { Bps } from './bps.tsx';
import type { OrderStat } from './order-queries.ts';
import css from './orders.module.css';
import { type SlippageBar, slippageBars } from './slippage-bars.ts';

const sides = ['all', 'entry', 'exit'] as const;
type Side = (typeof sides)[number];

/** How far market orders were filled from the price they were decided at. */
export function SlippageCard({ stat }: { readonly stat: OrderStat }) {
  const t = useText();
  const [side, setSide] = useState<Side>('all');
  const { total, slippage } = stat;
  const bars = slippageBars(slippage, side);
  const mean = { all: total.slippageBps, entry: total.entryBps, exit: total.exitBps }[side];
  return (
    <Card
      title={t('orders.slippage')}
      note={t('orders.slippageNote')}
      actions={
        <>
          <Segments
            label={t('orders.slippageOf')}
            value={side}
            onChange={setSide}
            options={sides.map((value) => ({ value, label: t(`orders.slippage.${value}`) }))}
          />
          <CsvButton name="slippage" columns={columnsOf(t)} rows={() => slippage} />
        </>
      }
    >
      {bars.length === 0 ? (
        <Empty title={t('orders.noSlippage')} />
      ) : (
        <>
          <p className={css['facts']}>
            {t('orders.mean')} <Bps value={mean} /> {t('orders.bp')}
            {side === 'all' ? (
              <>
                {' · '}
                {t('orders.high')} <Bps value={total.slippageP95Bps} /> {t('orders.bp')}
              </>
            ) : null}
          </p>
          <Bars bars={bars} />
        </>
      )}
    </Card>
  );
}

/** The counts that the bars are drawn from, by whole basis points. */
function columnsOf(t: Text): readonly FileColumn<OrderStat['slippage'][number]>[] {
  return [
    { title: t('orders.column.slippage'), exact: ({ bps }) => bps },
    { title: t('orders.slippage.entry'), exact: ({ entries }) => entries },
    { title: t('orders.slippage.exit'), exact: ({ exits }) => exits },
  ];
}

/** The bars are drawn for the eye; the table behind them is the same for everybody else. */
function Bars({ bars }: { readonly bars: readonly SlippageBar[] }) {
  const t = useText();
  const most = Math.max(...bars.map(({ orders }) => orders));
  const named = (bar: SlippageBar) => barName(bar, (bps) => t.number(String(bps), { sign: 'always' }));
  return (
    <>
      <div className={css['bars']} aria-hidden="true">
        {bars.map((bar) => (
          <div key={bar.from} className={css['slot']} title={`${named(bar)} ${t('orders.bp')}: ${bar.orders}`}>
            <div
              className={css['bar']}
              data-tone={bar.to <= 0 ? 'better' : 'worse'}
              style={{ height: `${(100 * bar.orders) / most}%` }}
            />
            <span className={css['tick']}>{bar.hasTick ? t.number(String(bar.from), { sign: 'always' }) : ''}</span>
          </div>
        ))}
      </div>
      <p className={css['legend']}>{t('orders.zero')}</p>
      <table className="by-hidden">
        <caption>{t('orders.slippage')}</caption>
        <tbody>
          {bars
            .filter(({ orders }) => orders > 0)
            .map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{`${named(bar)} ${t('orders.bp')}`}</th>
                <td>{bar.orders}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}

function barName({ from, to, isOpen }: SlippageBar, number: (bps: number) => string): string {
  if (isOpen === 'below') return `< ${number(to)}`;
  if (isOpen === 'above') return `≥ ${number(from)}`;
  return `${number(from)} … ${number(to)}`;
}
