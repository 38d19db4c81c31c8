import type { ComponentProps } from 'react';
import css from './plain.module.css';

/** A button without a frame, where the component library is not loaded. */
export function QuietButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className={css['quiet']} />;
}
