import { ActionIcon } from '@mantine/core';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useText } from '#web/i18n/text.tsx';
import css from './drawer.module.css';

interface SideDrawerProps {
  readonly title: ReactNode;
  /** One quiet line beside the title. */
  readonly facts?: ReactNode;
  readonly onClose: () => void;
  /** Move through the list; omitted at its ends. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** Beside the content on wide screens, over it on narrower ones, a whole sheet on the phone. Escape closes. */
export function SideDrawer({ title, facts, onClose, onPrevious, onNext, children, footer }: SideDrawerProps) {
  const t = useText();
  useEscape(onClose);
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <aside className={css['drawer']}>
      <header className={css['head']}>
        <h3>{title}</h3>
        <div className={css['facts']}>{facts}</div>
        <ActionIcon
          variant="subtle"
          size={26}
          disabled={!onPrevious}
          onClick={onPrevious}
          aria-label={t('act.previous')}
        >
          <ChevronUp {...icon} />
        </ActionIcon>
        <ActionIcon variant="subtle" size={26} disabled={!onNext} onClick={onNext} aria-label={t('act.next')}>
          <ChevronDown {...icon} />
        </ActionIcon>
        <ActionIcon variant="subtle" size={26} onClick={onClose} aria-label={t('act.close')}>
          <X {...icon} />
        </ActionIcon>
      </header>
      <div className={css['body']}>{children}</div>
      {footer === undefined ? null : <footer className={css['foot']}>{footer}</footer>}
    </aside>
  );
}

/** Escape closes it from anywhere on the page, because focus stays in the list; overlays close first. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      const isBelow = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
      if (event.key === 'Escape' && !isTyping && !isBelow) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
}
