import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { QuietButton } from '#web/ui/form/quiet-button.tsx';
import {
  groupOf,
  insertedAt,
  type Moved,
  movedTo,
  partsIn,
  pathKey,
  removedAt,
  replacedAt,
  type Slot,
  slotBehind,
  steppedFrom,
  type Tree,
  type TreePath,
  treeAt,
} from './condition-tree.ts';
import { newComparison } from './fields/operands.ts';
import css from './tree.module.css';
import type { RuleTreeProps, TreeActs } from './tree-acts.ts';
import { useTreeDrag } from './tree-drag.ts';
import { TreeNode } from './tree-node.tsx';

/** A rule as a nested list of conditions, edited in place by pointer and keyboard. */
export function RuleTree({ label, condition, onChange, reading, troubleAt }: RuleTreeProps) {
  const t = useText();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const { frame, focusOn } = useFocusOn();
  const move = (moved: Moved | null) => {
    if (moved === null) return;
    setOpenKey(null);
    onChange(moved.root);
    focusOn(pathKey(moved.path));
    setTold(t('rules.moved', { position: positionText(moved.path) }));
  };
  const drag = useTreeDrag(condition, (path, slot) => move(movedTo(condition, path, slot)));
  const acts: TreeActs = {
    openKey,
    setOpenKey,
    replace: (path, tree, gesture) =>
      onChange(replacedAt(condition, path, tree), gesture && `${pathKey(path)} ${gesture}`),
    remove: (path) => {
      setOpenKey(null);
      onChange(removedAt(condition, path));
    },
    add: (slot, tree) => {
      onChange(insertedAt(condition, slot, tree));
      setOpenKey(addedKey(condition, slot));
    },
    step: (path, way) => move(steppedFrom(condition, path, way)),
  };
  const isGroup = partsIn(condition).length > 0;
  return (
    <section className={css['tree']} aria-label={label} data-tree ref={frame}>
      <ul>
        <TreeNode path={[]} tree={condition} acts={acts} drag={drag} reading={reading} troubleAt={troubleAt} />
      </ul>
      {isGroup ? null : (
        <QuietButton onClick={() => acts.add(slotBehind([]), newComparison())}>
          <Plus size={14} aria-hidden /> {t('rules.add.condition')}
        </QuietButton>
      )}
      <p className="by-hidden" role="status">
        {told}
      </p>
    </section>
  );
}

/** Where a new condition stands: a rule of one comparison becomes a group. */
function addedKey(root: Tree, { group, index }: Slot): string {
  const owner = treeAt(root, group);
  return pathKey([...group, (owner && groupOf(owner)) ?? 'all', index]);
}

/** "2.1": the second condition, and in it the first. */
function positionText(path: TreePath): string {
  return path.flatMap((step) => (typeof step === 'number' ? [step + 1] : [])).join('.');
}

/** Brings the focus back to the grip of a condition that has moved, once it stands there. */
function useFocusOn() {
  const frame = useRef<HTMLElement>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    frame.current?.querySelector<HTMLElement>(`[data-grip="${wanted.current}"]`)?.focus();
    wanted.current = null;
  });
  return {
    frame,
    focusOn(key: string) {
      wanted.current = key;
    },
  };
}
