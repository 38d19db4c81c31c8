import { Link } from '@tanstack/react-router';
import { directionOf } from '#web/api/bot-direction.ts';
import { botNow } from '#web/api/live/use-live-bots.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { FirstBotLink } from '#web/bots/first-bot-link.tsx';
import { LiveBotPart } from '#web/bots/live-bot-part.tsx';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Spark } from '#web/ui/figures/spark.tsx';
import { BotStatus } from '#web/ui/figures/status.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { SideMark } from '#web/ui/values/side-mark.tsx';

interface PortfolioBotsProps {
  readonly bots: readonly Bot[];
  /** Of the portfolio. */
  readonly name: string;
}

/** The bots of the portfolio. */
export function PortfolioBots({ bots, name }: PortfolioBotsProps) {
  const t = useText();
  const kind = useKind();
  return (
    <Card title={t('cycles.view.bots')} isFlush>
      <DataTable
        label={t('cycles.view.bots')}
        rows={bots}
        columns={columnsOf(t).map(withLiveCells)}
        rowId={(bot) => bot.botId}
        rowHeight={34}
        csvName={`${name} bots`}
        card={botCard}
        empty={
          <Empty
            title={t('cycles.noBots')}
            action={<FirstBotLink kind={kind} toStrategies={t('cycles.toStrategies')} />}
          />
        }
      />
    </Card>
  );
}

/** Each cell follows its bot by itself. */
function withLiveCells(column: Column<Bot>): Column<Bot> {
  return { ...column, cell: (bot) => <LiveBotPart bot={bot} draw={column.cell} /> };
}

/** A bot on the phone: name and open result, state and side. */
function botCard(bot: Bot): CardParts {
  return {
    title: <BotLink bot={bot} />,
    figure: <LiveBotPart bot={bot} draw={({ unrealized }) => <Money value={unrealized} />} />,
    state: <LiveBotPart bot={bot} draw={(live) => <State bot={live} />} />,
    aside: <SideMark direction={directionOf(bot)} />,
  };
}

function BotLink({ bot }: { bot: Bot }) {
  return (
    <Link to={kindAddress(bot.kind, 'bots')} search={{ bot: bot.botId }}>
      {bot.name}
    </Link>
  );
}

function State({ bot }: { bot: Bot }) {
  const blockedBy = bot.atoms.find((atom) => atom.blockedBy)?.blockedBy ?? null;
  return <BotStatus state={bot.state} stateReason={bot.stateReason} blockedBy={blockedBy} />;
}

function columnsOf(t: Text): readonly Column<Bot>[] {
  const money = (id: string, title: string, pick: (bot: Bot) => string): Column<Bot> => ({
    id,
    title,
    align: 'right',
    sort: (bot) => Number(pick(bot)),
    cell: (bot) => <Money value={pick(bot)} />,
    exact: (bot) => pick(botNow(bot)),
  });
  return [
    {
      id: 'state',
      title: t('bots.column.state'),
      cell: (bot) => <State bot={bot} />,
      exact: (bot) => botNow(bot).state,
    },
    {
      id: 'name',
      title: t('bots.column.bot'),
      sort: (bot) => bot.name,
      cell: (bot) => <BotLink bot={bot} />,
      exact: (bot) => bot.name,
    },
    {
      id: 'side',
      title: t('bots.column.side'),
      cell: (bot) => <SideMark direction={directionOf(bot)} />,
      exact: (bot) => directionOf(bot),
    },
    {
      id: 'symbols',
      title: t('cycles.symbols'),
      cell: (bot) => bot.symbols.join(', '),
      exact: (bot) => bot.symbols.join(' '),
    },
    {
      id: 'closed',
      title: t('cycles.closedCount'),
      align: 'right',
      sort: (bot) => bot.cyclesClosed,
      cell: (bot) => bot.cyclesClosed,
      exact: (bot) => botNow(bot).cyclesClosed,
    },
    money('open', t('bots.column.open'), (bot) => bot.unrealized),
    money('day', t('bots.column.day'), (bot) => bot.resultToday),
    money('week', t('bots.column.week'), (bot) => bot.result7d),
    money('total', t('cycles.total'), (bot) => bot.resultTotal),
    {
      id: 'spark',
      title: t('bots.column.spark'),
      align: 'right',
      cell: (bot) => <Spark values={bot.spark} label={t('bots.spark', { name: bot.name })} />,
    },
  ];
}
