import type { ComponentProps } from 'react';
import css from './field.module.css';

/** A bare field for text, a day or an instant. Its name is that of the label around it, or its own. */
export function TextBox({ className, ...input }: ComponentProps<'input'>) {
  return <input type="text" {...input} className={`${css['input']} ${className ?? ''}`} />;
}
