import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { BotKind } from '#engine/model/bot.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { kindView } from '#web/kinds/kind-view.ts';
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
import { SideMark } from '#web/ui/values/side-mark.tsx';
import { type RuleStrategy, ruleStrategiesQuery } from './strategy-queries.ts';

/** The saved strategies of rules, by name. */
export function RulesList() {
  const t = useText();
  const navigate = useNavigate();
  const kind = useKind();
  const strategies = useQuery(ruleStrategiesQuery(kind));
  const open = (id: string) => void navigate({ to: kindAddress(kind, 'strategy', id) });
  const create = { label: t('strategy.new'), onClick: () => open(NEW_STRATEGY) };
  const rows = strategies.data?.items ?? [];
  return (
    <KindPage title={t('rules.title')} tab="strategy" actions={<HeaderCreateButton {...create} />}>
      {strategies.isPending ? <SkeletonRows rows={6} height={34} /> : null}
      {strategies.isError ? <ProblemNote error={strategies.error} onRetry={() => void strategies.refetch()} /> : null}
      {strategies.data && rows.length === 0 ? (
        <Empty title={t('rules.empty')} action={<CreateButton {...create} />} />
      ) : null}
      {rows.length > 0 ? (
        <Card isFlush>
          <DataTable
            label={t('rules.title')}
            rows={rows}
            columns={columnsOf(t, kind)}
            rowId={(row) => row.strategyId}
            initialSort={{ id: 'name', isDescending: false }}
            onOpen={(row) => open(row.strategyId)}
            linkColumn="name"
            card={(row) => ({
              title: <strong>{row.name}</strong>,
              figure: row.symbol,
              state: (
                <>
                  <SideMark direction={sideOf(row)} /> {`${timeframeOf(row)}, v${row.version}`}
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

function sideOf({ kind, params }: RuleStrategy): 'buy' | 'sell' | 'both' {
  const [first = 'both', second] = kindView(kind).bots?.directions(params) ?? [];
  return second === undefined ? first : 'both';
}

const timeframeOf = ({ params }: RuleStrategy): string => String(params['timeframe'] ?? '');

function columnsOf(t: Text, kind: BotKind): readonly Column<RuleStrategy>[] {
  const count = (id: string, title: string, countOf: (row: RuleStrategy) => number): Column<RuleStrategy> => {
    return { id, title, align: 'right', cell: countOf, sort: countOf };
  };
  return [
    {
      id: 'name',
      title: t('strategy.column.name'),
      cell: (row) => <Link to={kindAddress(kind, 'strategy', row.strategyId)}>{row.name}</Link>,
      sort: (row) => row.name,
    },
    { id: 'symbol', title: t('strategy.column.symbol'), cell: (row) => row.symbol, sort: (row) => row.symbol },
    { id: 'timeframe', title: t('rules.column.timeframe'), cell: timeframeOf, sort: timeframeOf },
    { id: 'side', title: t('strategy.column.side'), cell: (row) => <SideMark direction={sideOf(row)} /> },
    {
      id: 'leverage',
      title: t('strategy.column.leverage'),
      align: 'right',
      cell: (row) => String(row.params['leverage'] ?? ''),
      sort: (row) => Number(row.params['leverage']),
    },
    count('version', t('strategy.column.version'), (row) => row.version),
    count('versions', t('rules.column.versions'), (row) => row.versions.length),
    count('bots', t('strategy.column.bots'), (row) => row.bots.length),
    {
      id: 'updated',
      title: t('strategy.column.updated'),
      align: 'right',
      cell: (row) => utcMinute(row.updatedAt, t.language),
      sort: (row) => row.updatedAt,
    },
  ];
}
