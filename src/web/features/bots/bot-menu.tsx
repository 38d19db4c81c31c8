import { Link } from '@tanstack/react-router';
import { ChartCandlestick, CircleHelp, Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { useChooseAct } from '#web/bots/act-host.tsx';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { LateMenu } from '#web/ui/overlay/late-menu.tsx';
import css from './bots.module.css';
import { cycleSearch } from './cycle-search.ts';

// Menus, several times the code of the rows, are loaded when the first one is opened.
const OpenedBotActs = lazy(async () => ({ default: (await import('./opened-bot-acts.tsx')).OpenedBotActs }));

/** Chart, log, and every action the bot allows now, in a row of the table. */
export function BotMenu({ bot }: { bot: Bot }) {
  const t = useText();
  return (
    <span className={css['acts']}>
      <IconButton
        renderRoot={(props) => (
          <Link {...props} to={kindAddress(bot.kind, 'portfolio', bot.portfolioId)} search={cycleSearch(bot)} />
        )}
        variant="subtle"
        size={26}
        aria-label={t('bots.chart', { name: bot.name })}
      >
        <ChartCandlestick size={14} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        renderRoot={(props) => <Link {...props} to={kindAddress(bot.kind, 'logs')} search={{ bot: bot.botId }} />}
        variant="subtle"
        size={26}
        aria-label={t('bots.why', { name: bot.name })}
      >
        <CircleHelp size={14} strokeWidth={1.75} />
      </IconButton>
      <Acts bot={bot} size={26} withLinks={false} />
    </span>
  );
}

/** The same behind one button, as large as a finger, on the card of a phone. */
export function BotCardMenu({ bot }: { bot: Bot }) {
  return <Acts bot={bot} size={44} withLinks />;
}

interface ActsProps {
  readonly bot: Bot;
  /** Of the button, CSS pixels. */
  readonly size: number;
  readonly withLinks: boolean;
}

function Acts({ bot, size, withLinks }: ActsProps) {
  const t = useText();
  const choose = useChooseAct();
  const { botId } = bot;
  return (
    <LateMenu
      button={
        <IconButton variant="subtle" size={size} aria-label={t('bots.acts', { name: bot.name })}>
          <Ellipsis size={size > 30 ? 18 : 14} strokeWidth={1.75} />
        </IconButton>
      }
    >
      {(button) => (
        <OpenedBotActs button={button} bot={bot} withLinks={withLinks} onChoose={(act) => choose({ botId, act })} />
      )}
    </LateMenu>
  );
}
