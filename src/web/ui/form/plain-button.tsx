import type { ReactNode } from 'react';
import css from './plain.module.css';

interface PlainButtonProps {
  readonly children: ReactNode;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly isWide?: boolean;
  readonly onClick?: () => void;
}

/** The primary button where the component library is not loaded: the login, and a page that failed. */
export function PlainButton({ children, type = 'button', isBusy = false, isWide = false, onClick }: PlainButtonProps) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={css['button']}
      data-wide={isWide || undefined}
      aria-disabled={isBusy}
      onClick={() => onClick?.()}
    >
      {children}
    </button>
  );
}
