import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Tip } from '#web/ui/overlay/tip.tsx';
import { isSound } from '../form/ladder-check.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';

export interface SaveButtonProps {
  readonly editor: LadderEditor;
  readonly newestVersion: number;
  readonly isSaving: boolean;
  readonly onSave: () => void;
}

/** The one primary button. While nothing can be saved it stays within reach, and says why. */
export function SaveButton({ editor, newestVersion, isSaving, onSave }: SaveButtonProps) {
  const t = useText();
  const reason = whyNot(editor);
  return (
    <Tip words={reason === null ? null : t(reason)}>
      {(tipId) => (
        <Button
          variant="filled"
          loading={isSaving}
          aria-disabled={reason !== null}
          aria-describedby={tipId}
          onClick={() => (reason === null ? onSave() : undefined)}
        >
          {t('strategy.save', { version: newestVersion + 1 })}
        </Button>
      )}
    </Tip>
  );
}

function whyNot(editor: LadderEditor) {
  if (editor.draft.name.trim() === '') return 'strategy.save.unnamed' as const;
  if (!isSound(editor.check)) return 'strategy.save.unsound' as const;
  return editor.isDirty ? null : ('strategy.save.unchanged' as const);
}
