import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { LateMenu } from '#web/ui/overlay/late-menu.tsx';
import type { RowMenuProps } from './opened-row-menu.tsx';

const OpenedRowMenu = lazy(async () => ({ default: (await import('./opened-row-menu.tsx')).OpenedRowMenu }));

/** What can be done with a condition besides changing its fields and moving it. */
export function RowMenu({ name, ...rest }: Omit<RowMenuProps, 'button'> & { readonly name: string }) {
  const t = useText();
  return (
    <LateMenu
      button={
        <IconButton variant="subtle" size={22} aria-label={t('rules.acts', { rule: name })}>
          <Ellipsis size={14} aria-hidden />
        </IconButton>
      }
    >
      {(button) => <OpenedRowMenu {...rest} button={button} />}
    </LateMenu>
  );
}
