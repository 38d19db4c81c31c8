import { cloneElement, type ReactElement, type ReactNode, Suspense, useState, useTransition } from 'react';

/** What a button of a menu says of itself to assistive technology, and how it is asked to open. */
type MenuButton = ReactElement<{
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-busy'?: boolean;
  onClick?: () => void;
}>;

interface LateMenuProps {
  readonly button: MenuButton;
  /** Draws the menu with the button in it, from code that is loaded then: an `OpenedMenu` inside of `lazy`. */
  readonly children: (button: MenuButton) => ReactNode;
}

/** A button whose menu is loaded when it is first clicked: menus and what places them weigh 30 KiB. */
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
