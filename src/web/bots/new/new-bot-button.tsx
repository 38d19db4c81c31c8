import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { CreateButton, HeaderCreateButton } from '#web/ui/page/create-button.tsx';
import { useIsLive } from '../confirm/use-is-live.ts';

const NewBotDialog = lazy(async () => ({ default: (await import('./new-bot-dialog.tsx')).NewBotDialog }));

interface NewBotButtonProps {
  /** The portfolio that is offered first; null: the kind's first. */
  readonly portfolioId: string | null;
  readonly place: 'header' | 'content';
}

/** Opens the dialog for a new bot. */
export function NewBotButton({ portfolioId, place }: NewBotButtonProps) {
  const t = useText();
  const isLive = useIsLive();
  const [isOpen, setOpen] = useState(false);
  const Opener = place === 'header' ? HeaderCreateButton : CreateButton;
  return (
    <>
      <Opener label={t(isLive ? 'bots.newLive' : 'bots.new')} onClick={() => setOpen(true)} />
      {isOpen ? (
        <Suspense>
          <NewBotDialog copyOf={null} portfolioId={portfolioId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
