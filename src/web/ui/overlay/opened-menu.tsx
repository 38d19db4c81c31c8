import { Menu, type MenuProps } from '@mantine/core';
import { type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';

interface OpenedMenuProps extends Omit<MenuProps, 'id' | 'opened' | 'onChange' | 'children'> {
  readonly button: ReactElement;
  readonly dropdownClass?: string | undefined;
  readonly children: ReactNode;
}

/** A menu that opens as soon as it is drawn, because its button was clicked before its code was loaded. */
export function OpenedMenu({ button, dropdownClass, children, ...menu }: OpenedMenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The menu's own button has replaced the one that was clicked. It takes the focus, so that closing returns it there.
  useEffect(() => {
    document.getElementById(id)?.focus();
    setOpen(true);
  }, [id]);
  return (
    <Menu {...menu} id={id} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={dropdownClass ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  );
}
