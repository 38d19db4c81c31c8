import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../../../tests/support/draw.tsx';
import type { Tree } from './condition-tree.ts';
import { RuleTree } from './rule-tree.tsx';
import type { NodeTruth, TreeReading } from './tree-reading.ts';

let t: Text;
beforeAll(async () => {
  t = await textWith('rules', 'en');
});

const leaf = (ind: string, value: string): Tree => ({ op: 'gt', a: { ind, n: 14 }, b: { const: value } });
const NESTED: Tree = {
  all: [leaf('rsi', '50'), { any: [leaf('cci', '100'), leaf('mfi', '20')] }],
};
const told = (truth: NodeTruth['truth'], a: string | null = null): NodeTruth => ({
  truth,
  now: a === null ? {} : { a },
  before: {},
  barsAgo: null,
});

function open(start: Tree, reading: TreeReading | null = null) {
  const seen: { tree: Tree | null } = { tree: start };
  function Held() {
    const [tree, setTree] = useState<Tree | null>(start);
    seen.tree = tree;
    if (tree === null) return <p>no rule</p>;
    return <RuleTree label="Open long" condition={tree} onChange={setTree} reading={reading} troubleAt={() => null} />;
  }
  const { container } = draw(<Held />, t);
  return { user: userEvent.setup(), container, seen };
}

const rows = () => screen.getAllByRole('button', { expanded: false }).map((button) => button.textContent);
const sentences = () => rows().filter((text) => text?.includes('('));
const grip = (rule: string) => screen.getByRole('button', { name: `Move ${rule}` });

describe('the tree of a rule', () => {
  it('tells each condition in words, with its truth and its numbers at the bar', () => {
    const reading = new Map([
      ['', told('f')],
      ['all.0', told('t', '57.149')],
      ['all.1', told('f')],
      ['all.1.any.0', told('f', '12.5')],
      ['all.1.any.1', told('u')],
    ]);
    open(NESTED, reading);
    expect(sentences()).toEqual(['RSI(14) above 50', 'CCI(14) above 100', 'MFI(14) above 20']);
    expect(screen.getByText('57.15')).toBeTruthy();
    expect(screen.getAllByText('true')).toHaveLength(1);
    expect(screen.getAllByText('false')).toHaveLength(3);
    expect(screen.getAllByText('unknown')).toHaveLength(1);
  });

  it('moves a condition with the arrow keys, through groups, and keeps the focus on it', async () => {
    const { user, seen } = open(NESTED);
    grip('RSI(14) above 50').focus();
    await user.keyboard('{ArrowDown}');
    expect(seen.tree).toEqual({ all: [{ any: [leaf('rsi', '50'), leaf('cci', '100'), leaf('mfi', '20')] }] });
    expect(document.activeElement).toBe(grip('RSI(14) above 50'));
    expect(screen.getByRole('status').textContent).toBe('Moved to 1.1.');
    await user.keyboard('{ArrowUp}');
    expect(seen.tree).toEqual(NESTED);
  });

  it('removes a condition with Delete, and a group with its last one', async () => {
    const { user, seen } = open(NESTED);
    grip('CCI(14) above 100').focus();
    await user.keyboard('{Delete}');
    grip('MFI(14) above 20').focus();
    await user.keyboard('{Delete}');
    expect(seen.tree).toEqual({ all: [leaf('rsi', '50')] });
    grip('RSI(14) above 50').focus();
    await user.keyboard('{Delete}');
    expect(screen.getByText('no rule')).toBeTruthy();
  });

  it('adds a condition to the group whose button is pressed, and opens its fields', async () => {
    const { user, seen } = open(NESTED);
    const [inner] = screen.getAllByRole('button', { name: 'Condition' });
    if (inner) await user.click(inner);
    expect(seen.tree).toMatchObject({ all: [{}, { any: [{}, {}, { op: 'gt', a: { ind: 'rsi' } }] }] });
    expect(screen.getByRole('button', { expanded: true }).textContent).toBe('RSI(14) above 50');
  });

  it('joins the conditions of a group the other way when its word is pressed', async () => {
    const { user, seen } = open(NESTED);
    await user.click(screen.getByRole('button', { name: 'Any of' }));
    expect(seen.tree).toMatchObject({ all: [{}, { all: [{}, {}] }] });
  });

  it('a rule of one condition becomes a group with the second one', async () => {
    const { user, seen } = open(leaf('rsi', '50'));
    await user.click(screen.getByRole('button', { name: 'Condition' }));
    expect(seen.tree).toMatchObject({ all: [leaf('rsi', '50'), { op: 'gt' }] });
  });

  it('changes the number, the operator and the length of a condition in its fields', async () => {
    const { user, seen } = open({ all: [leaf('rsi', '50')] });
    await user.click(screen.getByRole('button', { name: 'RSI(14) above 50' }));
    fireEvent.change(screen.getByLabelText('Number'), { target: { value: '35.5' } });
    fireEvent.change(screen.getByLabelText('Bars'), { target: { value: '21' } });
    expect(seen.tree).toEqual({ all: [{ op: 'gt', a: { ind: 'rsi', n: 21 }, b: { const: '35.5' } }] });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Is' }), 'crosses below');
    expect(seen.tree).toMatchObject({ all: [{ op: 'crosses_below', a: { n: 21 }, b: { const: '35.5' } }] });
  });

  it('says which values an indicator allows where one is out of range', async () => {
    const { user } = open(leaf('rsi', '50'));
    await user.click(screen.getByRole('button', { name: 'RSI(14) above 50' }));
    fireEvent.change(screen.getByLabelText('Bars'), { target: { value: '4000' } });
    expect(screen.getByText(/^\d to 1,000$/)).toBeTruthy();
  });

  it('is put into another condition, duplicated and taken out by its menu', async () => {
    const { user, seen } = open({ all: [leaf('rsi', '50')] });
    const pick = async (rule: string, act: string) => {
      await user.click(screen.getByRole('button', { name: `More about ${rule}` }));
      await user.click(await screen.findByRole('menuitem', { name: act }));
    };
    await pick('RSI(14) above 50', 'Within some bars');
    expect(seen.tree).toEqual({ all: [{ op: 'within', n: 3, cond: leaf('rsi', '50') }] });
    await pick('(RSI(14) above 50) within 3 bars', 'Duplicate');
    expect(seen.tree).toMatchObject({ all: [{ op: 'within' }, { op: 'within' }] });
  });

  it('a condition about a time tells how many bars ago it held', () => {
    const within: Tree = { op: 'within', n: 3, cond: leaf('rsi', '50') };
    open(
      within,
      new Map([
        ['', told('t')],
        ['cond', { ...told('f', '40'), barsAgo: 2 }],
      ]),
    );
    expect(screen.getByText('−2 bars')).toBeTruthy();
    const row = screen.getByRole('button', { expanded: false, name: /Within 3 bars/ });
    expect(within && row.textContent).toBe('Within 3 bars: RSI(14) above 50');
  });

  it('a condition about a time that holds now is of this bar, not of minus 0 bars', () => {
    const within: Tree = { op: 'within', n: 3, cond: leaf('rsi', '50') };
    open(
      within,
      new Map([
        ['', told('t')],
        ['cond', { ...told('t', '60'), barsAgo: 0 }],
      ]),
    );
    expect(screen.getByText('this bar')).toBeTruthy();
  });

  it('has no accessibility finding, closed and open', async () => {
    const { user, container } = open(NESTED);
    expect(await domFindings(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'RSI(14) above 50' }));
    expect(await domFindings(container)).toEqual([]);
    expect(within(container).getByLabelText('Number')).toBeTruthy();
  });
});
