import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';

const NewBotDialog = lazy(async () => ({ default: (await import('./new-bot-dialog.tsx')).NewBotDialog }));

/** Opens the dialog for a new bot, in this portfolio first; null: in the kind's first. */
export function NewBotButton({ portfolioId }: { readonly portfolioId: string | null }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="filled" leftSection={<Plus size={16} />} onClick={() => setOpen(true)}>
        {t('bots.new')}
      </Button>
      {isOpen ? (
        <Suspense>
          <NewBotDialog copyOf={null} portfolioId={portfolioId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
