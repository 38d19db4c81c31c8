import { Link } from '@tanstack/react-router';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import css from './stress.module.css';
import type { StressTest } from './stress-query.ts';
import { type StressRow, stressRows } from './stress-rows.ts';

const ROW_HEIGHT = 32;

/** Every position and what becomes of it, those of the bot that loses most first. */
export function PositionsTable({ test }: { readonly test: StressTest }) {
  const t = useText();
  const rows = stressRows(test);
  const worst = Math.max(...rows.map(({ bot }) => Math.abs(Number(bot.change))));
  return (
    <DataTable
      label={t('stress.positions')}
      rows={rows}
      columns={columnsOf(t, worst)}
      rowId={({ id }) => id}
      rowHeight={ROW_HEIGHT}
      rowTone={({ position }) => (position.end?.reason === 'liquidation' ? 'danger' : null)}
      csvName={`stress-test-${test.marketPercent}`}
      card={(row) => cardOf(row, t)}
    />
  );
}

function columnsOf(t: Text, worst: number): readonly Column<StressRow>[] {
  return [
    {
      id: 'bot',
      title: t('stress.bot'),
      sort: ({ bot }) => bot.name,
      exact: ({ bot }) => bot.name,
      cell: ({ bot }) => <BotLink bot={bot} />,
    },
    {
      id: 'portfolio',
      title: t('stress.portfolio'),
      exact: ({ portfolioName }) => portfolioName,
      cell: ({ portfolioName }) => portfolioName,
    },
    {
      id: 'position',
      title: t('stress.position'),
      sort: ({ position }) => position.symbol,
      exact: ({ position }) => `${position.symbol} ${position.direction}`,
      cell: ({ position }) => (
        <span className={css['position']}>
          {position.symbol} <SideMark direction={position.direction} />
        </span>
      ),
    },
    {
      id: 'steps',
      title: t('stress.steps'),
      hint: t('stress.stepsHint'),
      sort: ({ position }) => position.stepsTaken.length,
      exact: ({ position }) => position.stepsTaken.join(' '),
      cell: ({ position }) => stepsText(position, t),
    },
    {
      id: 'end',
      title: t('stress.end'),
      sort: ({ position }) => (position.end === null ? null : Number(position.end.marketPercent)),
      exact: ({ position }) => (position.end === null ? '' : `${position.end.reason} ${position.end.marketPercent}`),
      cell: ({ position }) => endText(position, t),
    },
    {
      id: 'change',
      title: t('stress.changeOfPosition'),
      align: 'right',
      sort: ({ position }) => Number(position.change),
      exact: ({ position }) => position.change,
      cell: ({ position }) => <Money value={position.change} />,
    },
    {
      id: 'botChange',
      title: t('stress.changeOfBot'),
      align: 'right',
      sort: ({ bot }) => Number(bot.change),
      exact: ({ bot }) => bot.change,
      cell: ({ bot }) => <Money value={bot.change} />,
    },
    {
      id: 'bar',
      title: t('stress.bar'),
      width: 120,
      cell: ({ bot }) => <Bar change={bot.change} worst={worst} />,
    },
  ];
}

/** As long as the change of the bot beside the largest of all; the figure stands in the next cell. */
function Bar({ change, worst }: { readonly change: string; readonly worst: number }) {
  const percent = worst === 0 ? 0 : (100 * Math.abs(Number(change))) / worst;
  return (
    <span className={css['bar']} aria-hidden="true">
      <span data-tone={change.startsWith('-') ? 'loss' : 'gain'} style={{ width: `${percent}%` }} />
    </span>
  );
}

function BotLink({ bot }: Pick<StressRow, 'bot'>) {
  return (
    <Link to={kindAddress(bot.kind, 'bots')} search={{ bot: bot.botId }}>
      {bot.name}
    </Link>
  );
}

function stepsText({ levelsFilled, levelsTotal, stepsTaken, hasStepRule }: StressRow['position'], t: Text): string {
  if (levelsTotal === 0) return t('stress.noSteps');
  const [before, after] = [levelsFilled, levelsFilled + stepsTaken.length];
  const steps = after === before ? `${before}/${levelsTotal}` : `${before} → ${after}/${levelsTotal}`;
  return hasStepRule && after < levelsTotal ? `${steps}, ${t('stress.waitsForRule')}` : steps;
}

function endText({ end }: StressRow['position'], t: Text): string {
  if (end === null) return t('stress.outlives');
  return t('stress.endedAt', {
    reason: t(`cycles.end.${end.reason}`),
    percent: t.number(end.marketPercent, { decimals: 2 }),
  });
}

function cardOf({ bot, position }: StressRow, t: Text): CardParts {
  return {
    title: <BotLink bot={bot} />,
    figure: <Money value={position.change} />,
    state: (
      <>
        {position.symbol} <SideMark direction={position.direction} />
      </>
    ),
    aside: `${t('stress.steps')} ${stepsText(position, t)}`,
    below: endText(position, t),
  };
}

type Funds = StressTest['portfolios'][number];

/** Equity and free margin of each portfolio before the fall and after it. */
export function FundsTable({ portfolios }: Pick<StressTest, 'portfolios'>) {
  const t = useText();
  return (
    <DataTable
      label={t('stress.funds')}
      rows={portfolios}
      columns={fundsColumns(t)}
      rowId={({ portfolioId }) => portfolioId}
      rowHeight={ROW_HEIGHT}
      csvName="stress-test-portfolios"
      card={(one) => ({
        title: one.name,
        figure: <Money kind="amount" value={one.equityAfter} />,
        state: (
          <>
            {t('stress.freeAfter')} <Money kind="amount" value={one.freeMarginAfter} />
          </>
        ),
      })}
    />
  );
}

function fundsColumns(t: Text): readonly Column<Funds>[] {
  const amount = (id: string, title: string, pick: (one: Funds) => string): Column<Funds> => ({
    id,
    title,
    align: 'right',
    sort: (one) => Number(pick(one)),
    exact: pick,
    cell: (one) => <Money kind="amount" value={pick(one)} />,
  });
  return [
    {
      id: 'name',
      title: t('stress.portfolio'),
      sort: ({ name }) => name,
      exact: ({ name }) => name,
      cell: ({ name }) => name,
    },
    amount('equity', t('stress.equityBefore'), (one) => one.equity),
    amount('equityAfter', t('stress.equityAfter'), (one) => one.equityAfter),
    amount('free', t('stress.freeBefore'), (one) => one.freeMargin),
    amount('freeAfter', t('stress.freeAfter'), (one) => one.freeMarginAfter),
  ];
}
