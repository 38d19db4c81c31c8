import { type ComponentProps, type ReactNode, useId } from 'react';
import css from './plain.module.css';

interface PlainInputProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown inside the field, on the right. */
  readonly inside?: ReactNode;
}

/** Label above, field below, where the component library is not loaded. */
export function PlainInput({ label, hint, inside, ...input }: PlainInputProps) {
  const id = useId();
  return (
    <div>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <div className={css['field']}>
        <input {...input} id={id} className={css['input']} aria-describedby={hint ? `${id}-hint` : undefined} />
        {inside}
      </div>
      {hint ? (
        <div id={`${id}-hint`} className={css['hint']}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}
