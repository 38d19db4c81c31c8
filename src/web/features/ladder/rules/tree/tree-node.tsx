import { ConditionRow } from './condition-row.tsx';
import { isRow } from './condition-tree.ts';
import { GroupNode } from './group-node.tsx';
import type { TreeNodeProps } from './tree-acts.ts';

/** A condition and everything inside it: a comparison, with what is said about its time, is one row. */
export function TreeNode(props: TreeNodeProps) {
  if (isRow(props.tree)) return <ConditionRow {...props} />;
  return <GroupNode {...props} draw={(part) => <TreeNode {...props} {...part} />} />;
}
