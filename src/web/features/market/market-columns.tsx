import { Link } from '@tanstack/react-router';
import type { MarketRow } from '#web/api/market/market-queries.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { decimalsOf, missing, utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { CoverageGauge } from './history/coverage-gauge.tsx';
import css from './market.module.css';
import { millions } from './market-rows.ts';
import { MarketStatus } from './market-status.tsx';

const FUNDING_DECIMALS = 4;

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** Columns of the contract list. @param decimalsMax - decimals of the finest price in the list */
export function marketColumns(t: Text, decimalsMax: number): readonly Column<MarketRow>[] {
  return [...nameColumns(t), ...priceColumns(t, decimalsMax), ...fundingColumns(t)];
}

function nameColumns(t: Text): readonly Column<MarketRow>[] {
  return [
    {
      id: 'symbol',
      title: t('market.column.symbol'),
      cell: ({ symbol, baseAsset }) => <SymbolLink symbol={symbol} baseAsset={baseAsset} />,
      sort: ({ symbol }) => symbol,
      exact: ({ symbol }) => symbol,
      isHideable: false,
    },
    {
      id: 'status',
      title: t('market.column.status'),
      cell: ({ status }) => <MarketStatus status={status} />,
      sort: ({ status }) => status,
      exact: ({ status }) => status,
    },
    {
      id: 'sector',
      title: t('market.column.sector'),
      cell: ({ sector }) => <span className={css['quiet']}>{sector === '' ? missing : sector}</span>,
      sort: ({ sector }) => sector,
      exact: ({ sector }) => sector,
    },
  ];
}

function priceColumns(t: Text, decimalsMax: number): readonly Column<MarketRow>[] {
  return [
    {
      id: 'price',
      title: t('market.column.price'),
      cell: ({ lastPrice }) => <Price value={lastPrice} pad={decimalsMax} />,
      sort: ({ lastPrice }) => numberOf(lastPrice),
      exact: ({ lastPrice }) => lastPrice,
      align: 'right',
    },
    {
      id: 'change',
      title: t('market.column.change'),
      cell: ({ changePercent }) => <Pct value={changePercent} kind="result" />,
      sort: ({ changePercent }) => numberOf(changePercent),
      exact: ({ changePercent }) => changePercent,
      align: 'right',
    },
    {
      id: 'turnover',
      title: t('market.column.turnover'),
      cell: ({ turnover }) => <Money value={millions(turnover)} kind="amount" decimals={1} />,
      sort: ({ turnover }) => numberOf(turnover),
      exact: ({ turnover }) => turnover,
      align: 'right',
    },
    {
      id: 'mark',
      yieldsTo: 'drawer',
      title: t('market.column.mark'),
      hint: t('market.hint.mark'),
      cell: ({ markPrice, tickSize }) => <Price value={markPrice} pad={decimalsMax} decimals={decimalsOf(tickSize)} />,
      sort: ({ markPrice }) => numberOf(markPrice),
      exact: ({ markPrice }) => markPrice,
      align: 'right',
    },
  ];
}

function fundingColumns(t: Text): readonly Column<MarketRow>[] {
  return [
    {
      id: 'funding',
      title: t('market.column.funding'),
      hint: t('market.hint.funding'),
      cell: ({ fundingPercent }) => <Pct value={fundingPercent} decimals={FUNDING_DECIMALS} />,
      sort: ({ fundingPercent }) => numberOf(fundingPercent),
      exact: ({ fundingPercent }) => fundingPercent,
      align: 'right',
    },
    {
      id: 'nextFunding',
      yieldsTo: 'drawer',
      title: t('market.column.nextFunding'),
      cell: ({ nextFundingAt }) => (nextFundingAt === null ? missing : utcMinute(nextFundingAt, t.language)),
      sort: ({ nextFundingAt }) => nextFundingAt,
      exact: ({ nextFundingAt }) => nextFundingAt,
      align: 'right',
    },
    {
      id: 'past',
      title: t('market.column.past'),
      hint: t('market.hint.past'),
      cell: ({ coveredPercent }) => <CoverageGauge percent={coveredPercent} />,
      sort: ({ coveredPercent }) => coveredPercent,
      exact: ({ coveredPercent }) => coveredPercent,
      align: 'right',
    },
  ];
}

/** The symbol with its coin emphasised and its quote currency muted. */
function SymbolLink({ symbol, baseAsset }: Pick<MarketRow, 'symbol' | 'baseAsset'>) {
  const isPlain = symbol.startsWith(baseAsset);
  return (
    <Link to="/market/$symbol" params={{ symbol }} className={css['symbol']}>
      <b>{isPlain ? baseAsset : symbol}</b>
      {isPlain ? symbol.slice(baseAsset.length) : ''}
    </Link>
  );
}
