/** A condition of a rule as it is sent, while it is edited: it may not be complete yet. */
export type Tree = Readonly<Record<string, unknown>>;
/** Where a condition stands in its rule, such as `['all', 0, 'not']`; empty for the whole of it. */
export type TreePath = readonly (string | number)[];

export type GroupName = 'all' | 'any';

/** A condition inside another. */
interface Part {
  readonly path: TreePath;
  readonly tree: Tree;
}

export const pathKey = (path: TreePath): string => path.join('.');

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a condition joins a list of others. */
export function groupOf(tree: Tree): GroupName | null {
  if (Array.isArray(tree['all'])) return 'all';
  return Array.isArray(tree['any']) ? 'any' : null;
}

/** The conditions directly inside a condition. */
export function partsIn(tree: Tree): readonly Part[] {
  const group = groupOf(tree);
  if (group !== null) return listIn(tree, group).map((part, index) => ({ path: [group, index], tree: part }));
  const wrapped = wrapperOf(tree);
  const inner = wrapped === null ? null : tree[wrapped];
  return wrapped !== null && isTree(inner) ? [{ path: [wrapped], tree: inner }] : [];
}

/** The field that holds the only condition of a condition about one other. */
function wrapperOf(tree: Tree): 'not' | 'cond' | null {
  if ('not' in tree) return 'not';
  return 'cond' in tree ? 'cond' : null;
}

function listIn(tree: Tree, group: GroupName): readonly Tree[] {
  const list: unknown = tree[group];
  return Array.isArray(list) ? list.filter(isTree) : [];
}

/** The condition at a path; null where there is none. */
export function treeAt(root: Tree, path: TreePath): Tree | null {
  let found: unknown = root;
  for (const step of path) found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  return isTree(found) ? found : null;
}

/** The rule with another condition at a path. */
export function replacedAt(root: Tree, path: TreePath, tree: Tree): Tree {
  const [name, index, ...rest] = path;
  if (name === undefined) return tree;
  if (typeof index !== 'number') {
    const inner = root[name];
    return { ...root, [name]: isTree(inner) ? replacedAt(inner, path.slice(1), tree) : tree };
  }
  const list = listIn(root, name === 'any' ? 'any' : 'all');
  return { ...root, [name]: list.map((part, at) => (at === index ? replacedAt(part, rest, tree) : part)) };
}

/** The rule without the condition at a path. What is left empty goes with it; null where nothing is left. */
export function removedAt(root: Tree, path: TreePath): Tree | null {
  const index = path.at(-1);
  if (index === undefined) return null;
  if (typeof index !== 'number') return removedAt(root, path.slice(0, -1)); // The only part of its condition.
  const parent = path.slice(0, -2);
  const [owner, group] = [treeAt(root, parent), path.at(-2) === 'any' ? 'any' : 'all'] as const;
  if (owner === null) return root;
  const left = listIn(owner, group).filter((_part, at) => at !== index);
  return left.length === 0 ? removedAt(root, parent) : replacedAt(root, parent, { ...owner, [group]: left });
}

/** An address between the conditions of a group. */
export interface Slot {
  /** The path of the group. */
  readonly group: TreePath;
  readonly index: number;
}

/** The rule with one more condition in a group; a rule that is no group becomes one. */
export function insertedAt(root: Tree, { group, index }: Slot, tree: Tree): Tree {
  const owner = treeAt(root, group);
  if (owner === null) return root;
  const name = groupOf(owner);
  if (name === null) return replacedAt(root, group, { all: index === 0 ? [tree, owner] : [owner, tree] });
  const list = listIn(owner, name);
  return replacedAt(root, group, { ...owner, [name]: [...list.slice(0, index), tree, ...list.slice(index)] });
}

/** The slot behind a condition: inside its group, or the end of a group that it would form with it. */
export function slotBehind(path: TreePath): Slot {
  const index = path.at(-1);
  return typeof index === 'number' ? { group: path.slice(0, -2), index: index + 1 } : { group: path, index: 1 };
}

export interface Moved {
  readonly root: Tree;
  /** Where the condition stands now. */
  readonly path: TreePath;
}

/** The rule with a condition moved to a slot; null where it cannot go there, such as inside of itself. */
export function movedTo(root: Tree, path: TreePath, slot: Slot): Moved | null {
  const tree = treeAt(root, path);
  if (tree === null || path.length === 0 || isWithin(slot.group, path)) return null;
  // A mark stands where it goes, so that its address is found again after it has left its old one.
  const mark: Tree = { moved: true };
  const owner = treeAt(root, slot.group);
  if (owner === null || groupOf(owner) === null) return null;
  const shifted = shiftedBy(path, slot);
  const cleared = removedAt(insertedAt(root, slot, mark), shifted);
  const found = cleared === null ? null : pathOf(cleared, mark);
  if (cleared === null || found === null) return null;
  return { root: replacedAt(cleared, found, tree), path: found };
}

/** The path of a condition after another was inserted at a slot. */
function shiftedBy(path: TreePath, { group, index }: Slot): TreePath {
  const at = group.length + 1;
  const own = path[at];
  if (!isWithin(path, group) || typeof own !== 'number' || own < index) return path;
  return [...path.slice(0, at), own + 1, ...path.slice(at + 1)];
}

function isWithin(path: TreePath, outer: TreePath): boolean {
  return outer.every((step, index) => path[index] === step);
}

function pathOf(root: Tree, wanted: Tree): TreePath | null {
  if (root === wanted) return [];
  for (const { path, tree } of partsIn(root)) {
    const inner = pathOf(tree, wanted);
    if (inner !== null) return [...path, ...inner];
  }
  return null;
}

/** Every slot of the groups of a rule, in the order in which they stand on the screen. */
export function slotsIn(root: Tree, path: TreePath = []): readonly Slot[] {
  const group = groupOf(root);
  const inner = partsIn(root).map((part) => slotsIn(part.tree, [...path, ...part.path]));
  if (group === null) return inner.flat();
  const end: Slot = { group: path, index: inner.length };
  return [...inner.flatMap((slots, index) => [{ group: path, index }, ...slots]), end];
}

/** Where a condition comes by one step up or down: the next slot that changes anything. */
export function steppedFrom(root: Tree, path: TreePath, way: -1 | 1): Moved | null {
  const own = path.at(-1);
  if (typeof own !== 'number') return null;
  const slots = slotsIn(root).filter(({ group }) => !isWithin(group, path));
  const key = pathKey(path.slice(0, -2));
  const at = slots.findIndex(({ group, index }) => pathKey(group) === key && index === own);
  // The slots before and behind the condition itself leave it where it is.
  const wanted = slots[way === -1 ? at - 1 : at + 2];
  return wanted === undefined ? null : movedTo(root, path, wanted);
}

/** How a condition can be put into another. */
export const wrappings = ['all', 'any', 'not', 'within', 'for_bars'] as const;
export type Wrapping = (typeof wrappings)[number];

/** Bars of a new condition about a time. */
const TIME_BARS = 3;

export function wrapped(tree: Tree, wrapping: Wrapping): Tree {
  if (wrapping === 'all' || wrapping === 'any') return { [wrapping]: [tree] };
  return wrapping === 'not' ? { not: tree } : { op: wrapping, n: TIME_BARS, cond: tree };
}

/** The only condition inside a condition; null where it has none or several. */
export function unwrapped(tree: Tree): Tree | null {
  const [only, ...others] = partsIn(tree);
  return only === undefined || others.length > 0 ? null : only.tree;
}

/** A comparison, alone or as the only part of conditions about one. */
export function isRow(tree: Tree): boolean {
  if ('all' in tree || 'any' in tree) return false;
  const [only] = partsIn(tree);
  return only === undefined || isRow(only.tree);
}
