import { Fragment, type ReactNode } from 'react';
import { directionOf } from '#web/api/bot-direction.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { type BotsView, orderedParams } from '#web/kinds/kind-view.ts';
import { useBotsView } from '#web/kinds/use-kind.ts';
import { TitledPart } from '#web/ui/page/titled-part.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import { ChangesLink, PortfolioLink, StrategyLink } from '../bot-links.tsx';
import css from './drawer-parts.module.css';

/** What the bot was told: where it belongs, what it trades, and every parameter under the name of its kind. */
export function BotSettings({ bot }: { readonly bot: Bot }) {
  const t = useText();
  const view = useBotsView();
  return (
    <>
      <Rows rows={ownRows(bot, view, t)} />
      <TitledPart title={t('drawer.params')}>
        <Rows
          rows={orderedParams(bot.kind, bot.params)
            .filter(([, value]) => value !== null)
            .map(([field, value]) => [view.fieldName(field, t) ?? field, paramText(value, view, t)] as const)}
        />
      </TitledPart>
    </>
  );
}

type Row = readonly [label: string, value: ReactNode];

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <dl className={css['settings']}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ownRows(bot: Bot, { hasOwnExit }: BotsView, t: Text): readonly Row[] {
  const percent = (value: string | null, exit: 'takeProfit' | 'stopLoss') => {
    if (value !== null) return `${t.number(value)} %`;
    return t(hasOwnExit(bot.params, exit) ? 'drawer.byRules' : 'drawer.off');
  };
  const on = (isOn: boolean) => t(isOn ? 'drawer.on' : 'drawer.off');
  const direction = directionOf(bot);
  const rows: (Row | null)[] = [
    [t('bots.column.portfolio'), <PortfolioLink key="portfolio" bot={bot} />],
    [
      t('bots.column.strategy'),
      <Fragment key="strategy">
        <StrategyLink bot={bot} /> <ChangesLink bot={bot} />
      </Fragment>,
    ],
    bot.pendingVersion === null ? null : [t('drawer.pending'), `v${bot.pendingVersion}`],
    [t('cycles.symbols'), bot.symbols.join(', ')],
    [t('bots.column.side'), <SideMark key="side" direction={direction} />],
    direction === 'sell' ? null : [t('start.long'), on(bot.isEnterBuyEnabled)],
    direction === 'buy' ? null : [t('start.short'), on(bot.isEnterSellEnabled)],
    [t('role.take_profit'), percent(bot.takeProfitPercent, 'takeProfit')],
    [t('role.stop_loss'), percent(bot.stopLossPercent, 'stopLoss')],
    [t('drawer.run'), bot.runNo],
    [t('drawer.created'), `${utcMinute(bot.createdAt, t.language)} UTC`],
    bot.startedAt === null ? null : [t('drawer.started'), `${utcMinute(bot.startedAt, t.language)} UTC`],
    bot.comment === '' ? null : [t('drawer.comment'), bot.comment],
  ];
  return rows.filter((row) => row !== null);
}

function paramText(value: unknown, { valueText }: BotsView, t: Text): string {
  const text = valueText(value, t);
  if (text !== null) return text;
  if (typeof value === 'boolean') return t(value ? 'drawer.on' : 'drawer.off');
  if (typeof value === 'number') return t.number(String(value));
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? t.number(value) : value;
  return JSON.stringify(value);
}
