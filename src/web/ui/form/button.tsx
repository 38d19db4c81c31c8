import type { ComponentProps, ReactElement, ReactNode } from 'react';
import css from './button.module.css';

interface Look {
  /** One filled button a view: its primary act. */
  readonly variant?: 'default' | 'filled' | 'subtle';
  /** Draws another element with the look of a button, such as a link. */
  readonly renderRoot?: (look: RootProps) => ReactElement;
}

type RootProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-label'>;

export interface ButtonProps extends Look, ComponentProps<'button'> {
  readonly size?: 'normal' | 'compact-sm' | 'compact-xs';
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
  /** Its act is under way. */
  readonly loading?: boolean;
}

/** A button with words. */
export function Button(props: ButtonProps) {
  const { variant = 'default', size = 'normal', leftSection, rightSection, children, ...rest } = props;
  const { loading = false, renderRoot, className, disabled, ...button } = rest;
  const content = (
    <>
      {leftSection}
      <span>{children}</span>
      {rightSection}
    </>
  );
  const look = { className: classOf([css['button'], css[variant], css[size], className]), children: content };
  if (renderRoot !== undefined) return renderRoot(look);
  return <button type="button" {...button} {...look} aria-busy={loading || undefined} disabled={disabled || loading} />;
}

interface IconButtonProps extends Look, Omit<ComponentProps<'button'>, 'aria-label'> {
  /** It has no words. */
  readonly 'aria-label': string;
  /** Pixels. */
  readonly size?: number;
}

/** A button that is an icon. */
export function IconButton({ variant = 'default', size = 30, renderRoot, className, ...button }: IconButtonProps) {
  const look = {
    className: classOf([css['button'], css['icon'], css[variant], className]),
    style: { width: size, height: size },
  };
  if (renderRoot !== undefined) {
    return renderRoot({ ...look, 'aria-label': button['aria-label'], children: button.children });
  }
  return <button type="button" {...button} {...look} />;
}

const classOf = (names: readonly (string | undefined)[]) => names.filter((name) => name !== undefined).join(' ');
