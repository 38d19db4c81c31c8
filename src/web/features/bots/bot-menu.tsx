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
import { problemText } from '#web/ui/problem-text.ts';
import { toast } from '#web/ui/toast.ts';
import { type BotAct, botActs, canDo } from './bot-acts.ts';
import { ConditionDialog, DeleteBotDialog, EntriesDialog, FinishDialog, StopDialog } from './bot-dialogs.tsx';
import { useRestartBot } from './bot-queries.ts';
import css from './bots.module.css';

const icons = {
  finish: Flag,
  stop: Hand,
  restart: RotateCcw,
  conditions: SlidersHorizontal,
  entries: ToggleRight,
  delete: Trash2,
} as const satisfies Record<BotAct, unknown>;

/** Chart, why, and everything that can be done with the bot now. */
export function BotMenu({ bot }: { bot: Bot }) {
  const t = useText();
  const [act, setAct] = useState<BotAct | null>(null);
  const restart = useRestartBot();
  const choose = (chosen: BotAct) => {
    if (chosen !== 'restart') return setAct(chosen);
    restart.mutate(bot.strategyExecutorId, {
      onSuccess: () => toast(t('restart.done', { name: bot.name })),
      onError: (error) => toast(problemText(error, t).what),
    });
  };
  return (
    <span className={css['acts']}>
      <ActionIcon
        renderRoot={(props) => <Link {...props} to={`/dca/portfolio/${bot.portfolioId}`} search={cycleSearch(bot)} />}
        variant="subtle"
        size={26}
        aria-label={t('bots.chart', { name: bot.name })}
      >
        <ChartCandlestick size={14} strokeWidth={1.75} />
      </ActionIcon>
      <ActionIcon
        renderRoot={(props) => <Link {...props} to="/dca/logs" search={{ bot: bot.botId }} />}
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
          {botActs.map((one) => (
            <ActItem key={one} act={one} isPossible={canDo(bot, one)} onChoose={() => choose(one)} />
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

function ActItem({ act, isPossible, onChoose }: { act: BotAct; isPossible: boolean; onChoose: () => void }) {
  const t = useText();
  const Icon = icons[act];
  return (
    <Menu.Item leftSection={<Icon size={14} strokeWidth={1.75} />} disabled={!isPossible} onClick={onChoose}>
      {t(`bots.act.${act}`)}
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
    default:
      return null;
  }
}
