import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Text, useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import type { Column } from '#web/ui/table/column.ts';
import { missing } from '#web/ui/values/format.ts';
import { countedColumn, SavedStrategies } from './saved-strategies.tsx';
import { type Strategy, strategiesQuery } from './strategy-queries.ts';

/** The saved ladders. */
export function StrategyList() {
  const t = useText();
  const strategies = useQuery(strategiesQuery(useKind()));
  return (
    <SavedStrategies
      title={t('strategy.title')}
      empty={t('strategy.empty')}
      emptyLink={<Link to="/portfolios">{t('strategy.empty.demo')}</Link>}
      strategies={strategies}
      own={columnsOf(t)}
      sideOf={(row) => row.params.direction}
      factsOf={(row) => `${t.plural('strategy.stepsCount', stepsOf(row))}, ×${row.params.leverage}`}
    />
  );
}

const stepsOf = ({ params }: Strategy): number => params.customLevels?.length ?? params.safetyOrdersCount;

function columnsOf(t: Text): readonly Column<Strategy>[] {
  return [
    countedColumn('steps', t('strategy.column.steps'), stepsOf),
    countedColumn('leverage', t('strategy.column.leverage'), (row) => row.params.leverage),
    percentColumn('tp', t('strategy.column.tp'), (row) => row.params.takeProfitPercent),
    percentColumn('sl', t('strategy.column.sl'), (row) => row.params.stopLossPercent),
  ];
}

function percentColumn(id: string, title: string, of: (row: Strategy) => string | null | undefined): Column<Strategy> {
  return { id, title, align: 'right', cell: (row) => of(row) ?? missing, exact: (row) => of(row) ?? null };
}
