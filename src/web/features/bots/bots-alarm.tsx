import { Link } from '@tanstack/react-router';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Button } from '#web/ui/form/button.tsx';
import { AlarmBanner } from '#web/ui/page/note.tsx';
import { statusOf } from './bot-words.ts';

/** Shown above the table while a bot is in error; further ones are summarised as "and 2 more". */
export function BotsAlarm({ bots, marketNow }: { bots: readonly Bot[]; marketNow: number | null }) {
  const t = useText();
  const [first, ...others] = bots.filter((bot) => bot.state === 'ERROR');
  if (first === undefined) return null;
  const reason = statusOf(first, marketNow, t).reason ?? t('bots.alarm.unknown');
  const more = others.length === 0 ? '' : ` ${t('bots.alarm.more', { count: others.length })}`;
  return (
    <AlarmBanner
      title={`${t('bots.alarm', { name: first.name, reason })}${more}`}
      actions={
        <Button
          renderRoot={(props) => <Link {...props} to={kindAddress(first.kind, 'logs')} search={{ bot: first.botId }} />}
        >
          {t('bots.alarm.why')}
        </Button>
      }
    >
      {t(first.stateReason === 'GRID_CHANGED' ? 'bots.alarm.gridChanged' : 'bots.alarm.next')}
    </AlarmBanner>
  );
}
