import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BotKind } from '#engine/model/bot.ts';
import { LiveAccountPart } from '#web/bots/exchange/live-account-part.tsx';
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
import { utcMinute } from '#web/ui/values/format.ts';
import { SideMark, sideWords } from '#web/ui/values/side-mark.tsx';
import type { SavedStrategy } from './strategy-queries.ts';

export type SavedRow = Omit<SavedStrategy, 'params'>;

interface SavedStrategiesProps<Row extends SavedRow> {
  readonly title: string;
  readonly empty: string;
  /** A second way on from an empty list. */
  readonly emptyLink?: ReactNode;
  readonly strategies: UseQueryResult<{ readonly items: readonly Row[] }>;
  /** What one kind of strategies shows between side and version. */
  readonly own: readonly Column<Row>[];
  readonly sideOf: (row: Row) => 'buy' | 'sell' | 'both';
  /** One line about it, for the phone. */
  readonly factsOf: (row: Row) => string;
}

/** The page of the saved strategies of a kind, by name. */
export function SavedStrategies<Row extends SavedRow>(props: SavedStrategiesProps<Row>) {
  const t = useText();
  const navigate = useNavigate();
  const kind = useKind();
  const { title, strategies, sideOf, factsOf } = props;
  const open = (id: string) => void navigate({ to: kindAddress(kind, 'strategy', id) });
  const create = { label: t('strategy.new'), onClick: () => open(NEW_STRATEGY) };
  const rows = strategies.data?.items ?? [];
  return (
    <KindPage title={title} tab="strategy" actions={<HeaderCreateButton {...create} />}>
      <LiveAccountPart look="line" />
      {strategies.isPending ? <SkeletonRows rows={6} height={34} /> : null}
      {strategies.isError ? <ProblemNote error={strategies.error} onRetry={() => void strategies.refetch()} /> : null}
      {strategies.data && rows.length === 0 ? (
        <Empty title={props.empty} action={<CreateButton {...create} />} link={props.emptyLink} />
      ) : null}
      {rows.length > 0 ? (
        <Card title={title} isFlush>
          <DataTable
            label={title}
            rows={rows}
            columns={columnsOf(t, kind, props)}
            rowId={(row) => row.strategyId}
            initialSort={{ id: 'name', isDescending: false }}
            onOpen={(row) => open(row.strategyId)}
            linkColumn="name"
            csvName={`${kind} strategies`}
            card={(row) => ({
              title: <strong>{row.name}</strong>,
              figure: row.symbol,
              state: (
                <>
                  <SideMark direction={sideOf(row)} /> {`${factsOf(row)}, v${row.version}`}
                </>
              ),
              aside: utcMinute(row.updatedAt, t.language),
            })}
          />
        </Card>
      ) : null}
    </KindPage>
  );
}

function columnsOf<Row extends SavedRow>(
  t: Text,
  kind: BotKind,
  { own, sideOf }: Pick<SavedStrategiesProps<Row>, 'own' | 'sideOf'>,
): readonly Column<Row>[] {
  return [
    {
      id: 'name',
      title: t('strategy.column.name'),
      cell: (row) => <Link to={kindAddress(kind, 'strategy', row.strategyId)}>{row.name}</Link>,
      sort: (row) => row.name,
      exact: (row) => row.name,
    },
    textColumn('symbol', t('strategy.column.symbol'), (row) => row.symbol),
    {
      id: 'side',
      title: t('strategy.column.side'),
      cell: (row) => <SideMark direction={sideOf(row)} />,
      exact: (row) => t(sideWords[sideOf(row)]),
    },
    ...own,
    countedColumn('version', t('strategy.column.version'), (row) => row.version),
    countedColumn('bots', t('strategy.column.bots'), (row) => row.bots.length),
    {
      id: 'updated',
      title: t('strategy.column.updated'),
      align: 'right',
      cell: (row) => utcMinute(row.updatedAt, t.language),
      sort: (row) => row.updatedAt,
      exact: (row) => row.updatedAt,
    },
  ];
}

/** A column of a number, by which the list can be sorted. */
export function countedColumn<Row>(id: string, title: string, numberOf: (row: Row) => number): Column<Row> {
  return { id, title, align: 'right', cell: numberOf, sort: numberOf, exact: numberOf };
}

/** A column of a word, by which the list can be sorted. */
export function textColumn<Row>(id: string, title: string, textOf: (row: Row) => string): Column<Row> {
  return { id, title, cell: textOf, sort: textOf, exact: textOf };
}
