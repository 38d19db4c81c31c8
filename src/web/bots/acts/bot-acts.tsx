import { useState } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { useBotsView } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { useActBlock } from './act-block.ts';
import { actIcons } from './act-icons.ts';
import css from './acts.module.css';
import { BotActDialog } from './bot-act-dialog.tsx';
import { canDo } from './can-do.ts';
import { actName } from './restart-words.ts';

/**
 * What the life cycle allows with the bot now, as buttons; off, with the reason, while its values are stale. An act that
 * the address names opens its dialog, which still asks for confirmation.
 */
export function BotActs({ bot, atomId }: { readonly bot: Bot; readonly atomId?: string | undefined }) {
  const t = useText();
  const { acts } = useBotsView();
  const [chosen, setAct] = useState<BotAct | null>(null);
  const [named, setNamed] = useSearchText('act');
  const act = chosen ?? acts.find((one) => one === named && canDo(bot, one)) ?? null;
  const close = () => {
    setAct(null);
    if (named !== '') setNamed(null);
  };
  const block = useActBlock();
  return (
    <>
      {block === null ? null : <p className={css['block']}>{block}</p>}
      {acts
        .filter((one) => canDo(bot, one))
        .map((one) => {
          const Icon = actIcons[one];
          return (
            <Button
              key={one}
              size="compact-sm"
              leftSection={<Icon size={14} strokeWidth={1.75} />}
              disabled={block !== null}
              onClick={() => setAct(one)}
            >
              {actName(one, bot, t)}
            </Button>
          );
        })}
      <BotActDialog act={act} bot={bot} atomId={atomId} onClose={close} />
    </>
  );
}
