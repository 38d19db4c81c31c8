import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { BotKind } from '#engine/model/bot.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Card } from '#web/ui/page/card.tsx';
import { CreateButton, HeaderCreateButton } from '#web/ui/page/create-button.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import { type Strategy, strategiesQuery } from './strategy-queries.ts';

/** The saved ladders, by name. */
export function StrategyList() {
  const t = useText();
  const navigate = useNavigate();
  const kind = useKind();
  const strategies = useQuery(strategiesQuery(kind));
  const open = (id: string) => void navigate({ to: kindAddress(kind, 'strategy', id) });
  const create = { label: t('strategy.new'), onClick: () => open(NEW_STRATEGY) };
  const rows = strategies.data?.items ?? [];
  return (
    <KindPage title={t('strategy.title')} tab="strategy" actions={<HeaderCreateButton {...create} />}>
      {strategies.isPending ? <SkeletonRows rows={6} height={34} /> : null}
      {strategies.isError ? <ProblemNote error={strategies.error} onRetry={() => void strategies.refetch()} /> : null}
      {strategies.data && rows.length === 0 ? (
        <Empty
          title={t('strategy.empty')}
          action={<CreateButton {...create} />}
          link={<Link to="/portfolios">{t('strategy.empty.demo')}</Link>}
        />
      ) : null}
      {rows.length > 0 ? (
        <Card isFlush>
          <DataTable
            label={t('strategy.title')}
            rows={rows}
            columns={columnsOf(t, kind)}
            rowId={(row) => row.strategyId}
            initialSort={{ id: 'name', isDescending: false }}
            onOpen={(row) => open(row.strategyId)}
            linkColumn="name"
            card={(row) => strategyCard(row, t)}
          />
        </Card>
      ) : null}
    </KindPage>
  );
}

/** A ladder on the phone: name and contract, side with steps and leverage, when it was saved. */
function strategyCard(row: Strategy, t: Text): CardParts {
  const steps = t.plural('strategy.stepsCount', row.params.customLevels?.length ?? row.params.safetyOrdersCount);
  return {
    title: <strong>{row.name}</strong>,
    figure: row.symbol,
    state: (
      <>
        <SideMark direction={row.params.direction} /> {`${steps}, ×${row.params.leverage}, v${row.version}`}
      </>
    ),
    aside: utcMinute(row.updatedAt, t.language),
  };
}

function columnsOf(t: Text, kind: BotKind): readonly Column<Strategy>[] {
  return [
    {
      id: 'name',
      title: t('strategy.column.name'),
      cell: (row) => <Link to={kindAddress(kind, 'strategy', row.strategyId)}>{row.name}</Link>,
      sort: (row) => row.name,
    },
    { id: 'symbol', title: t('strategy.column.symbol'), cell: (row) => row.symbol, sort: (row) => row.symbol },
    { id: 'side', title: t('strategy.column.side'), cell: (row) => <SideMark direction={row.params.direction} /> },
    {
      id: 'steps',
      title: t('strategy.column.steps'),
      align: 'right',
      cell: (row) => row.params.customLevels?.length ?? row.params.safetyOrdersCount,
      sort: (row) => row.params.customLevels?.length ?? row.params.safetyOrdersCount,
    },
    {
      id: 'leverage',
      title: t('strategy.column.leverage'),
      align: 'right',
      cell: (row) => row.params.leverage,
      sort: (row) => row.params.leverage,
    },
    { id: 'tp', title: t('strategy.column.tp'), align: 'right', cell: (row) => row.params.takeProfitPercent ?? '–' },
    { id: 'sl', title: t('strategy.column.sl'), align: 'right', cell: (row) => row.params.stopLossPercent ?? '–' },
    {
      id: 'version',
      title: t('strategy.column.version'),
      align: 'right',
      cell: (row) => row.version,
      sort: (row) => row.version,
    },
    {
      id: 'bots',
      title: t('strategy.column.bots'),
      align: 'right',
      cell: (row) => row.bots.length,
      sort: (row) => row.bots.length,
    },
    {
      id: 'updated',
      title: t('strategy.column.updated'),
      align: 'right',
      cell: (row) => utcMinute(row.updatedAt, t.language),
      sort: (row) => row.updatedAt,
    },
  ];
}
