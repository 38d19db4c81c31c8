import { cloneElement, type ReactElement, type ReactNode, Suspense, useState, useTransition } from 'react';

/** Props of a menu button: its accessible state, and the handler that opens the menu. */
type MenuButton = ReactElement<{
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-busy'?: boolean;
  onClick?: () => void;
}>;

interface LateMenuProps {
  readonly button: MenuButton;
  /** Draws the menu with its button from code that is loaded on demand: an `OpenedMenu` inside `lazy`. */
  readonly children: (button: MenuButton) => ReactNode;
}

/** A button whose menu is loaded on the first click: menus and their positioning code weigh 30 KiB. */
export function LateMenu({ button, children }: LateMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const [isLoading, load] = useTransition();
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': isLoading,
    onClick: () => load(() => setWanted(true)),
  });
  return isWanted ? <Suspense fallback={closed}>{children(button)}</Suspense> : closed;
}
