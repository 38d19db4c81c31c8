import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  ChartCandlestick,
  CircleHelp,
  Ellipsis,
  Flag,
  Hand,
  RotateCcw,
  SlidersHorizontal,
  ToggleRight,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { useBotsView } from '#web/kinds/use-kind.ts';
import { canDo } from '../bot-acts.ts';
import css from '../bots.module.css';
import { useActBlock } from './act-block.ts';
import { DeleteBotDialog, FinishDialog, RestartDialog } from './bot-dialogs.tsx';
import { ConditionDialog } from './condition-dialog.tsx';
import { EntriesDialog } from './entries-dialog.tsx';
import { restartOf } from './restart-words.ts';
import { StopDialog } from './stop-dialog.tsx';

const icons = {
  finish: Flag,
  stop: Hand,
  restart: RotateCcw,
  conditions: SlidersHorizontal,
  entries: ToggleRight,
  delete: Trash2,
} as const satisfies Record<BotAct, unknown>;

/** Chart, log, and every action the bot allows now. */
export function BotMenu({ bot }: { bot: Bot }) {
  const t = useText();
  const { acts } = useBotsView();
  const [act, setAct] = useState<BotAct | null>(null);
  const block = useActBlock();
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={26} aria-label={t('bots.acts', { name: bot.name })}>
            <Ellipsis size={14} strokeWidth={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
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
      <BotDialog act={act} bot={bot} onClose={() => setAct(null)} />
    </span>
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
  const Icon = icons[act];
  return (
    <Menu.Item leftSection={<Icon size={14} strokeWidth={1.75} />} disabled={!isPossible} onClick={onChoose}>
      {act === 'restart' && canDo(bot, act) ? t(`bots.act.${restartOf(bot)}`) : t(`bots.act.${act}`)}
    </Menu.Item>
  );
}

function BotDialog({ act, bot, onClose }: { act: BotAct | null; bot: Bot; onClose: () => void }) {
  switch (act) {
    case 'stop':
      return <StopDialog bot={bot} onClose={onClose} />;
    case 'finish':
      return <FinishDialog bot={bot} onClose={onClose} />;
    case 'delete':
      return <DeleteBotDialog bot={bot} onClose={onClose} />;
    case 'conditions':
      return <ConditionDialog bot={bot} onClose={onClose} />;
    case 'entries':
      return <EntriesDialog bot={bot} onClose={onClose} />;
    case 'restart':
      return <RestartDialog bot={bot} onClose={onClose} />;
    default:
      return null;
  }
}
