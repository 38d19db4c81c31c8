import type { Slot, Tree, TreePath } from './condition-tree.ts';
import type { TreeDrag } from './tree-drag.ts';
import type { TreeReading } from './tree-reading.ts';

export interface RuleTreeProps {
  /** Names the tree for assistive technology. */
  readonly label: string;
  readonly condition: Tree;
  /** @param condition - null where the last condition was removed */
  readonly onChange: (condition: Tree | null, gesture?: string) => void;
  /** What the rule said at the bar that is looked at; null while that is not known. */
  readonly reading: TreeReading | null;
  /** Why a condition cannot be used, or one of its fields; null when it can. */
  readonly troubleAt: (path: TreePath) => string | null;
}

/** The acts of a tree on one of its conditions. */
export interface TreeActs {
  replace(path: TreePath, tree: Tree, gesture?: string): void;
  remove(path: TreePath): void;
  add(slot: Slot, tree: Tree): void;
  step(path: TreePath, way: -1 | 1): void;
  readonly openKey: string | null;
  setOpenKey(key: string | null): void;
}

export interface TreeNodeProps extends Pick<RuleTreeProps, 'reading' | 'troubleAt'> {
  readonly path: TreePath;
  readonly tree: Tree;
  readonly acts: TreeActs;
  readonly drag: TreeDrag;
}
