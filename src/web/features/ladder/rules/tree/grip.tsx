import { GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { pathKey, type TreePath } from './condition-tree.ts';
import css from './tree.module.css';
import type { TreeActs } from './tree-acts.ts';
import type { TreeDrag } from './tree-drag.ts';

interface GripProps {
  readonly path: TreePath;
  readonly name: string;
  readonly acts: TreeActs;
  readonly drag: TreeDrag;
}

/** Takes hold of a condition: dragged by a pointer, moved with the arrow keys, removed with Delete. */
export function Grip({ path, name, acts, drag }: GripProps) {
  const t = useText();
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event.key);
    if (act === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (act === 'remove') acts.remove(path);
    else acts.step(path, act);
  };
  return (
    <button
      type="button"
      className={css['grip']}
      data-grip={pathKey(path)}
      aria-label={t('rules.grip', { rule: name })}
      title={t('rules.gripKeys')}
      onKeyDown={onKeyDown}
      {...drag.grip(path)}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
}

function actOf(key: string): -1 | 1 | 'remove' | null {
  if (key === 'ArrowUp') return -1;
  if (key === 'ArrowDown') return 1;
  return key === 'Delete' || key === 'Backspace' ? 'remove' : null;
}
