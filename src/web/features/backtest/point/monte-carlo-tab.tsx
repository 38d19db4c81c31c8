import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#web/api/api-error.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { NumberField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { TableFile } from '#web/ui/table/table-file.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { type MonteCarloReply, monteCarloQuery, type RunOf } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';
import { asFall } from '../test-words.ts';
import { DrawBands } from './draw-bands.tsx';
import css from './point.module.css';
import { ReportProblem } from './report-problem.tsx';

interface MonteCarloTabProps {
  readonly test: TestDetail;
  readonly run: RunOf;
}

/** The cycles of the run in other orders: what else could have come of the same ones. */
export function MonteCarloTab({ test, run }: MonteCarloTabProps) {
  const t = useText();
  const [seed, setSeed] = useState('1');
  const drawn = useQuery(monteCarloQuery(run, isWhole(seed) ? seed : '1'));
  const isEmpty = isApiError(drawn.error, 'CYCLES_MISSING');
  return (
    <Card title={t('backtest.tab.monteCarlo')} note={t('backtest.monteCarloNote')}>
      <div className={css['seed']}>
        <NumberField
          label={t('backtest.seed')}
          info={t('backtest.seedInfo')}
          decimals={0}
          value={seed}
          onChange={setSeed}
        />
      </div>
      {drawn.isPending ? <SkeletonBlock height={320} /> : null}
      {isEmpty ? <Empty title={t('problem.CYCLES_MISSING')} /> : null}
      {drawn.isError && !isEmpty ? (
        <ReportProblem error={drawn.error} conditionId={test.conditionId} onRetry={() => void drawn.refetch()} />
      ) : null}
      {drawn.data ? <Drawn drawn={drawn.data} /> : null}
    </Card>
  );
}

const isWhole = (text: string): boolean => /^\d{1,15}$/.test(text);

function Drawn({ drawn }: { readonly drawn: MonteCarloReply }) {
  const t = useText();
  const { equityEnd, maxDrawdownPercent, lossPercent, draws, cycles } = drawn;
  return (
    <>
      <DrawBands bands={drawn.bands} />
      <TableFile name="monte-carlo" columns={columnsOf(t)} rows={() => spreadsOf(drawn, t)} />
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">
              {t.plural('backtest.draws', draws, { count: t.number(String(draws)), cycles: t.number(String(cycles)) })}
            </th>
            {(['low', 'middle', 'high'] as const).map((column) => (
              <th key={column} scope="col" data-right>
                {t(`backtest.spread.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('backtest.spread.equityEnd')}</th>
            {(['low', 'middle', 'high'] as const).map((name) => (
              <td key={name} data-right>
                <Money kind="amount" value={equityEnd[name]} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{t('backtest.spread.drawdown')}</th>
            {(['low', 'middle', 'high'] as const).map((name) => (
              <td key={name} data-right>
                <Pct kind="result" value={asFall(maxDrawdownPercent[name])} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className={css['quiet']}>{t('backtest.spread.loss', { percent: t.number(lossPercent, { decimals: 2 }) })}</p>
    </>
  );
}

const bounds = ['low', 'middle', 'high'] as const;

interface Spread {
  readonly name: string;
  readonly values: Readonly<Record<(typeof bounds)[number], string>>;
}

function spreadsOf({ equityEnd, maxDrawdownPercent }: MonteCarloReply, t: Text): readonly Spread[] {
  const { low, middle, high } = maxDrawdownPercent;
  return [
    { name: t('backtest.spread.equityEnd'), values: equityEnd },
    {
      name: t('backtest.spread.drawdown'),
      values: { low: asFall(low), middle: asFall(middle), high: asFall(high) },
    },
  ];
}

function columnsOf(t: Text): readonly FileColumn<Spread>[] {
  return [
    { title: t('backtest.column.figure'), exact: ({ name }) => name },
    ...bounds.map((bound) => ({ title: t(`backtest.spread.${bound}`), exact: ({ values }: Spread) => values[bound] })),
  ];
}
