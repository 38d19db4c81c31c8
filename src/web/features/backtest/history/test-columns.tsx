import { Link } from '@tanstack/react-router';
import type { Text } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import type { ListedTest } from '../test-queries.ts';
import { asFall, failureText, strategyText, symbolsText, testPeriodText, toneOfTest } from '../test-words.ts';
import css from './history.module.css';
import { StarButton } from './star-button.tsx';
import { TestActs } from './test-acts.tsx';

/** Columns of the list of tests. Their order comes with the rows, so `sort` only says which can be sorted by. */
export function testColumns(t: Text): readonly Column<ListedTest>[] {
  return [...nameColumns(t), ...figureColumns(t)];
}

function nameColumns(t: Text): readonly Column<ListedTest>[] {
  return [
    {
      id: 'star',
      title: t('backtest.column.star'),
      width: 34,
      cell: (test) => <StarButton test={test} size={26} />,
      isHideable: false,
    },
    {
      id: 'name',
      title: t('backtest.column.name'),
      cell: (test) => <TestName test={test} />,
      sort: ({ name }) => name,
      exact: ({ name }) => name,
      isHideable: false,
    },
    {
      id: 'strategy',
      title: t('backtest.column.strategy'),
      cell: (test) => <span className={css['cell']}>{strategyText(test, t)}</span>,
      exact: (test) => strategyText(test, t),
    },
    {
      id: 'symbols',
      title: t('backtest.column.symbols'),
      cell: ({ symbols }) => symbolsText(symbols, t),
      exact: ({ symbols }) => symbols.join(' '),
    },
    {
      id: 'period',
      title: t('backtest.column.period'),
      cell: (test) => <span className={css['cell']}>{testPeriodText(test, t)}</span>,
      exact: ({ dateFrom, dateTo }) => `${dateFrom} ${dateTo}`,
    },
  ];
}

function figureColumns(t: Text): readonly Column<ListedTest>[] {
  return [
    {
      id: 'points',
      title: t('backtest.column.points'),
      align: 'right',
      cell: ({ pointsTotal }) => t.number(String(pointsTotal)),
      sort: ({ pointsTotal }) => pointsTotal,
      exact: ({ pointsTotal }) => pointsTotal,
    },
    {
      id: 'return',
      title: t('backtest.column.best'),
      hint: t('backtest.hint.best'),
      align: 'right',
      cell: ({ best }) => <Pct kind="result" value={best?.returnPercent} />,
      sort: ({ best }) => Number(best?.returnPercent ?? 0),
      exact: ({ best }) => best?.returnPercent ?? null,
    },
    {
      id: 'drawdown',
      title: t('backtest.column.drawdown'),
      align: 'right',
      cell: ({ best }) => <Pct kind="result" value={best === null ? null : asFall(best.maxDrawdownPercent)} />,
      sort: ({ best }) => Number(best?.maxDrawdownPercent ?? 0),
      exact: ({ best }) => best?.maxDrawdownPercent ?? null,
    },
    {
      id: 'state',
      title: t('backtest.column.state'),
      cell: (test) => (
        <span className={css['state']}>
          <TestStatus test={test} t={t} />
        </span>
      ),
      sort: ({ state }) => state,
      exact: ({ state }) => state,
    },
    {
      id: 'created',
      title: t('backtest.column.created'),
      align: 'right',
      cell: ({ createdAt }) => utcMinute(createdAt, t.language),
      sort: ({ createdAt }) => createdAt,
      exact: ({ createdAt }) => createdAt,
    },
    {
      id: 'acts',
      title: t('portfolio.column.acts'),
      width: 64,
      align: 'right',
      cell: (test) => <TestActs test={test} />,
      isHideable: false,
    },
  ];
}

function TestName({ test }: { readonly test: ListedTest }) {
  return (
    <span className={css['name']}>
      <Link to="/backtest/$id" params={{ id: test.conditionId }} title={test.note || undefined} tabIndex={-1}>
        {test.name}
      </Link>
      {test.tags.map((tag) => (
        <span key={tag} className={css['tag']}>
          {tag}
        </span>
      ))}
    </span>
  );
}

/** The state of a test; of one that is computed its share, of a failed one the reason. */
export function TestStatus({ test, t }: { readonly test: ListedTest; readonly t: Text }) {
  const { state, failure, progressPercent } = test;
  const reason = failure === null ? (state === 'RUNNING' ? `${progressPercent} %` : null) : failureText(failure, t);
  return <Status tone={toneOfTest[state]} word={t(`backtest.state.${state}`)} reason={reason} />;
}
