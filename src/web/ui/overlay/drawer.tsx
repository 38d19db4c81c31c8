import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
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
  useDrawerKeys({ onClose, onPrevious, onNext });
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <aside className={css['drawer']}>
      <header className={css['head']}>
        <h2>{title}</h2>
        <div className={css['facts']}>{facts}</div>
        <IconButton
          variant="subtle"
          size={26}
          disabled={!onPrevious}
          onClick={onPrevious}
          aria-label={t('act.previous')}
        >
          <ChevronUp {...icon} />
        </IconButton>
        <IconButton variant="subtle" size={26} disabled={!onNext} onClick={onNext} aria-label={t('act.next')}>
          <ChevronDown {...icon} />
        </IconButton>
        <IconButton variant="subtle" size={26} onClick={onClose} aria-label={t('act.close')}>
          <X {...icon} />
        </IconButton>
      </header>
      <div className={css['body']}>{children}</div>
      {footer === undefined ? null : <footer className={css['foot']}>{footer}</footer>}
    </aside>
  );
}

/** What is open over the page; a closed list of choices stays in the document. */
const BELOW = '[role="dialog"], [role="menu"], [aria-haspopup="listbox"][aria-expanded="true"]';

interface DrawerActs {
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** The keys work from anywhere on the page, because focus stays in the list; overlays and fields come first. */
function useDrawerKeys({ onClose, onPrevious, onNext }: DrawerActs): void {
  useEffect(() => {
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      Escape: onClose,
      ...{ k: onPrevious, ArrowUp: onPrevious },
      ...{ j: onNext, ArrowDown: onNext },
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTaken(event.target) && event.key !== 'Escape') return;
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      // A dialog that has closed at this very key is gone from the page, but not from the way that the event took.
      const wasBelow = event.composedPath().some((one) => one instanceof Element && one.matches(BELOW));
      const isBelow = wasBelow || document.querySelector(BELOW) !== null;
      if (!isTyping && !isBelow) acts[event.key]?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose, onPrevious, onNext]);
}

/** The rows of a list and what scrolls by itself use the walking keys themselves. */
function isTaken(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('tr[tabindex], [role="group"][tabindex], canvas') !== null;
}
