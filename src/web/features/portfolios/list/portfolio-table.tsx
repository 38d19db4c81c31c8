import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { PortfolioMenu } from '#web/bots/portfolio/portfolio-menu.tsx';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { openOf } from '#web/ui/figures/bridge-terms.ts';
import { KindTag } from '#web/ui/figures/kind.tsx';
import { OpenResult } from '#web/ui/figures/open-result.tsx';
import { Spark } from '#web/ui/figures/spark.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { LivePart, LiveParts } from '../live-parts.tsx';
import { hasEquity, hasNoFigures, limitUse, sumPortfolios } from '../portfolio-sums.ts';
import { BotCounts } from './bot-counts.tsx';
import { LimitGauge } from './limit-gauge.tsx';
import css from './portfolio-table.module.css';

/** The portfolios as rows, for screens wide enough. */
export function PortfolioTable({ portfolios }: { readonly portfolios: readonly Portfolio[] }) {
  const t = useText();
  const navigate = useNavigate();
  // The table's models follow the identity of its columns; they change with the language only.
  const columns = useMemo(() => columnsOf(t), [t]);
  const totals = useMemo(() => totalsOf(portfolios, t), [portfolios, t]);
  return (
    <DataTable
      label={t('portfolio.title')}
      rows={portfolios}
      columns={columns}
      rowId={(portfolio) => portfolio.portfolioId}
      rowHeight={46}
      linkColumn="name"
      csvName="portfolios"
      {...(totals === null ? {} : { totals })}
      rowTone={(portfolio) => (portfolio.botsInError > 0 ? 'danger' : null)}
      onOpen={(portfolio) => void navigate({ to: kindAddress(portfolio.kind, 'portfolio', portfolio.portfolioId) })}
    />
  );
}

/** Sums of the rows; null for a single one, and where paper and live would share a sum. */
function totalsOf(portfolios: readonly Portfolio[], t: Text): Readonly<Record<string, ReactNode>> | null {
  const isMixed = new Set(portfolios.map((one) => one.execution ?? 'paper')).size > 1;
  if (isMixed || portfolios.length < 2 || portfolios.every(hasNoFigures)) return null;
  if (portfolios.some((one) => one.isBehind)) return null;
  const sums = sumPortfolios(portfolios);
  return {
    name: t.plural('portfolios', portfolios.length),
    equity: portfolios.every(hasEquity) ? (
      <LiveParts portfolios={portfolios} draw={(now) => <Money value={sumPortfolios(now).equity} kind="amount" />} />
    ) : null,
    today: <Money value={sums.today} />,
    days7: <Money value={sums.days7} />,
    days30: <Money value={sums.days30} />,
    all: <Money value={sums.resultAll} />,
    open: <LiveParts portfolios={portfolios} draw={(now) => <OpenResult parts={sumPortfolios(now)} />} />,
  };
}

/** A portfolio that has not begun or is behind has no results: a zero would be one. */
const result = (id: string, title: string, pick: (portfolio: Portfolio) => string): Column<Portfolio> => ({
  id,
  title,
  align: 'right',
  sort: (portfolio) => (hasNoFigures(portfolio) ? null : Number(pick(portfolio))),
  cell: live((portfolio) => <Money value={hasNoFigures(portfolio) ? null : pick(portfolio)} />),
  exact: (portfolio) => (hasNoFigures(portfolio) ? null : pick(portfolio)),
});

/** Follows its portfolio by itself; the order of the rows is that of the loaded values. */
const live =
  (draw: (portfolio: Portfolio) => ReactNode): Column<Portfolio>['cell'] =>
  (portfolio) => <LivePart portfolio={portfolio} draw={draw} />;

function columnsOf(t: Text): readonly Column<Portfolio>[] {
  return [
    {
      id: 'name',
      title: t('portfolio.column.name'),
      sort: (one) => one.name,
      cell: (one) => <Name portfolio={one} />,
      exact: (one) => one.name,
    },
    {
      id: 'bots',
      title: t('portfolio.column.bots'),
      sort: (one) => one.botsTotal,
      cell: (one) => <BotCounts portfolio={one} />,
      exact: (one) => one.botsTotal,
    },
    {
      id: 'equity',
      title: t('portfolio.column.equity'),
      align: 'right',
      sort: (one) => (hasEquity(one) ? Number(one.equity) : null),
      cell: live((one) => <Money value={hasEquity(one) ? one.equity : null} kind="amount" />),
      exact: (one) => (hasEquity(one) ? one.equity : null),
    },
    {
      id: 'spark',
      title: t('portfolio.column.spark'),
      width: 88,
      yieldsTo: 'drawer',
      cell: live((one) =>
        one.isBehind ? null : <Spark values={one.spark} label={t('portfolio.sparkLabel', { name: one.name })} />,
      ),
    },
    result('today', t('portfolio.column.today'), (one) => one.resultToday),
    result('days7', t('portfolio.column.days7'), (one) => one.result7d),
    result('days30', t('portfolio.column.days30'), (one) => one.result30d),
    result('all', t('portfolio.column.all'), (one) => one.resultAll),
    {
      ...result('open', t('portfolio.column.open'), openOf),
      cell: live((one) => (hasNoFigures(one) ? <Money value={null} /> : <OpenResult parts={one} />)),
    },
    {
      id: 'drawdown',
      yieldsTo: 'drawer',
      title: t('portfolio.column.drawdown'),
      align: 'right',
      sort: (one) => (hasEquity(one) ? Number(one.drawdownNowPercent) : null),
      cell: live((one) => (hasNoFigures(one) || !hasEquity(one) ? <Pct value={null} /> : <Drawdown portfolio={one} />)),
      exact: (one) => (hasNoFigures(one) || !hasEquity(one) ? null : one.drawdownNowPercent),
    },
    {
      id: 'limit',
      title: t('portfolio.column.limit'),
      width: 172,
      yieldsTo: 'drawer',
      sort: (one) => (one.isBehind ? null : numberOf(limitUse(one))),
      cell: live((one) => (one.isBehind ? null : <LimitGauge portfolio={one} />)),
      exact: (one) => (one.isBehind ? null : limitUse(one)),
    },
    { id: 'acts', title: t('portfolio.column.acts'), align: 'right', cell: (one) => <PortfolioMenu portfolio={one} /> },
  ];
}

function Name({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useText();
  return (
    <span className={css['name']}>
      <span className={css['first']}>
        <Link to={kindAddress(portfolio.kind, 'portfolio', portfolio.portfolioId)}>{portfolio.name}</Link>
        <KindTag kind={portfolio.execution ?? 'paper'} />
        {portfolio.isDemo ? <span className={css['demo']}>{t('portfolio.demo')}</span> : null}
      </span>
      {portfolio.comment === '' ? null : <span className={css['comment']}>{portfolio.comment}</span>}
    </span>
  );
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

function Drawdown({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useText();
  const percent = <Pct value={portfolio.drawdownMaxPercent} />;
  return (
    <span className={css['two']}>
      <Pct value={portfolio.drawdownNowPercent} kind="result" />
      <span className={css['comment']}>
        {t('portfolio.drawdownMaxShort')} {percent}
      </span>
    </span>
  );
}
