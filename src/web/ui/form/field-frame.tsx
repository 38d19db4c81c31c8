import { type ReactNode, useId } from 'react';
import css from './field.module.css';
import { InfoTip } from './info-tip.tsx';

export interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong and what to do; empty or left out while the value is valid, true where the words stand elsewhere. */
  readonly error?: ReactNode;
  /** One sentence that explains the term. */
  readonly info?: string | undefined;
  readonly disabled?: boolean;
}

/** What ties a control to its words. */
export interface Ties {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly disabled: boolean;
}

interface FieldFrameProps {
  readonly words: FieldWords;
  readonly children: (ties: Ties) => ReactNode;
}

/** Label above, control, then a hint and what is wrong. */
export function FieldFrame({ words: { label, hint, error, info, disabled = false }, children }: FieldFrameProps) {
  const id = useId();
  const isWrong = Boolean(error);
  const complaint = isWrong && error !== true ? error : null;
  const described = [hint ? `${id}-hint` : '', complaint === null ? '' : `${id}-error`].filter((one) => one !== '');
  return (
    <div className={css['frame']}>
      <div className={css['label']}>
        <label htmlFor={id}>{label}</label>
        {info === undefined ? null : <InfoTip info={info} />}
      </div>
      {children({
        id,
        'aria-invalid': isWrong || undefined,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        disabled,
      })}
      {hint ? (
        <div id={`${id}-hint`} className={css['hint']}>
          {hint}
        </div>
      ) : null}
      {complaint === null ? null : (
        <div id={`${id}-error`} className={css['error']}>
          {complaint}
        </div>
      )}
    </div>
  );
}
