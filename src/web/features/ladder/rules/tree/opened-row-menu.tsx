import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { OpenedMenu } from '#web/ui/overlay/opened-menu.tsx';
import { slotBehind, type Tree, type TreePath, unwrapped, wrapped, wrappings } from './condition-tree.ts';
import type { TreeActs } from './tree-acts.ts';

export interface RowMenuProps {
  readonly button: ReactElement;
  readonly path: TreePath;
  readonly tree: Tree;
  readonly acts: TreeActs;
}

/** Wraps a condition, takes it out of its wrapping, copies it behind itself or removes it. */
export function OpenedRowMenu({ button, path, tree, acts }: RowMenuProps) {
  const t = useText();
  const inner = unwrapped(tree);
  return (
    <OpenedMenu button={button} position="bottom-end">
      {wrappings.map((wrapping) => (
        <Menu.Item key={wrapping} onClick={() => acts.replace(path, wrapped(tree, wrapping))}>
          {t(`rules.wrap.${wrapping}`)}
        </Menu.Item>
      ))}
      {inner === null ? null : <Menu.Item onClick={() => acts.replace(path, inner)}>{t('rules.unwrap')}</Menu.Item>}
      <Menu.Divider />
      <Menu.Item onClick={() => acts.add(slotBehind(path), tree)}>{t('rules.duplicate')}</Menu.Item>
      <Menu.Item color="var(--by-danger)" onClick={() => acts.remove(path)}>
        {t('rules.remove')}
      </Menu.Item>
    </OpenedMenu>
  );
}
