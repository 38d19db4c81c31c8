import { describe, expect, it } from 'vitest';
import {
  insertedAt,
  movedTo,
  removedAt,
  replacedAt,
  slotBehind,
  slotsIn,
  steppedFrom,
  type Tree,
  type TreePath,
  treeAt,
  unwrapped,
  wrapped,
} from './condition-tree.ts';

const leaf = (name: string): Tree => ({ op: 'gt', a: { ind: name }, b: { const: '1' } });
const [A, B, C, D] = [leaf('a'), leaf('b'), leaf('c'), leaf('d')];
const NESTED: Tree = { all: [A, { any: [B, C] }, { not: D }] };

/** A rule in one line: `all(a any(b c) not(d))`. */
function told(tree: Tree | null): string {
  if (tree === null) return 'nothing';
  for (const group of ['all', 'any'] as const) {
    const list = tree[group];
    if (Array.isArray(list)) return `${group}(${list.map(told).join(' ')})`;
  }
  if ('not' in tree) return `not(${told(tree['not'] as Tree)})`;
  if ('cond' in tree) return `${tree['op']}(${told(tree['cond'] as Tree)})`;
  return String((tree['a'] as Tree)['ind']);
}

describe('a rule while it is edited', () => {
  it('has each condition at its path', () => {
    expect([[], ['all', 0], ['all', 1, 'any', 1], ['all', 2, 'not']].map((path) => told(treeAt(NESTED, path)))).toEqual(
      ['all(a any(b c) not(d))', 'a', 'c', 'd'],
    );
    expect(treeAt(NESTED, ['all', 3])).toBeNull();
  });

  it('takes another condition anywhere, and keeps the rest', () => {
    expect(told(replacedAt(NESTED, ['all', 1, 'any', 0], leaf('x')))).toBe('all(a any(x c) not(d))');
    expect(told(replacedAt(NESTED, ['all', 2, 'not'], leaf('x')))).toBe('all(a any(b c) not(x))');
    expect(told(replacedAt(NESTED, [], A))).toBe('a');
  });

  it.each<[string, TreePath, string]>([
    ['a condition', ['all', 0], 'all(any(b c) not(d))'],
    ['one of a nested group', ['all', 1, 'any', 0], 'all(a any(c) not(d))'],
    ['the only part of a condition, with it', ['all', 2, 'not'], 'all(a any(b c))'],
    ['the whole', [], 'nothing'],
  ])('loses %s', (_what, path, left) => {
    expect(told(removedAt(NESTED, path))).toBe(left);
  });

  it('loses a group with its last condition', () => {
    expect(told(removedAt({ all: [A, { any: [B] }] }, ['all', 1, 'any', 0]))).toBe('all(a)');
    expect(removedAt({ all: [{ any: [B] }] }, ['all', 0, 'any', 0])).toBeNull();
  });

  it('grows behind a condition, and becomes a group where it was a single one', () => {
    expect(told(insertedAt(NESTED, slotBehind(['all', 1, 'any', 0]), D))).toBe('all(a any(b d c) not(d))');
    expect(told(insertedAt(A, slotBehind([]), B))).toBe('all(a b)');
  });

  it.each<[TreePath, TreePath, number, string, string]>([
    [['all', 0], ['all', 1], 2, 'all(any(b c a) not(d))', 'all.0.any.2'],
    [['all', 0], [], 3, 'all(any(b c) not(d) a)', 'all.2'],
    [['all', 2], [], 0, 'all(not(d) a any(b c))', 'all.0'],
    [['all', 1, 'any', 1], [], 1, 'all(a c any(b) not(d))', 'all.1'],
    [['all', 2, 'not'], ['all', 1], 0, 'all(a any(d b c))', 'all.1.any.0'],
  ])('moves %j into the group %j at %i', (from, group, index, after, path) => {
    const moved = movedTo(NESTED, from, { group, index });
    expect([told(moved?.root ?? null), moved?.path.join('.')]).toEqual([after, path]);
  });

  it('moves nothing into itself, nor the whole', () => {
    expect(movedTo(NESTED, ['all', 1], { group: ['all', 1], index: 0 })).toBeNull();
    expect(movedTo(NESTED, [], { group: [], index: 0 })).toBeNull();
  });

  it('a condition walks down through every group and up again by the same way', () => {
    const way: string[] = [];
    let at = { root: NESTED, path: ['all', 0] as TreePath };
    for (let next = steppedFrom(at.root, at.path, 1); next !== null; next = steppedFrom(at.root, at.path, 1)) {
      at = next;
      way.push(told(at.root));
    }
    expect(way).toEqual([
      'all(any(a b c) not(d))',
      'all(any(b a c) not(d))',
      'all(any(b c a) not(d))',
      'all(any(b c) a not(d))',
      'all(any(b c) not(d) a)',
    ]);
    const back: string[] = [];
    for (let next = steppedFrom(at.root, at.path, -1); next !== null; next = steppedFrom(at.root, at.path, -1)) {
      at = next;
      back.push(told(at.root));
    }
    expect(back).toEqual([...way.slice(0, -1).toReversed(), told(NESTED)]);
  });

  it('has a slot before and behind each condition of each group', () => {
    expect(slotsIn(NESTED).map(({ group, index }) => `${group.join('.')}#${index}`)).toEqual([
      '#0',
      '#1',
      'all.1#0',
      'all.1#1',
      'all.1#2',
      '#2',
      '#3',
    ]);
  });

  it('is wrapped and unwrapped', () => {
    expect(['all', 'any', 'not', 'within', 'for_bars'].map((name) => told(wrapped(A, name as 'all')))).toEqual([
      'all(a)',
      'any(a)',
      'not(a)',
      'within(a)',
      'for_bars(a)',
    ]);
    expect(told(unwrapped(wrapped(A, 'within')))).toBe('a');
    expect(unwrapped(NESTED)).toBeNull();
    expect(unwrapped(A)).toBeNull();
  });
});
