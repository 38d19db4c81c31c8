import { type ReactNode, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import css from './row-cards.module.css';
import type { Paging } from './rows/paging.ts';

/** What a row shows on the phone: name and figure above, state and time below. */
export interface CardParts {
  readonly title: ReactNode;
  readonly figure?: ReactNode;
  readonly state: ReactNode;
  readonly aside?: ReactNode;
  readonly below?: ReactNode;
}

interface RowCardsProps<T> {
  readonly label: string;
  readonly rows: readonly { readonly id: string; readonly original: T }[];
  readonly card: (row: T) => CardParts;
  readonly selectedId: string | null;
  readonly onOpen: ((row: T) => void) | undefined;
  readonly paging: Paging<T> | undefined;
  readonly isStale: boolean;
}

/** A long list is drawn in parts, so that a phone does not render rows nobody scrolls to. */
const PART_ROWS = 60;

/** A table on phones: nothing is cut off, and a whole row is one touch target. */
export function RowCards<T>({ label, rows, card, selectedId, onOpen, paging, isStale }: RowCardsProps<T>) {
  const t = useText();
  const [shown, setShown] = useState(PART_ROWS);
  const rest = (paging?.total ?? rows.length) - Math.min(shown, rows.length);
  const showMore = () => {
    setShown(Math.min(shown, rows.length) + PART_ROWS);
    if (shown + PART_ROWS > rows.length) paging?.onEnd();
  };
  return (
    <>
      <ul className={css['list']} aria-label={label} aria-busy={isStale || undefined}>
        {rows.slice(0, shown).map(({ id, original }) => (
          <li key={id} data-row={id} aria-current={id === selectedId || undefined}>
            <RowCard parts={card(original)} onOpen={onOpen && (() => onOpen(original))} />
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button className={css['more'] ?? ''} onClick={showMore}>
          {t('table.more', { count: Math.min(rest, PART_ROWS), rest })}
        </Button>
      ) : null}
    </>
  );
}

function RowCard({ parts, onOpen }: { readonly parts: CardParts; readonly onOpen: (() => void) | undefined }) {
  return (
    <>
      <div className={css['line']}>
        <span className={css['title']}>
          {onOpen === undefined ? (
            parts.title
          ) : (
            <button type="button" onClick={onOpen}>
              {parts.title}
            </button>
          )}
        </span>
        <span className={css['figure']}>{parts.figure}</span>
      </div>
      <div className={css['line']}>
        <span className={css['state']}>{parts.state}</span>
        <span className={css['aside']}>{parts.aside}</span>
      </div>
      {parts.below === undefined ? null : <div className={css['below']}>{parts.below}</div>}
    </>
  );
}
