import { Fragment } from 'react';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { TableFile } from '#web/ui/table/table-file.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { Money } from '#web/ui/values/money.tsx';
import type { Report } from '../report-queries.ts';
import css from './point.module.css';

type Group = Report['bySymbol'][number];

/** The result by symbol, by direction and by why cycles ended; each table sums to the net result. */
export function GroupsCard({ report }: { readonly report: Report }) {
  const t = useText();
  const groups = [
    {
      id: 'symbol',
      title: t('backtest.column.symbol'),
      rows: report.bySymbol,
      name: (name: string) => openOr(name, name, t),
    },
    {
      id: 'direction',
      title: t('backtest.column.direction'),
      rows: report.byDirection,
      name: (name: string) => openOr(name, directionText(name, t), t),
    },
    {
      id: 'reason',
      title: t('backtest.column.reason'),
      rows: report.byReason,
      name: (name: string) => openOr(name, reasonText(name, t), t),
    },
  ];
  return (
    <Card title={t('backtest.groups')} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields and not one more landmark. */}
      <div className={css['scroll']} role="group" tabIndex={0} aria-label={t('backtest.groups')}>
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ id, title, rows, name }) => (
            <Fragment key={id}>
              <TableFile name={`results-by-${id}`} columns={columnsOf({ title, nameOf: name }, t)} rows={() => rows} />
              <GroupTable title={title} rows={rows} nameOf={name} />
            </Fragment>
          ))}
      </div>
    </Card>
  );
}

/** The server calls the row of cycles that are open at the end so in every table. */
function openOr(name: string, text: string, t: Text): string {
  return name === 'open' ? t('backtest.part.open') : text;
}

function directionText(name: string, t: Text): string {
  if (name === 'buy') return t('ladder.long');
  return name === 'sell' ? t('ladder.short') : name;
}

function reasonText(name: string, t: Text): string {
  const key = `cycles.end.${name}`;
  return isMessageKey(t, key) ? t(key) : name;
}

function columnsOf({ title, nameOf }: Omit<GroupTableProps, 'rows'>, t: Text): readonly FileColumn<Group>[] {
  return [
    { title, exact: ({ name }) => nameOf(name) },
    { title: t('backtest.column.cycles'), exact: ({ cycles }) => cycles },
    { title: t('backtest.column.wins'), exact: ({ wins }) => wins },
    { title: t('backtest.column.gross'), exact: ({ gross }) => gross },
    { title: t('backtest.column.fees'), exact: ({ commission }) => commission },
    { title: t('backtest.column.funding'), exact: ({ funding }) => funding },
    { title: t('backtest.column.result'), exact: ({ result }) => result },
  ];
}

interface GroupTableProps {
  readonly title: string;
  readonly rows: readonly Group[];
  readonly nameOf: (name: string) => string;
}

function GroupTable({ title, rows, nameOf }: GroupTableProps) {
  const t = useText();
  return (
    <table className={css['table']} aria-label={t('backtest.groupedBy', { title })}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {(['cycles', 'wins', 'gross', 'fees', 'funding', 'result'] as const).map((column) => (
            <th key={column} scope="col" data-right>
              {t(`backtest.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <GroupRow key={row.name} name={nameOf(row.name)} sums={row} />
        ))}
      </tbody>
      <tfoot>
        <GroupRow name={t('backtest.total')} sums={totalOf(rows)} />
      </tfoot>
    </table>
  );
}

type Sums = Omit<Group, 'name' | 'liquidationFee'>;

function totalOf(rows: readonly Group[]): Sums {
  const total = (pick: (row: Group) => string) => addDecimals(rows.map(pick));
  const count = (pick: (row: Group) => number) => rows.reduce((sum, row) => sum + pick(row), 0);
  return {
    ...{ cycles: count(({ cycles }) => cycles), wins: count(({ wins }) => wins) },
    gross: total(({ gross }) => gross),
    commission: total(({ commission }) => commission),
    funding: total(({ funding }) => funding),
    result: total(({ result }) => result),
  };
}

function GroupRow({ name, sums }: { readonly name: string; readonly sums: Sums }) {
  const t = useText();
  const { cycles, wins, gross, commission, funding, result } = sums;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-right>{t.number(String(cycles))}</td>
      <td data-right>{t.number(String(wins))}</td>
      <td data-right>
        <Money value={gross} />
      </td>
      <td data-right>
        <Money kind="amount" value={commission} />
      </td>
      <td data-right>
        <Money value={funding} />
      </td>
      <td data-right>
        <Money value={result} />
      </td>
    </tr>
  );
}
