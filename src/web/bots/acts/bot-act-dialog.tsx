import { lazy, type ReactNode, Suspense } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { PartText } from '#web/i18n/text.tsx';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { DeleteBotDialog, FinishDialog, RestartDialog } from './bot-dialogs.tsx';
import { ConditionDialog } from './condition-dialog.tsx';
import { EntriesDialog } from './entries-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';

const NewBotDialog = lazy(async () => ({ default: (await import('../new/new-bot-dialog.tsx')).NewBotDialog }));

const DealDialog = lazy(async () => ({ default: (await import('../deals/deal-dialog.tsx')).DealDialog }));

interface BotActDialogProps {
  readonly act: BotAct | null;
  readonly bot: Bot;
  /** The atom that the act begins with, where it concerns one; left out: the first that it can concern. */
  readonly atomId?: string | undefined;
  readonly onClose: () => void;
}

/** The dialog of an act; nothing while none is chosen. */
export function BotActDialog({ act, bot, atomId, onClose }: BotActDialogProps) {
  switch (act) {
    case 'stop':
      return <StopDialog bot={bot} onClose={onClose} />;
    case 'finish':
      return <FinishDialog bot={bot} onClose={onClose} />;
    case 'delete':
      return <DeleteBotDialog bot={bot} onClose={onClose} />;
    case 'conditions':
      return (
        <Worded>
          <ConditionDialog bot={bot} onClose={onClose} />
        </Worded>
      );
    case 'entries':
      return (
        <Worded>
          <EntriesDialog bot={bot} onClose={onClose} />
        </Worded>
      );
    case 'deal':
      return (
        <Suspense>
          <DealDialog bot={bot} atomId={atomId} onClose={onClose} />
        </Suspense>
      );
    case 'clone':
      return (
        <Suspense>
          <NewBotDialog copyOf={bot} portfolioId={bot.portfolioId} onClose={onClose} />
        </Suspense>
      );
    case 'restart':
      return (
        <Worded>
          <RestartDialog bot={bot} onClose={onClose} />
        </Worded>
      );
    default:
      return null;
  }
}

/** A dialog whose words are loaded with it: the first load has no room for them. */
function Worded({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense>
      <PartText part="botWork">{children}</PartText>
    </Suspense>
  );
}
