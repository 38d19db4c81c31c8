import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChartCandlestick, CircleHelp, Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { useActBlock } from '#web/bots/acts/act-block.ts';
import { actIcons, BotActDialog } from '#web/bots/acts/bot-act-dialog.tsx';
import { canDo } from '#web/bots/acts/can-do.ts';
import { actName } from '#web/bots/acts/restart-words.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { useBotsView } from '#web/kinds/use-kind.ts';
import css from './bots.module.css';

/** Chart, log, and every action the bot allows now, in a row of the table. */
export function BotMenu({ bot }: { bot: Bot }) {
  const t = useText();
  return (
    <span className={css['acts']}>
      <ActionIcon
        renderRoot={(props) => (
          <Link {...props} to={kindAddress(bot.kind, 'portfolio', bot.portfolioId)} search={cycleSearch(bot)} />
        )}
        variant="subtle"
        size={26}
        aria-label={t('bots.chart', { name: bot.name })}
      >
        <ChartCandlestick size={14} strokeWidth={1.75} />
      </ActionIcon>
      <ActionIcon
        renderRoot={(props) => <Link {...props} to={kindAddress(bot.kind, 'logs')} search={{ bot: bot.botId }} />}
        variant="subtle"
        size={26}
        aria-label={t('bots.why', { name: bot.name })}
      >
        <CircleHelp size={14} strokeWidth={1.75} />
      </ActionIcon>
      <Acts bot={bot} size={26} />
    </span>
  );
}

/** The same behind one button, as large as a finger, on the card of a phone. */
export function BotCardMenu({ bot }: { bot: Bot }) {
  const t = useText();
  return (
    <Acts bot={bot} size={44}>
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
    </Acts>
  );
}

interface ActsProps {
  readonly bot: Bot;
  /** Of the button, CSS pixels. */
  readonly size: number;
  /** What stands before the actions. */
  readonly children?: ReactNode;
}

function Acts({ bot, size, children }: ActsProps) {
  const t = useText();
  const { acts } = useBotsView();
  const [act, setAct] = useState<BotAct | null>(null);
  const block = useActBlock();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={size} aria-label={t('bots.acts', { name: bot.name })}>
            <Ellipsis size={size > 30 ? 18 : 14} strokeWidth={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          {block === null ? null : <Menu.Label className={css['block'] ?? ''}>{block}</Menu.Label>}
          {acts.map((one) => (
            <ActItem
              key={one}
              act={one}
              bot={bot}
              isPossible={block === null && canDo(bot, one)}
              onChoose={() => setAct(one)}
            />
          ))}
        </Menu.Dropdown>
      </Menu>
      <BotActDialog act={act} bot={bot} onClose={() => setAct(null)} />
    </>
  );
}

/** The open cycle of the bot, for the address of its drawer. */
function cycleSearch(bot: Bot): Record<string, string> {
  const open = bot.atoms.find((atom) => atom.currentCycleId !== null);
  return open?.currentCycleId ? { cycle: open.currentCycleId } : {};
}

interface ActItemProps {
  readonly act: BotAct;
  readonly bot: Bot;
  readonly isPossible: boolean;
  readonly onChoose: () => void;
}

function ActItem({ act, bot, isPossible, onChoose }: ActItemProps) {
  const t = useText();
  const Icon = actIcons[act];
  return (
    <Menu.Item leftSection={<Icon size={14} strokeWidth={1.75} />} disabled={!isPossible} onClick={onChoose}>
      {actName(act, bot, t)}
    </Menu.Item>
  );
}
