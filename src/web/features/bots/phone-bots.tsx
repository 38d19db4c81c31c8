import { CheckCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { useIsLive } from '#web/bots/confirm/use-is-live.ts';
import { SelectionStrip } from '#web/bots/several/selection-strip.tsx';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { BotCards } from './bot-cards.tsx';
import css from './bots.module.css';
import type { BotView } from './use-bot-view.ts';

interface PhoneBotsProps {
  readonly live: readonly Bot[];
  readonly view: BotView;
  readonly marketNow: number | null;
  /** The filters, in line with the switch that shows the check boxes. */
  readonly children: ReactNode;
}

/** The bots as cards. Their check boxes take the place of their menus while several are selected. */
export function PhoneBots({ live, view, marketNow, children }: PhoneBotsProps) {
  const t = useText();
  const isLive = useIsLive(); // Live bots take commands one at a time.
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const isSelecting = selected !== null;
  return (
    <>
      <div className={css['phoneFilters']}>
        {children}
        {isLive ? null : (
          <IconButton
            className={css['choose']}
            aria-label={t('several.choose')}
            aria-pressed={isSelecting}
            onClick={() => setSelected(isSelecting ? null : new Set())}
          >
            <CheckCheck size={18} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      <BotCards rows={view.rows} marketNow={marketNow} onOpen={view.open} selected={selected} onSelect={setSelected} />
      <div className={css['phoneStrip']}>
        <SelectionStrip bots={live.filter((bot) => selected?.has(bot.botId))} onClear={() => setSelected(null)} />
      </div>
    </>
  );
}
