import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import type { LadderEditor } from '../form/ladder-editor.ts';

/** Takes changes of the draft back and makes them again, also by Ctrl or Cmd with Z and Y. */
export function UndoButtons({ editor }: { editor: Pick<LadderEditor, 'undo' | 'redo'> }) {
  const t = useText();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event);
    // A dialog over the page has fields of its own.
    if (act === null || document.querySelector('[role="dialog"]') !== null) return;
    event.preventDefault();
    editor[act]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const acts = [
    { act: 'undo', Icon: Undo2 },
    { act: 'redo', Icon: Redo2 },
  ] as const;
  return acts.map(({ act, Icon }) => (
    <IconButton
      key={act}
      variant="default"
      aria-label={t(`ladder.${act}`)}
      title={t(`ladder.${act}`)}
      disabled={editor[act] === null}
      onClick={() => editor[act]?.()}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  ));
}

function actOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
