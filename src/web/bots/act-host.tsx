import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { assert } from '#base/assert.ts';
import { useLiveBot } from '#web/api/live/use-live-bots.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';

// Dialogs, several times the code of the rows, are loaded when the first one is opened.
const BotActDialog = lazy(async () => ({ default: (await import('./acts/bot-act-dialog.tsx')).BotActDialog }));

interface ChosenAct {
  readonly botId: string;
  readonly act: BotAct;
}

const ChooseContext = createContext<((chosen: ChosenAct) => void) | null>(null);

/** Opens the dialog of an act on a bot, over the page. */
export function useChooseAct(): (chosen: ChosenAct) => void {
  const choose = useContext(ChooseContext);
  assert(choose !== null, 'a menu of a bot stands within a host of its acts');
  return choose;
}

interface ActHostProps {
  readonly bots: readonly Bot[];
  readonly children: ReactNode;
}

/** Holds the dialogs of acts that rows open: a row may leave the list, or become a card, while its dialog is open. */
export function ActHost({ bots, children }: ActHostProps) {
  const [chosen, choose] = useState<ChosenAct | null>(null);
  const bot = bots.find(({ botId }) => botId === chosen?.botId);
  return (
    <ChooseContext value={choose}>
      {children}
      {chosen === null || bot === undefined ? null : (
        <Suspense>
          <LiveDialog bot={bot} act={chosen.act} onClose={() => choose(null)} />
        </Suspense>
      )}
    </ChooseContext>
  );
}

function LiveDialog({ bot, ...dialog }: { readonly bot: Bot; readonly act: BotAct; readonly onClose: () => void }) {
  return <BotActDialog bot={useLiveBot(bot)} {...dialog} />;
}
