import { type PointerEvent, useState } from 'react';
import { groupOf, pathKey, type Slot, type Tree, type TreePath, treeAt } from './condition-tree.ts';

/** Where what is dragged would go: at an edge of a row, or at the beginning of a group. */
export interface DropMark {
  readonly key: string;
  readonly edge: 'before' | 'behind' | 'inside';
}

export interface TreeDrag {
  /** The path of what is dragged, as a key; null while nothing is. */
  readonly held: string | null;
  readonly mark: DropMark | null;
  /** The handlers of the grip of a condition. */
  grip(path: TreePath): {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
}

/** Lets conditions be dragged by their grips with any pointer. */
export function useTreeDrag(root: Tree, drop: (path: TreePath, slot: Slot) => void): TreeDrag {
  const [held, setHeld] = useState<TreePath | null>(null);
  const [mark, setMark] = useState<DropMark | null>(null);
  const end = () => {
    setHeld(null);
    setMark(null);
  };
  return {
    held: held === null ? null : pathKey(held),
    mark,
    grip: (path) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(path);
      },
      onPointerMove(event) {
        if (held !== null) setMark(markUnder(event));
      },
      onPointerUp() {
        const slot = mark === null ? null : slotOf(root, mark);
        if (slot !== null) drop(path, slot);
        end();
      },
      onPointerCancel: end,
    }),
  };
}

/** The row of the same rule under the pointer, and the half of it. */
function markUnder({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): DropMark | null {
  const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]') ?? null;
  if (under === null || under.closest('[data-tree]') !== currentTarget.closest('[data-tree]')) return null;
  const key = under.dataset['row'] ?? '';
  if (under.dataset['group'] !== undefined) return { key, edge: 'inside' };
  const { top, height } = under.getBoundingClientRect();
  return { key, edge: clientY < top + height / 2 ? 'before' : 'behind' };
}

function slotOf(root: Tree, { key, edge }: DropMark): Slot | null {
  const path = key === '' ? [] : key.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (edge === 'inside') {
    const group = treeAt(root, path);
    return group !== null && groupOf(group) !== null ? { group: path, index: 0 } : null;
  }
  const index = path.at(-1);
  if (typeof index !== 'number') return null;
  return { group: path.slice(0, -2), index: edge === 'before' ? index : index + 1 };
}
