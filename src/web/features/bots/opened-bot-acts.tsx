import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChartCandlestick, CircleHelp } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { useActBlock } from '#web/bots/acts/act-block.ts';
import { actIcons } from '#web/bots/acts/act-icons.ts';
import { canDo } from '#web/bots/acts/can-do.ts';
import { actName } from '#web/bots/acts/restart-words.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { useBotsView } from '#web/kinds/use-kind.ts';
import { OpenedMenu } from '#web/ui/overlay/opened-menu.tsx';
import css from './bots.module.css';
import { cycleSearch } from './cycle-search.ts';

interface OpenedBotActsProps {
  readonly button: ReactElement;
  readonly bot: Bot;
  /** Whether chart and log stand before the acts, where they have no buttons of their own. */
  readonly withLinks: boolean;
  readonly onChoose: (act: BotAct) => void;
}

/** The acts on a bot; those that it does not allow now are off. */
export function OpenedBotActs({ button, bot, withLinks, onChoose }: OpenedBotActsProps) {
  const t = useText();
  const { acts } = useBotsView();
  const block = useActBlock();
  return (
    <OpenedMenu button={button} position="bottom-end">
      {withLinks ? <Links bot={bot} /> : null}
      {block === null ? null : <Menu.Label className={css['block'] ?? ''}>{block}</Menu.Label>}
      {acts.map((act) => {
        const Icon = actIcons[act];
        return (
          <Menu.Item
            key={act}
            leftSection={<Icon size={14} strokeWidth={1.75} />}
            disabled={block !== null || !canDo(bot, act)}
            onClick={() => onChoose(act)}
          >
            {actName(act, bot, t)}
          </Menu.Item>
        );
      })}
    </OpenedMenu>
  );
}

function Links({ bot }: { readonly bot: Bot }) {
  const t = useText();
  return (
    <>
      <Menu.Item
        renderRoot={(props) => (
          <Link {...props} to={kindAddress(bot.kind, 'portfolio', bot.portfolioId)} search={cycleSearch(bot)} />
        )}
        leftSection={<ChartCandlestick size={14} strokeWidth={1.75} />}
      >
        {t('bots.chart', { name: bot.name })}
      </Menu.Item>
      <Menu.Item
        renderRoot={(props) => <Link {...props} to={kindAddress(bot.kind, 'logs')} search={{ bot: bot.botId }} />}
        leftSection={<CircleHelp size={14} strokeWidth={1.75} />}
      >
        {t('bots.why', { name: bot.name })}
      </Menu.Item>
    </>
  );
}
