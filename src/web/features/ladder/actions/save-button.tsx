import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Tip } from '#web/ui/overlay/tip.tsx';

export interface SaveButtonProps {
  readonly newestVersion: number;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  /** Why nothing can be saved now; null when it can. */
  readonly whyNot: string | null;
}

/** The one primary button. While nothing can be saved it stays within reach, and says why. */
export function SaveButton({ newestVersion, isSaving, onSave, whyNot }: SaveButtonProps) {
  const t = useText();
  return (
    <Tip words={whyNot}>
      {(tipId) => (
        <Button
          variant="filled"
          loading={isSaving}
          aria-disabled={whyNot !== null}
          aria-describedby={tipId}
          onClick={() => (whyNot === null ? onSave() : undefined)}
        >
          {t('strategy.save', { version: newestVersion + 1 })}
        </Button>
      )}
    </Tip>
  );
}
